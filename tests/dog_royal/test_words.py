"""The texts of DOG Royal: menus within limits, warnings, and reasons for refusals."""

from __future__ import annotations

from collections import Counter

import pytest

import games
from games.core import GameError, IllegalMove
from games.dog_royal import GAME
from games.dog_royal.components.cards import CARDS
from games.dog_royal.legality import find_obstacle
from games.dog_royal.options import Options
from games.dog_royal.state import State
from games.text import T, Text
from matches.texts import LANGUAGES, Persona, Texts
from tests.dog_royal.playing import dice, play

words = games.words("dog_royal")
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
SAY = {
    language: Texts().say(language, [Persona(name, (seat,)) for seat, name in enumerate(NAMES)])
    for language in LANGUAGES
}
CROWDED = "royal/6 0K@20 0N@30 0C@40 0J@50 1K@21 1N@31 2C@41 3J@51 3N@61 4N@70 5N@71 hand0=5,swap,swap"  # 4 x 7 swaps

CITIZEN_MAY_DRAW = "royal/4 draw_optional=yes 0C@10 phase=draw arrived=10 hand0=5"
KNIGHT_MAY_DRAW = "royal/4 draw_optional=yes 0N@10 phase=draw arrived=10 hand0=5"


def say(text: Text) -> str:
    return SAY["en"](text)


def menu(position: str) -> dict[str, str]:
    """Return the labels of all legal moves, by code."""
    state = GAME.read(position)
    seat = GAME.to_act(state)[0]
    view = GAME.view(state, seat)
    return {move.code: " ".join(map(say, words.menu(view, seat, move))) for move in GAME.legal_moves(view, seat)}


def list_warnings(position: str, code: str) -> list[str]:
    state = GAME.read(position)
    seat = GAME.to_act(state)[0]
    view = GAME.view(state, seat)
    return [say(text) for text in words.warnings(view, seat, GAME.parse(view, seat, code))]


def test_a_menu_reads_as_one_line() -> None:
    assert menu("royal/4 0N@21 0J@20 1K@50 0C@57 hand0=5,swap,1/11,= last=4 0K@h") == {
        "1/11/K:h>0": "1/11 · King → 0",
        "1/11/N:21>22": "1/11 · Knight 21→22",
        "1/11/N:21>32": "1/11 · Knight 21→32",
        "1/11/C:57>58": "1/11 · Citizen 57→58 + card",
        "1/11/C:57>4": "1/11 · Citizen 57→4",
        "1/11/C:57>g4": "1/11 · Citizen 57→g4",
        "1/11/J:20>21": "1/11 · Jester 20→21, captures ● Red Knight",
        "5/N:21>26": "5 · Knight 21→26 + card",
        "5/C:57>62": "5 · Citizen 57→62",
        "swap/N:21>50": "swap · Knight 21 ⇄ ▲ Yellow King 50",
        "swap/C:57>50": "swap · Citizen 57 ⇄ ▲ Yellow King 50",
        "swap/J:20>50": "swap · Jester 20 ⇄ ▲ Yellow King 50",
        "=/N:21>25": "= as 4 · Knight 21→25",
        "=/N:21>17": "= as 4 · Knight 21→17",
        "=/C:57>61": "= as 4 · Citizen 57→61",
        "=/C:57>53": "= as 4 · Citizen 57→53",
        "=/J:20>24": "= as 4 · Jester 20→24",
        "=/J:20>16": "= as 4 · Jester 20→16",
    }


def test_capture_and_draw_in_one_line() -> None:
    position = "royal/4 0N@21 1J@26 hand0=5"
    assert menu(position)["5/N:21>26"] == "5 · Knight 21→26, captures ▲ Yellow Jester + card"
    view = GAME.view(GAME.read(position), 0)
    named = words.name(view, 0, GAME.parse(view, 0, "5/N:21>26"))
    assert " ".join(map(say, named)) == "5 · Knight 21→26, captures ▲ Yellow Jester, draws a card"


def test_a_label_is_shorter_than_the_name_of_a_move() -> None:
    position = "royal/4 0N@21 hand0=13 0K@h"
    view = GAME.view(GAME.read(position), 0)
    assert menu(position)["13/K:h>0"] == "13 · King → 0"
    assert " ".join(map(say, words.name(view, 0, GAME.parse(view, 0, "13/K:h>0")))) == "13 · King starts on 0"


def test_a_partners_pieces_are_named_with_their_colour() -> None:
    assert menu("base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@40 hand0=5") == {"5/p:40>45": "5 · ◆ Green Piece 40→45"}


def test_a_card_with_more_than_25_results_asks_for_the_piece() -> None:
    labels = menu(CROWDED)
    assert labels["swap/K:20>31"] == "swap · King 20 · King 20 ⇄ ▲ Yellow Knight 31"
    assert labels["5/K:20>25"] == "5 · King 20→25"
    swaps = Counter(label.split(" · ")[1] for code, label in labels.items() if code.startswith("swap"))
    assert swaps == {"King 20": 7, "Knight 30": 7, "Citizen 40": 7, "Jester 50": 7}


def test_a_free_start_names_the_space() -> None:
    home = "royal/4 short=two_out phase=start 0K@h 0C@h 0J@h"
    assert menu(f"{home} 0N@h")["start/K"] == "King to the start space"
    assert menu(f"{home} 0N@0")["start/K"] == "King to the special space 10"


def test_the_card_of_a_special_space_is_offered() -> None:
    assert menu(CITIZEN_MAY_DRAW) == {"draw": "Draw a card", "decline": "Decline the card"}
    assert say(words.prompt(GAME.read(CITIZEN_MAY_DRAW), 0)) == (
        "Do you want the card of the special space? If you take it, your citizen may then jump to 26."
    )
    assert say(words.prompt(GAME.read(KNIGHT_MAY_DRAW), 0)) == (
        "Your piece is on a special space. Do you want the card?"
    )


@pytest.mark.parametrize(
    ("position", "code", "warnings"),
    [
        ("base/4 0p@20 2p@25 hand0=5", "5/p:20>25", ["This sends your partner's piece home: ◆ Green Piece."]),
        ("royal/4 0N@20 0J@25 hand0=5", "5/N:20>25", ["This sends your own piece home: ● Red Jester."]),
        ("base/4 0p@20 1p@25 hand0=5", "5/p:20>25", []),
        # Alone, nobody is a partner.
        ("base/4 solo=yes 0p@20 2p@25 hand0=5", "5/p:20>25", []),
        ("base/4 solo=yes 0p@20 1p@25 hand0=5", "5/p:20>25", []),
        (
            "base/4 0p@60 hand0=6",
            "6/p:60>2",
            ["This piece could enter the goal. If it runs past, it needs another lap."],
        ),
        ("base/4 0p@60 hand0=6", "6/p:60>g2", []),
        ("base/4 0p@58 hand0=6", "6/p:58>0", ["This piece runs past the goal and needs another lap."]),
        ("base/4 0p@60 hand0=9", "9/p:60>5", ["This piece runs past the goal and needs another lap."]),
        ("base/4 0p@60 1p@9 hand0=magnet", "magnet/p:60>8", ["This piece runs past the goal and needs another lap."]),
        ("base/4 0p@60 1p@9 hand0=swap", "swap/p:60>9", []),
        ("base/4 0p@2 hand0=4", "4/p:2>62", []),
        ("base/4 0p@20 hand0=4", "4/p:20>16", []),
        ("royal/4 0N@5 hand0=5", "5/N:5>10", ["A special space: you draw a card at once."]),
        ("royal/4 draw_optional=yes 0N@5 hand0=5", "5/N:5>10", ["A special space: you may draw a card."]),
        (
            "royal/4 0C@5 hand0=5",
            "5/C:5>10",
            ["A special space: you draw a card at once.", "Then your citizen may jump."],
        ),
        (
            "royal/4 0C@5 1K@26 2K@42 3K@58 hand0=5",
            "5/C:5>10",
            ["A special space: you draw a card at once."],
        ),
        (
            "royal/4 draw_optional=yes 0C@5 hand0=5",
            "5/C:5>10",
            ["A special space: you may draw a card.", "If you draw the card, your citizen may then jump."],
        ),
        (CITIZEN_MAY_DRAW, "decline", ["Without the card, your citizen cannot jump."]),
        (f"{CITIZEN_MAY_DRAW} 1K@26 2K@42 3K@58", "decline", []),
        (KNIGHT_MAY_DRAW, "decline", []),
        (CITIZEN_MAY_DRAW, "draw", []),
        ("royal/4 0C@5 1N@10 hand0=swap", "swap/C:5>10", []),
        # Once a player's goal is full, they move their partner's pieces; capturing one of these is announced as well.
        (
            "base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@40 2p@45 hand0=5",
            "5/p:40>45",
            ["This sends your partner's piece home: ◆ Green Piece."],
        ),
    ],
)
def test_warnings(position: str, code: str, warnings: list[str]) -> None:
    assert list_warnings(position, code) == warnings


@pytest.mark.parametrize(
    ("position", "card", "reason"),
    [
        ("base/4 0p@20", "=", "no_copy"),
        ("base/4 0p@20 1p@h", "magnet", "alone"),
        ("base/4 0p@20 1p@21", "magnet", "directly_behind"),
        ("base/4 0p@20 1p@16", "swap", "no_swap"),
        ("base/4 0p@h 1p@20", "8", "nobody_out"),
        ("base/4 0p@h 1p@20", "swap", "nobody_out"),
        ("base/4 0p@g3 0p@h 1p@20", "magnet", "nobody_out"),
        ("royal/4 0K@0 0N@h", "13", "king_only"),
        ("royal/4 0J@0 0K@h 1C@5", "13", "start_taken"),
        ("royal/4 0K@0 0N@h 1K@9 1C@1", "1/11", ""),
        ("royal/4 0K@20 1N@40", "9", "king_only"),
        ("royal/4 0J@20 1C@22", "3", "blocked"),
        ("base/4 0p@g1 0p@g3", "2", "blocked"),
        ("base/4 0p@20", "5", ""),
    ],
)
def test_why_a_card_cannot_be_played(position: str, card: str, reason: str) -> None:
    state = GAME.read(f"{position} hand0={card}")
    assert find_obstacle(GAME.view(state, 0), 0, card) == reason
    if reason:
        assert say(words.refusal(GameError(reason))) != say(words.refusal(GameError("not_legal")))


@pytest.mark.parametrize(
    ("position", "seat", "code", "reason"),
    [
        ("base/4 0p@20 hand0=5", 0, "pass", "must_play"),
        ("base/4 0p@20 hand0=5", 1, "5/p:20>25", "not_your_turn"),
        ("base/4 0p@20 hand0=5", 0, "6/p:20>26", "not_in_hand"),
        ("base/4 0p@20 hand0=5", 0, "5/p:20>26", "not_with_this_card"),
        ("royal/4 0J@20 1C@22 hand0=3,5,2", 0, "3/J:20>23", "higher_rank"),
        ("base/2 0p@h 2p@20 hand0=8,9 phase=discard", 0, "drop/5", "not_in_hand"),
        ("base/2 0p@h 2p@20 hand0=8,9 phase=discard", 0, "pass", "must_play"),
        ("base/4 0p@20 hand0=5", 0, "stay", "not_legal"),
        ("base/4 phase=over turn=-1 dealer=0", 0, "stay", "over"),
        ("base/4 phase=exchange turn=-1 dealer=0 hand0=5,6", 0, "give/8", "not_in_hand"),
    ],
)
def test_a_refusal_names_its_reason(position: str, seat: int, code: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.parse(GAME.read(position), seat, code)
    assert refused.value.reason == reason
    if reason != "not_legal":
        assert say(words.refusal(refused.value)) != say(words.refusal(GameError("not_legal")))


def list_texts(state: State, viewer: int | None) -> list[str]:
    """List all texts a viewer is shown."""
    view = GAME.view(state, viewer)
    texts = [words.status(view), *words.position(view, viewer), *(words.event(view, event) for event in view.events)]
    if viewer is not None:
        reasons = filter(None, (find_obstacle(view, viewer, card) for card in CARDS))
        texts += [words.refusal(GameError(reason)) for reason in reasons]
        if viewer in (*GAME.to_act(view), *GAME.may_revise(view)):
            texts.append(words.prompt(view, viewer))
        for move in GAME.legal_moves(view, viewer):
            texts += [*words.menu(view, viewer, move), *words.warnings(view, viewer, move)]
    return [say(text) for text in texts if text is not None]


def test_only_the_drawer_reads_the_card_drawn() -> None:
    state = play(GAME.read("royal/4 0C@5 1N@20 hand0=5 hand1=2 deck=13,2"), "0 5/C:5>10")
    assert say(words.prompt(GAME.view(state, 0), 0)) == "You drew: 13. Does your citizen jump to 26?"
    assert "You drew: 13." in list_texts(state, 0)
    assert not any("drew" in line for line in (*list_texts(state, 1), *list_texts(state, None)))
    assert GAME.view(state, 1).drawn == "?"


def test_only_giver_and_receiver_read_the_card_passed() -> None:
    state = GAME.setup(4, Options(mode="base"), dice(4))
    for seat in range(4):
        state = play(state, f"{seat} {GAME.legal_moves(state, seat)[0].code}")
    passed = state.given[0]
    assert f"You gave away: {passed}." in list_texts(state, 0)
    assert f"● Red (Ada) gave you: {passed}." in list_texts(state, 2)
    assert not any("Ada) gave you" in line for line in (*list_texts(state, 1), *list_texts(state, None)))


def test_partners_are_told_not_to_talk() -> None:
    state = GAME.setup(4, Options(), dice(1))
    assert "Partners must not talk about their cards or plans." in say(words.event(state, state.events[0]) or T(""))
    state = GAME.setup(3, Options(), dice(1))
    assert "Partners" not in say(words.event(state, state.events[0]) or T(""))


def test_the_exchange_names_card_and_receiver() -> None:
    assert menu("royal/4 phase=exchange hand0=5,= hand1=2 hand2=2 hand3=2") == {
        "give/5": "5 → ◆ Green (Cy)",
        "give/=": "copy (=) → ◆ Green (Cy)",
    }
    assert menu("royal/3 phase=exchange hand0=5 hand1=2 hand2=2") == {"give/5": "5 → ▲ Yellow (Bo)"}


def test_a_card_passed_on_can_be_changed_until_the_last_seat_has_chosen() -> None:
    state = GAME.read("royal/3 phase=exchange hand0=5,6 hand1=2 hand2=2")
    give = GAME.parse(state, 0, "give/5")
    assert not GAME.needs_confirmation(state, 0, give)
    chosen = GAME.apply(state, 0, give, dice(0))
    assert (
        say(words.prompt(GAME.view(chosen, 0), 0))
        == "You pass 5 to ▲ Yellow (Bo). You can change it until everybody has chosen."
    )
    assert not GAME.needs_confirmation(chosen, 0, GAME.parse(chosen, 0, "give/6")), "a change is not final"
    chosen = GAME.apply(chosen, 1, GAME.parse(chosen, 1, "give/2"), dice(0))
    last = GAME.parse(chosen, 2, "give/2")
    assert GAME.needs_confirmation(chosen, 2, last)
    assert [say(text) for text in words.warnings(GAME.view(chosen, 2), 2, last)] == [
        "Everybody else has chosen: this is final."
    ]


@pytest.mark.parametrize(
    ("hand", "explained"),
    [
        ("hand0=2", "Play a card."),
        ("hand0=2,= last=3", "Play a card. Your = repeats the last card: 3."),
        ("hand0=5", "Play a card. A move that ends on a hat draws a card."),
        (
            "hand0=5,= last=5",
            "Play a card. Your = repeats the last card: 5. A move that ends on a hat draws a card.",
        ),
        ("hand0=2,=", "Play a card."),
    ],
)
def test_copy_and_hats_are_explained_when_they_can_be_used(hand: str, explained: str) -> None:
    view = GAME.view(GAME.read(f"royal/4 0N@21 {hand}"), 0)
    assert say(words.prompt(view, 0)) == explained
    assert say(words.prompt(GAME.view(view, None), 0)) == "Play a card.", "the public is told nothing of the hand"
