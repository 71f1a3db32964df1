"""The story of Riff Raff: what is shouted and what is not, the order of play, and the pieces left at the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs

import games
from games.riff_raff import GAME
from games.riff_raff.events import Captained, Ended, Fell, Ordered, Rested
from games.riff_raff.loading.settled import Kind
from games.riff_raff.state import Aftermath, Loading, State
from games.story import Story, Told
from matches.texts import Persona, Texts

words = games.words("riff_raff")
say = Texts().say("en", tuple(Persona("", (seat,)) for seat in range(3)))


LOADED = 1
"""The piece that is loaded, a rat."""


def fall(piece: int, kind: Kind = "rat", *, caught: bool = False, out: bool | None = None) -> Fell:
    return Fell(0, piece, kind, "port", 1.0, 90, caught, caught if out is None else out)


def rest(supply: int, falls: Sequence[Fell] = ()) -> Story:
    """Tell that the ship has come to rest after a loading of seat 0, who has `supply` pieces left."""
    state: State = GAME.read("seats=3")
    supplies = ((supply, *(0,) * 7), *state.supplies[1:])
    last = Aftermath(0, 4, LOADED, Loading(kind="rat"), tuple(falls), 1.0)
    view = structs.replace(state, supplies=supplies, last=last)
    return words.story([Told(view, (Rested(0, 0.0, 0.0, 1.0, 2.0), *falls))])


@pytest.mark.parametrize(
    ("supply", "falls", "shout"),
    [
        (4, (), None),
        (1, (), "One more piece, and ● Red wins!"),
        (4, (fall(1),), None),
        (1, (fall(1),), None),
        (6, (fall(1), fall(2)), "2 pieces overboard for ● Red!"),
        (4, (fall(1, caught=True),), "● Red catches it!"),
        (4, (fall(1, caught=True), fall(2, caught=True)), "● Red catches all 2!"),
        (4, (fall(1), fall(2, caught=True)), None),
        (4, (fall(1), fall(2, caught=True), fall(3, caught=True)), "● Red catches 2 of 3!"),
    ],
)
def test_shouts(supply: int, falls: Sequence[Fell], shout: str | None) -> None:
    told = rest(supply, falls).shout
    assert (told and say(told)) == shout


@pytest.mark.parametrize(
    ("falls", "told"),
    [
        ((), "It holds."),
        ((fall(1),), "It falls overboard, back into the supply of ● Red."),
        ((fall(1, caught=True, out=False),), "It falls, is caught, and goes back into the supply of ● Red."),
        ((fall(1, caught=True),), "Caught, out of the game: the piece itself."),
        (
            (fall(2, "crate"), fall(3, "crate")),
            "It stays. 2 overboard, into the supply of ● Red: 2 × crate.",
        ),
        ((fall(2, caught=True),), "It stays. Caught, out of the game: rat."),
        (
            (fall(2, "boat"), fall(1), fall(3, caught=True)),
            "2 overboard, into the supply of ● Red: the piece itself and boat. Caught, out of the game: rat.",
        ),
        (
            (fall(1), fall(3, caught=True)),
            "It falls overboard, back into the supply of ● Red. Caught, out of the game: rat.",
        ),
        (
            (fall(2), fall(1, caught=True), fall(3, "chest", caught=True)),
            "1 overboard, into the supply of ● Red: rat. Caught, out of the game: the piece itself and chest.",
        ),
    ],
)
def test_each_piece_that_falls_is_told_with_where_it_goes(falls: Sequence[Fell], told: str) -> None:
    (line,) = rest(4, falls).lines
    assert say(line.text) == f"● Red loads on area 4: rat. {told} 4 left."
    brief = line.brief and say(line.brief)
    assert brief == (say(line.text) if falls else "● Red: rat on area 4 holds, 4 left."), "also where there is no room"


def test_players_with_one_piece_left_are_named_together() -> None:
    state: State = GAME.read("seats=3")
    one = (1, *(0,) * 7)
    last = Aftermath(0, 4, LOADED, Loading(kind="rat"), (), 1.0)
    view = structs.replace(state, supplies=(one, state.supplies[1], one), last=last)
    shout = words.story([Told(view, (Rested(0, 0.0, 0.0, 1.0, 2.0),))]).shout
    assert shout is not None
    assert say(shout) == "● Red and ◆ Green have one piece left each!"


def test_the_order_is_told_as_an_order() -> None:
    (line,) = words.story([Told(GAME.read("seats=3"), (Ordered(0, (2, 1, 0)),))]).lines
    assert say(line.text) == "● Red decides the order: ◆ Green, then ▲ Yellow, then ● Red."


def test_a_captain_who_decides_a_tie_is_told_in_any_case() -> None:
    (line,) = words.story([Told(GAME.read("seats=3"), (Captained(2, 0),))]).lines
    assert line.brief is not None
    assert say(line.brief) == "● Red makes ◆ Green captain."


@pytest.mark.parametrize("is_emptied", [False, True])
def test_the_end_counts_the_pieces_left(is_emptied: bool) -> None:
    state: State = GAME.read("seats=3")
    over = structs.replace(state, supplies=((2, *(0,) * 7), (1, *(0,) * 7), state.supplies[2]), phase="over")
    lines = [say(line.text) for line in words.story([Told(over, (Ended((1,), is_emptied),))]).lines]
    assert lines[-1] == "Pieces left: ▲ Yellow 1, ● Red 2, and ◆ Green 8."
    assert lines[:-1] == ([] if is_emptied else ["All cards are played: the fewest pieces left win."])
