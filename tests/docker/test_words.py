"""The texts of Docker: complete, unambiguous and within Discord's limits in every language."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.core import BadOptions, GameError, IllegalMove
from games.docker import GAME
from games.docker.events import Drawn, Eliminated, FailedRoll, Moved, Rolled, Won
from games.docker.options import Options
from games.story import Told
from matches.texts import LANGUAGES, Persona, Texts

words = games.words("docker")
TEXTS = Texts()
POSITIONS = [
    "empty / res R3 Y3 G3 B3 / move R die 3 / seats 2",
    "A1=RYG B1=YG B2=B C3=BR / res R1 Y1 G1 B1 / move R die 3 / seats 2",
    "A1=RYG B1=YG B2=B C3=BR / res R1 Y1 G1 B1 / move B die 6 after 1 1 3 / seats 4 / out G / entry=any / turn_limit=0",
    "A1=R B2=YYRGR / res G1 / move R die 4 / seats 3 / revisit=no_reverse",
]


def say(language: str = "en", seats: int = 4) -> Any:
    cast = tuple(Persona("W" * 32, colours) for colours in GAME.colours(seats, Options()))
    return TEXTS.say(language, cast)


def test_a_covered_cube_one_wishes_to_move_is_named_as_ones_own() -> None:
    state = GAME.read("A1=RYY B1=R / res R1 / move R die 3 / seats 2 / pieces2=3")
    wishes = {wish.code: wish for wish in GAME.list_wishes(state, 0)}
    tell = say(seats=2)
    label, _ = map(tell, words.menu(state, 0, wishes["A1>A2"]))
    assert label.endswith("Red on A1 (ground)")
    assert words.signs(state, 0, wishes["A1>A2"]) == ("R",)


def test_position_in_words() -> None:
    state = GAME.read(POSITIONS[1])
    assert [
        TEXTS.say("en", tuple(Persona("", c) for c in GAME.colours(2, Options())))(t) for t in words.position(state, 0)
    ] == [
        "●◆ Red rolled 3 and is to move.",
        "A1, from the bottom: ● Red, ▲ Yellow, and ◆ Green.",
        "B1, from the bottom: ▲ Yellow and ◆ Green.",
        "B2: ■ Blue.",
        "C3, from the bottom: ■ Blue and ● Red.",
        "Empty: C1, A2, C2, A3, and B3.",
        "Reserve of ●◆ Red: 1 × ● Red and 1 × ◆ Green.",
        "Reserve of ▲■ Yellow: 1 × ▲ Yellow and 1 × ■ Blue.",
        "Entries: ● Red on B3, ◆ Green on B1, ▲ Yellow on A2, and ■ Blue on C2.",
        "Turns played: 0. Draw after 200.",
    ]


@pytest.mark.parametrize(
    ("position", "code", "label"),
    [
        (POSITIONS[0], "in/R>B1", "● Red from the reserve → B1 (ground)"),
        (POSITIONS[1], "A1>B2", "◆ Green on A1 (floor 3) → B2 (floor 2, on ■ Blue)"),
        ("A1=R / move R die 4 / revisit=start_ok", "A1>A1", "● Red on A1 (ground) → A1 (ground)"),
        ("A1=YR / move R die 6 / revisit=start_ok", "A1>A1", "● Red on A1 (floor 2) → A1 (floor 2, on ▲ Yellow)"),
    ],
)
def test_menu_labels(position: Any, code: Any, label: Any) -> None:
    state = GAME.read(position)
    move = GAME.parse(state, 0, code)
    assert " ".join(map(say(), words.menu(state, 0, move))) == label


@pytest.mark.parametrize(
    ("position", "code", "warnings"),
    [
        ("A1=R C3=Y / res R2 / move R die 1", "A1>B1", []),
        ("A1=R B1=R C3=R / move R die 2", "A1>B1", ["This covers a cube of your own on B1: ● Red."]),
        ("A1=YR / res R2 / move R die 2", "A1>B1", ["This frees ▲ Yellow on A1."]),
        ("A1=YR / res R2 / move R die 2 / out Y", "A1>B1", []),
        ("A1=GR / res R2 / move R die 2 / seats 2", "A1>B1", []),
        (
            "A1=R / res R1 / move R die 1",
            "in/R>B3",
            ["This is your last cube in reserve. Without one, you can no longer roll again."],
        ),
        ("A1=R / res R1 / move R die 1 / reroll=none", "in/R>B3", []),
        ("A1=R / res R1 Y1 G1 / move R die 1 / seats 2", "in/R>B3", []),
        (
            "A1=R B1=Y / move R die 2",
            "A1>B1",
            ["After this move, these rolls would eliminate you: 1."],
        ),
        (
            "A1=R B1=R / res R1 / move R die 2",
            "A1>B1",
            ["This covers a cube of your own on B1: ● Red."],
        ),
    ],
)
def test_warnings(position: Any, code: Any, warnings: Any) -> None:
    state = GAME.read(position)
    assert list(map(say(), words.warnings(state, 0, GAME.parse(state, 0, code)))) == warnings


@pytest.mark.parametrize(
    ("position", "event", "sentence"),
    [
        ("A1=R", Moved(0, 0, None, 0, (7, 6, 3, 0)), "● Red brings in ● Red on A1."),
        ("A1=YR", Moved(0, 0, 1, 0, (1, 0)), "● Red moves ● Red from B1 to A1, on top of ▲ Yellow."),
        ("A1=R", Moved(0, 0, 0, 0, (1, 4, 3, 0)), "● Red moves ● Red in a circle, back to A1."),
        ("empty", FailedRoll(1, (1, 1)), "▲ Yellow rolls 1 and 1: no move fits, so they roll again."),
        ("empty", Rolled(1, 4), "▲ Yellow rolls 4."),
        ("empty", Eliminated(1, 1), "▲ Yellow has no move for a 1 and is out."),
        ("empty", Won(2), "◆ Green is the last one left."),
        ("empty", Drawn((0, 3)), "The turn limit is reached."),
    ],
)
def test_events(position: Any, event: Any, sentence: str) -> None:
    said = words.event(GAME.read(position), event)
    assert said is not None
    assert TEXTS.say("en", tuple(Persona("", (c,)) for c in range(4)))(said) == sentence


@pytest.mark.parametrize(
    ("reserve", "plies", "shout"),
    [
        ("R1", [(FailedRoll(0, (6,)),)], "The reserve saves ● Red!"),
        ("R2", [(FailedRoll(0, (6,)),)], None),
        ("R2", [(FailedRoll(0, (6, 6, 5)),)], "The reserve saves ● Red!"),
        ("R1", [(Eliminated(1, 1), Eliminated(2, 3))], "▲ Yellow and ◆ Green are out!"),
        ("R1", [(Eliminated(1, 1),), (Eliminated(2, 3),)], "▲ Yellow and ◆ Green are out!"),
    ],
)
def test_shouts(reserve: str, plies: Any, shout: str | None) -> None:
    view = GAME.read(f"B2=Y / res {reserve} / move R die 4 / seats 3")
    told = words.story([Told(view, events) for events in plies]).shout
    tell = TEXTS.say("en", tuple(Persona("", (c,)) for c in range(3)))
    assert (told and tell(told)) == shout


def test_the_move_before_a_fall_and_who_is_left_are_told_however_little_room_there_is() -> None:
    """Brief lines are told in any case."""
    view = GAME.read("A1=YR B2=GYB C3=B / move R die 4 / seats 4 / out Y G")
    plies = [
        Told(view, (Rolled(3, 2), Moved(3, 3, None, 4, (5, 4)), Rolled(0, 5))),
        Told(view, (Moved(0, 0, 3, 0, (3, 0)), Rolled(1, 1), Eliminated(1, 1), Rolled(2, 3), Eliminated(2, 3))),
    ]
    tell = TEXTS.say("en", tuple(Persona("", (c,)) for c in range(4)))
    assert [tell(line.brief) for line in words.story(plies).lines if line.brief] == [
        "● Red rolls 5: A2→A1, on top of ▲ Yellow.",
        "▲ Yellow is out on a 1.",
        "Still in (free cubes): ■ Blue 2, ● Red 1, and ◆ Green 0.",
        "◆ Green is out on a 3.",
    ]


def test_the_last_fall_and_the_win_are_one_line() -> None:
    over = GAME.read("B2=Y / seats 3 / out G R / over")
    (line,) = words.story([Told(over, (Eliminated(0, 6), Won(1)))]).lines
    tell = TEXTS.say("en", tuple(Persona("", (c,)) for c in range(3)))
    assert tell(line.text) == "● Red has no move for a 6 and is out. ▲ Yellow is the last one left."
    assert line.brief is not None
    assert tell(line.brief) == "● Red is out on a 6."


@pytest.mark.parametrize(
    ("position", "standing"),
    [
        ("B2=Y / res R1 Y1 G1 / move R die 4 / seats 3", "Free cubes: ▲ Yellow 2, ● Red 1, and ◆ Green 1."),
        ("B2=Y / res R1 Y1 / move R die 4 / seats 3 / out G", "Still in (free cubes): ▲ Yellow 2 and ● Red 1."),
        (
            "B2=YRY / res R1 / move R die 4 / seats 3 / out G",
            "Still in (free cubes): ● Red 1 and ▲ Yellow 1. Whatever ● Red does, ▲ Yellow falls on 1 or 2.",
        ),
        (
            "A1=YYYR B1=G / res - / move R die 5 / seats 3",
            "Free cubes: ● Red 1, ◆ Green 1, and ▲ Yellow 0. Whatever ● Red does, ▲ Yellow falls on 1. "
            "Unless a move changes it, ▲ Yellow also falls on 2, 3, 4, 5 or 6.",
        ),
        (
            "B2=YYRR A1=Y C3=RG / res - / move R die 4 / seats 3",
            "Free cubes: ● Red 1, ▲ Yellow 1, and ◆ Green 1. "
            "Unless a move changes it, ▲ Yellow falls on 4 or 5 and ◆ Green falls on 1 or 5.",
        ),
        (
            "B2=YRY / res R1 / move R die 4 / seats 3 / out G / turns 199",
            "Still in (free cubes): ● Red 1 and ▲ Yellow 1.",
        ),
        ("B2=Y / seats 3 / out G R / over", None),
    ],
)
def test_the_line_of_the_standing_counts_free_cubes(position: Any, standing: str | None) -> None:
    assert describe_standing(GAME.read(position)) == standing


def describe_standing(view: Any) -> str | None:
    told = words.standing(view)
    tell = TEXTS.say("en", tuple(Persona("", (c,)) for c in range(3)))
    return None if told is None else tell(told)


def test_status() -> None:
    state = GAME.read("B2=RG A1=R / res R1 Y2 / move R die 4 / seats 3 / out G")
    assert TEXTS.say("en", tuple(Persona("", (c,)) for c in range(3)))(words.status(state)) == (
        "● Red rolled 4 and is to move. ● Red: 2 on the board, 1 of them on top, 1 in reserve. "
        "▲ Yellow: 0 on the board, 0 of them on top, 2 in reserve."
    )
    won, drawn = GAME.read("empty / seats 2 / out R / over"), GAME.read("empty / seats 3 / out Y / over")
    assert say()(words.status(won)).startswith("The game is over: ▲")
    assert " and " in say()(words.status(drawn))


def refusals() -> dict[str, GameError]:
    """Return an error of each kind, by name."""
    board = "A1=R B2=Y C1=RY / res R1 Y1 / move R die 1"
    found: dict[str, GameError] = {
        "seats": BadOptions("seats", seats=5),
        "turn_limit": BadOptions("turn_limit", turn_limit=-1, most=2000),
        "not_legal": IllegalMove("A1>B1"),
    }
    for code in ("x", "A3>B3", "B2>B1", "C1>C2", "A1>C3", "in/R>B1", "in/Y>A2"):
        with pytest.raises(IllegalMove) as refused:
            GAME.parse(GAME.read(board), 0, code)
        found[f"{refused.value.reason} {code}"] = refused.value
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_different_sentence(language: str) -> None:
    said = {kind: say(language)(words.refusal(error)) for kind, error in refusals().items()}
    assert len(set(said.values())) == len(said) == 10
    assert not [text for text in said.values() if "{" in text]


def test_rules_pages_teach_what_the_rules_do() -> None:
    states = [GAME.read(page.position) for page in words.rules()]
    ends = [{move.target for move in GAME.legal_moves(state, state.to_move)} for state in states]
    assert ends[1] == {"A1", "B2", "C1", "A3"}
    assert "B1" in ends[2]
    assert ends[3] == {"C1", "B2", "A3", "C3"}
    assert ends[4] == set()
