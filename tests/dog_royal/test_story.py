"""The story of DOG Royal: a player is named once in a line, and laps lost and saved are shouted."""

from __future__ import annotations

import itertools
import re

import pytest

import games
from games.dog_royal import GAME
from games.dog_royal.events import AnyEvent, Dealt, Discarded, Drew, DroppedOut, Exchanged, Jumped, Played
from games.dog_royal.scoring import count_steps_to_go
from games.rng import NO_CHANCE
from games.story import Story, Told
from matches.texts import Persona, Texts
from tests.support.laws.playouts import playout

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
        "● Red plays 10: Citizen 0→10. Draws a card. The citizen jumps 10→26. To go: ● Red −26."
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
        (play(5, 60, "swap"), "The swap saves ● Red Citizen 55 steps!"),
        (play(60, 29, "swap"), "The swap costs ● Red Citizen 31 steps!"),
        (play(60, 30, "swap"), None),
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
    assert say(standing) == "Steps still to go: ● Red + ◆ Green 44 (ahead by 6) and ▲ Yellow + ■ Blue 50."
    level = words.standing(GAME.view(GAME.read("royal/4 0C@20 1C@36"), None))
    assert level is not None
    assert say(level) == "Steps still to go: ● Red + ◆ Green 44 and ▲ Yellow + ■ Blue 44."


SWINGS = [  # position, code, the line, its brief form; None: the turn does not matter
    ("royal/4 0C@20 1C@50 hand0=5", "5/C:20>25", "5: Citizen 20→25.", None),
    (
        "royal/4 0C@20 1C@40 hand0=5",
        "5/C:20>25",
        "5: Citizen 20→25. Now in the lead: ● Red + ◆ Green.",
        "5: Citizen 20→25. Now in the lead: ● Red + ◆ Green.",
    ),
    (
        "royal/4 0C@20 1C@25 hand0=5",
        "5/C:20>25",
        "5: Citizen 20→25. ▲ Yellow Citizen is captured on 25 and goes home. To go: ▲ Yellow +10.",
        "5: Citizen 20→25. ▲ Yellow Citizen goes home (+10).",
    ),
    (
        "royal/4 0C@6 1C@40 hand0=swap",
        "swap/C:6>40",
        "swap: Citizen 6→40. ▲ Yellow Citizen moves 40→6 in return. To go: ● Red −34 and ▲ Yellow −30.",
        "swap: Citizen 6→40. ▲ Yellow Citizen moves 40→6 in return. To go: ● Red −34 and ▲ Yellow −30.",
    ),
    (
        "royal/4 0C@60 0K@h hand0=5",
        "5/C:60>g1",
        "5: Citizen 60→g1. In the goal, 1 to go.",
        "5: Citizen 60→g1. In the goal, 1 to go.",
    ),
    (
        "royal/4 0C@60 hand0=8 1C@24",
        "8/C:60>4",
        "8: Citizen 60→4. Another lap to go. To go: ● Red +56. Now in the lead: ▲ Yellow + ■ Blue.",
        "8: Citizen 60→4. Another lap to go. To go: ● Red +56. Now in the lead: ▲ Yellow + ■ Blue.",
    ),
]


@pytest.mark.parametrize(("position", "code", "expected", "brief"), SWINGS)
def test_what_changes_many_steps_is_told_with_its_card(
    position: str, code: str, expected: str, brief: str | None
) -> None:
    state = GAME.read(position)
    after = GAME.apply(state, 0, GAME.parse(state, 0, code), NO_CHANCE)
    line = words.story([Told(GAME.view(after, None), after.events)]).lines[0]
    assert say(line.text).startswith(f"● Red plays {expected}")
    assert (None if line.brief is None else say(line.brief)) == (None if brief is None else f"● Red plays {brief}")


@pytest.mark.parametrize("number", range(3))
def test_changes_of_steps_add_up_to_those_of_the_positions(number: int) -> None:
    played = 0
    for before, after in itertools.pairwise(playout("dog_royal", number).states):
        story = words.story([Told(GAME.view(after, None), after.events)])
        told = " ".join(say(line.text) for line in story.lines)
        wanted = {c: count_steps_to_go(after, c) - count_steps_to_go(before, c) for c in after.colours}
        if (found := re.search(r"To go: (.*?)\.", told)) is not None:
            changes = {colour: steps.replace("−", "-") for colour, steps in re.findall(r"(\w+) ([+−]\d+)", found[1])}
            assert sorted(map(int, changes.values())) == sorted(each for each in wanted.values() if not -14 < each < 5)
            played += 1
        else:
            assert all(-14 < steps < 5 for steps in wanted.values()), told
    assert played > 3


def test_the_end_tells_how_far_the_others_have_to_go() -> None:
    last = playout("dog_royal", 0).states[-1]
    play, colour_in = words.story([Told(GAME.view(last, None), last.events)]).lines
    assert play.brief is not None
    for form in (play.text, play.brief):
        assert say(form).endswith(". Steps still to go: ● Red 48.")
    assert say(colour_in.text) == "All pieces of ◆ Green are in the goal!"


def test_a_deal_and_a_hand_shown_are_brief_where_there_is_little_room() -> None:
    out, deal = tell((DroppedOut(0, ("12", "8")), Dealt(3, 1))).lines
    assert [say(each.brief) for each in (out, deal) if each.brief is not None] == [
        "● Red is out for this round.",
        "Round 3 begins.",
    ]


def test_only_a_leader_who_stays_in_the_lead_is_named() -> None:
    """Red leads; yellow overtakes red, and red yellow."""
    positions = ("0C@20 1C@32", "0C@20 1C@40", "0C@28 1C@40")
    moves = (play(31, 32, seat=1), play(32, 40, seat=1), play(20, 28))
    plies = [
        Told(GAME.view(GAME.read(f"royal/4 {each}"), None), (move,))
        for each, move in zip(positions, moves, strict=True)
    ]
    for count, named in ((1, []), (2, [False, True]), (3, [])):
        told = [say(line.text) for line in words.story(plies[:count]).lines]
        assert [line.endswith("Now in the lead: ▲ Yellow + ■ Blue.") for line in told] == (named or [False] * count)
        assert "Red + " not in " ".join(told)
