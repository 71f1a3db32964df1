"""The story of DOG Royal: a player is named once in a line, and laps lost and saved are shouted."""

from __future__ import annotations

import pytest

import games
from games.dog_royal import GAME
from games.dog_royal.events import AnyEvent, Discarded, Drew, DroppedOut, Exchanged, Jumped, Played
from games.story import Story, Told
from matches.texts import Persona, Texts

words = games.words("dog_royal")
say = Texts().say("en", tuple(Persona("", (seat,)) for seat in range(4)))


def tell(*plies: tuple[AnyEvent, ...]) -> Story:
    view = GAME.view(GAME.read("royal/4 0C@20 hand0=5"), None)
    return words.story([Told(view, events) for events in plies])


def lines(*plies: tuple[AnyEvent, ...]) -> list[str]:
    return [say(line.text) for line in tell(*plies).lines]


def play(source: int, target: int, card: str = "10", seat: int = 0) -> Played:
    return Played(seat, card, card, seat, "C", source, target)


def test_what_follows_from_a_play_does_not_name_the_player_again() -> None:
    assert lines((play(0, 10), Drew(0)), (Jumped(0, 0, 10, 26),)) == [
        "● Red plays 10: Citizen 0→10. Draws a card. The citizen jumps 10→26."
    ]


def test_discards_in_a_row_share_a_line() -> None:
    first, second = Discarded(0, "12"), Discarded(0, "8")
    assert lines((first, Drew(0)), (second,)) == [
        "● Red has no legal play and discards: 12. Draws a card. Discards: 8."
    ]
    assert lines((play(0, 10),), (second,))[1] == "● Red has no legal play and discards: 8."
    assert lines((Discarded(1, "12"),), (second,))[1] == "● Red has no legal play and discards: 8."


def test_the_exchange_is_told_only_where_nothing_else_is() -> None:
    assert lines((Exchanged(),)) == ["The passed cards have changed hands."]
    assert lines((Exchanged(),), (play(0, 10),)) == ["● Red plays 10: Citizen 0→10."]


LOST, SAVED = (
    "● Red Citizen runs past the goal and has another lap to go!",
    "● Red Citizen steps back behind the start and saves a lap!",
)


@pytest.mark.parametrize(
    ("played", "shout"),
    [
        (play(59, 8), LOST),
        (play(62, 0), "● Red Citizen stops on its start space and has another lap to go!"),
        (play(2, 0, "4"), None),
        (play(40, 50), None),
        (play(-1, 0, "13"), None),
        (play(60, 102), "● Red Citizen is in the goal, 1 to go!"),
        (play(0, 60, "4"), SAVED),
        (play(8, 4, "4"), None),
        (play(3, 63, "4"), SAVED),
        (play(50, 20, "4", seat=1), None),
        (play(62, 2, "4"), LOST),
        (play(5, 60, "swap"), None),
    ],
)
def test_laps(played: Played, shout: str | None) -> None:
    told = tell((played,)).shout
    assert (told and say(told)) == shout


def test_only_who_misses_much_of_a_round_is_shouted_at() -> None:
    assert tell((DroppedOut(0, ("12", "8")),)).shout is None
    shout = tell((DroppedOut(0, ("12", "8", "8")),)).shout
    assert shout is not None
    assert say(shout) == "● Red has nothing left to play and is out for this round!"


def test_sides_are_told_apart() -> None:
    standing = words.standing(GAME.view(GAME.read("royal/4 0C@20 1C@30"), None))
    assert standing is not None
    assert say(standing) == "Steps still to go: ● Red + ◆ Green 44 and ▲ Yellow + ■ Blue 50."
