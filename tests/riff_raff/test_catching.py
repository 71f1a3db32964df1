"""The hands that catch each piece (rules B4)."""

from __future__ import annotations

import pytest

from games.riff_raff.loading.catching import catch, catch_within_reach, find_sector, list_caught
from games.riff_raff.loading.physics import LONGEST
from games.riff_raff.loading.settled import SECTORS, Fall, Sector
from games.riff_raff.options import Options
from games.riff_raff.state import Loading


def fall(piece: int, time: float, sector: Sector = "port") -> Fall:
    return Fall(piece, time, 45 * SECTORS.index(sector), sector)


@pytest.mark.parametrize(
    ("bearing", "sector"),
    [(0, "bow"), (22, "bow"), (23, "port-bow"), (90, "port"), (180, "stern"), (270, "starboard"), (338, "bow")],
)
def test_sectors_are_45_degrees_wide(bearing: int, sector: Sector) -> None:
    assert find_sector(bearing) == sector


def test_a_hand_catches_the_first_two_a_moment_apart() -> None:
    falls = (fall(1, 1.0), fall(2, 1.1), fall(3, 1.2), fall(4, 1.21, "bow"), fall(5, 2.0))
    assert catch(falls, "port") == (1, 3)
    assert catch(falls, "bow") == (4,)
    assert catch(falls, "port", since=1.15) == (3, 5)


def test_a_hand_is_free_again_after_exactly_its_pause() -> None:
    """Check every hundredth of a settle: 0.8 + 0.15 is more than 0.95 in floating point. Also check the moment from
    which a hand is free, and one hundredth earlier."""
    for start in range(round(100 * LONGEST)):
        first, second, soon = (fall(piece, (start + after) / 100) for piece, after in ((1, 0), (2, 15), (3, 14)))
        assert catch((first, second), "port") == (1, 2)
        assert catch((first, soon), "port") == (1,)
        far = Fall(second.piece, second.time, 45, "port-bow")  # not side by side
        assert catch_within_reach((first, far), [(90.0, 0.0)]) == {1, 2}
        assert catch_within_reach((first, Fall(3, soon.time, 45, "port-bow")), [(90.0, 0.0)]) == {1}


@pytest.mark.parametrize(("hands", "free"), [("one", 0.85), ("both", 2.2)])
@pytest.mark.parametrize("mode", ["late", "hands"])
def test_placing_hands_catch_from_the_moment_they_are_free(mode: str, hands: str, free: float) -> None:
    """Check that moment itself, 0.6 s after the release, and a hundredth earlier."""
    loading = Loading("crate", "Q2", "flat", 0, hands)  # type: ignore[arg-type]
    early, late = fall(1, round(free - 0.01, 2)), fall(2, free)
    assert list_caught(Options(catch_mode=mode), loading, 5, (early, late)) == (2,)  # type: ignore[arg-type]


FALLS = (fall(1, 0.5), fall(2, 1.0, "stern"), fall(3, 1.5))


@pytest.mark.parametrize(
    ("mode", "hands", "sector", "expected"),
    [
        ("sector", "one", "stern", (2,)),
        ("sector", "both", None, ()),
        ("late", "one", "stern", (2, 3)),
        ("late", "both", None, ()),
        ("hands", "one", "stern", (2, 3)),
        ("hands", "both", None, ()),
        ("none", "one", None, ()),
        ("reaction", "one", None, ()),
    ],
)
def test_modes(mode: str, hands: str, sector: Sector | None, expected: tuple[int, ...]) -> None:
    """`late`: the placing hand covers port, where Q2 on area 5 lies, 0.6 s after its release at 0.25 s; both hands only
    after 2.2 s."""
    loading = Loading("crate", "Q2", "flat", 0, hands, sector)  # type: ignore[arg-type]
    assert list_caught(Options(catch_mode=mode), loading, 5, FALLS) == expected  # type: ignore[arg-type]


def test_late_two_hands_may_catch_pieces_that_fall_late() -> None:
    loading = Loading("crate", "Q2", "flat", 0, "both")
    falls = (*FALLS, fall(4, 2.3))
    assert list_caught(Options(catch_mode="late"), loading, 5, falls) == (4,)


def test_hands_catch_any_number_within_their_reach() -> None:
    """Hold a hand at port: it needs time between pieces that are not side by side; port bow and port stern are within
    its reach."""
    falls = (fall(1, 0.1, "port-bow"), fall(2, 0.2), fall(3, 0.3), fall(4, 0.5, "port-stern"), fall(5, 0.7, "bow"))
    assert catch_within_reach(falls, [(90.0, 0.0)]) == {1, 3, 4}
    assert catch_within_reach(falls, [(90.0, 0.0), (90.0, 0.0)]) == {1, 2, 3, 4}
    assert catch_within_reach(falls, [(90.0, 0.4)]) == {4}
    assert catch_within_reach(falls, [(0.0, 0.6)]) == {5}


def test_both_hands_are_free_when_the_piece_is_let_go() -> None:
    """Catch two pieces at once, 2.2 s after the loading began."""
    sides: tuple[tuple[float, Sector], ...] = ((2.1, "port"), (2.3, "port"), (2.3, "port-bow"), (2.35, "port-stern"))
    falls = tuple(fall(piece, *when) for piece, when in enumerate((*sides, (2.5, "starboard")), 1))
    assert list_caught(Options(), Loading("crate", "Q2", "flat", 0, "both"), 5, falls) == (2, 3)


def test_one_grip_catches_pieces_that_fall_side_by_side() -> None:
    """Each lies within a hand's breadth of the one before it, also across the bow; a hand that is not yet free catches
    none."""
    bearings = {1: 355, 2: 10, 3: 25, 4: 41, 5: 340}
    falls = tuple(Fall(piece, 1.0, bearing, find_sector(bearing)) for piece, bearing in bearings.items())
    assert catch_within_reach(falls, [(0.0, 0.0)]) == {1, 2, 3}
    assert catch_within_reach(falls, [(0.0, 1.1)]) == set()


def test_a_hand_reaches_60_degrees_to_either_side() -> None:
    falls = tuple(Fall(bearing, bearing / 100, bearing, find_sector(bearing)) for bearing in (29, 30, 150, 151))
    assert catch_within_reach(falls, [(90.0, 0.0)]) == {30, 150}
