"""The story of Riff Raff: what is shouted and what is not, the order of play, and the pieces left at the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs

import games
from games.riff_raff import GAME
from games.riff_raff.events import Captained, Ended, Fell, Ordered, Rested
from games.riff_raff.state import Aftermath, Loading, State
from games.story import Story, Told
from matches.texts import Persona, Texts

words = games.words("riff_raff")
say = Texts().say("en", tuple(Persona("", (seat,)) for seat in range(3)))


def fall(piece: int, *, caught: bool = False) -> Fell:
    return Fell(0, piece, "rat", "port", 1.0, 90, caught, caught)


def rest(supply: int, falls: Sequence[Fell] = ()) -> Story:
    """Tell that the ship has come to rest after a loading of seat 0, who has `supply` pieces left."""
    state: State = GAME.read("seats=3")
    supplies = ((supply, *(0,) * 7), *state.supplies[1:])
    last = Aftermath(0, 4, 1, Loading(kind="rat"), tuple(falls), 1.0)
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
        (4, (fall(1), fall(2, caught=True)), None),
    ],
)
def test_shouts(supply: int, falls: Sequence[Fell], shout: str | None) -> None:
    told = rest(supply, falls).shout
    assert (told and say(told)) == shout


def test_a_caught_piece_begins_a_sentence() -> None:
    assert say(rest(4, (fall(1, caught=True),)).lines[0].text).endswith(". Caught: rat!")
    assert say(rest(4, (fall(1), fall(2, caught=True))).lines[0].text).endswith(". 1 overboard (rat) and caught: rat!")


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
