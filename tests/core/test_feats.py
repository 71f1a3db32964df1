"""Test the feats that games count for their players' records, against the positions of whole playouts."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core import NATURE, Seat
from games.docker.state import SQUARES
from games.dog_royal.events import Captured, Played
from games.feats import Counts, Feat, Feats, Sides, combine_feats, find_feats
from games.riff_raff.loading.ship import MASSES
from games.text import T
from tests.support.laws.playouts import GAMES, Playout, load, load_words, playout

COUNTED = tuple(name for name in GAMES if load_words(name).feats())


def count(played: Playout) -> Counts:
    """Count the feats of a playout."""
    record, game = played.record, load(played.record.game)
    partners = tuple(game.partner(seat, record.seats, record.options) for seat in range(record.seats))
    plies = [(ply.seat, state.events) for ply, state in zip(record.plies, played.states[1:], strict=True)]
    return find_feats(game.name).count(plies, Sides(game.colours(record.seats, record.options), partners))


@pytest.mark.parametrize("name", COUNTED)
def test_every_feat_has_a_name_and_happens(name: str) -> None:
    kinds = find_feats(name).kinds
    seen: Counter[str] = Counter()
    for number in range(4):
        counts = count(played := playout(name, number))
        assert set(counts) <= set(range(played.record.seats))
        for of_seat in counts.values():
            assert set(of_seat) <= set(kinds)
            seen.update(of_seat)
    assert {key for key in kinds if not seen[key]} <= {"rescued"}, "random players bring too few pieces home for that"


def test_docker_counts_towers_and_covered_cubes() -> None:
    for number in range(6):
        played = playout("docker", number)
        tower: Counter[Seat] = Counter()
        covered: Counter[Seat] = Counter()
        for before, after, ply in zip(played.states, played.states[1:], played.record.plies, strict=False):
            pairs = zip(before.squares, after.squares, strict=True)
            grown = [len(was) for was, now in pairs if len(now) > len(was)]
            back = SQUARES.index(ply.code.partition(">")[2]) if not grown else 0  # it returned to where it started
            below = grown[0] if grown else len(before.squares[back]) - 1
            tower[ply.seat] = max(tower[ply.seat], below)
            covered[ply.seat] += below > 0
        counts = count(played)
        for seat in range(played.record.seats):
            assert (counts[seat]["tower"], counts[seat]["covered"]) == (tower[seat], covered[seat])


def test_dog_royal_counts_every_piece_in_the_goal() -> None:
    for number in range(6):
        played = playout("dog_royal", number)
        counts, last = count(played), played.states[-1]
        in_goal = sum(place >= 100 for pieces in last.pieces for place in pieces)
        assert sum(of_seat["home"] for of_seat in counts.values()) == in_goal


def test_the_partners_piece_counts_as_rescued() -> None:
    sides = Sides(((0,), (1,), (2,), (3,)), (2, 3, 0, 1))
    own = Played(0, "1", "1", 0, "king", 7, 101)
    partners = Played(0, "1", "1", 2, "king", 7, 101)
    deeper = Played(0, "1", "1", 2, "king", 101, 102)
    taken = (Captured(2, "king", 3), Captured(1, "king", 3))
    counts = find_feats("dog_royal").count([(0, (own,)), (0, (partners,)), (0, (deeper,)), (0, taken)], sides)
    assert counts == {0: {"home": 2, "rescued": 1, "captured": 1}}


def test_aquaretto_counts_points_and_offspring() -> None:
    for number in range(4):
        played = playout("aquaretto", number)
        outcome = load("aquaretto").outcome(played.states[-1])
        assert outcome is not None
        counts = count(played)
        assert tuple(counts[seat]["zoo"] for seat in range(played.record.seats)) == outcome.scores


def test_riff_raff_counts_what_fell() -> None:
    played = playout("riff_raff", 0)
    worst: Counter[Seat] = Counter()
    for before, after, ply in zip(played.states, played.states[1:], played.record.plies, strict=False):
        fallen = [event for event in after.events if type(event).__name__ == "Fell"]
        if ply.seat == NATURE and fallen:
            loader = before.order[before.turn]
            worst[loader] = max(worst[loader], len(fallen))
    counts = count(played)
    assert {seat: counts[seat]["fallen"] for seat in counts if counts[seat]["fallen"]} == worst


def test_riff_raff_weighs_the_cargo_that_held() -> None:
    """Compare with the masses of the cargo in the positions themselves."""
    for number in range(3):
        played = playout("riff_raff", number)
        heaviest: Counter[Seat] = Counter()
        for before, after, ply in zip(played.states, played.states[1:], played.record.plies, strict=False):
            names = {type(event).__name__ for event in after.events}
            if ply.seat == NATURE and "Supplied" in names and "Fell" not in names:
                loader = before.order[before.turn]
                heaviest[loader] = max(heaviest[loader], round(sum(MASSES[each.kind] for each in after.cargo)))
        assert heaviest, "something held"
        counts = count(played)
        assert {seat: counts[seat]["load"] for seat in counts if counts[seat]["load"]} == heaviest


def test_matches_combine_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"high": Feat(T("High"), "most"), "often": Feat(T("Often"), "total"), "never": Feat(T("Never"), "most")}
    monkeypatch.setattr("games.feats.find_feats", lambda name: Feats(kinds, lambda plies, sides: {}))
    matches = [{"often": 2, "high": 3}, {"high": 2, "often": 1, "unknown": 9, "never": 0}, {}]
    assert combine_feats("any", matches) == {"high": 3, "often": 3}
