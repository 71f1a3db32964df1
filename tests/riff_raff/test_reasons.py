"""The sentences that explain suggested moves of Riff Raff."""

from __future__ import annotations

import pytest

from games.coaching import SeenPly
from games.riff_raff import GAME, standin
from games.riff_raff.moves import CARDS, PlayCard
from games.riff_raff.words import names, reasons
from games.rng import Rng
from games.text import Text
from matches.texts import Texts
from rendering.english import say


def find_reason(card: int) -> Text:
    state = GAME.setup(2, GAME.presets["standard"], Rng(bytes(32), "reasons", 0))
    move: PlayCard = CARDS[card]
    found = reasons.reason([SeenPly(GAME.view(state, 0), move)], 0)
    assert found is not None
    return found


def explain_card(card: int) -> str:
    return say(find_reason(card))


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_a_reason_names_the_piece_where_it_speaks_of_it(language: str) -> None:
    said = Texts().say(language)(find_reason(1))
    assert not said.endswith(")."), "the piece's name hangs at the end, in brackets"


@pytest.mark.parametrize(
    ("angle", "said"),
    [
        (0, "lengthwise, towards the bow"),
        (15, "slantwise, one step past bow"),
        (30, "slantwise, 2 steps past bow"),
        (45, "slantwise, towards the port bow"),
        (60, "slantwise, one step past port bow"),
        (90, "crosswise, towards port"),
    ],
)
def test_every_turn_says_how_the_piece_lies(angle: int, said: str) -> None:
    assert say(names.turn(angle)) == said


@pytest.mark.parametrize(
    ("tilt", "said"),
    [
        (8.0, "Area 9 is a risk worth taking: with your plank the ship leans about 8°."),
        (15.0, "Area 9 is a risk worth taking: with your plank the ship leans about 15°."),
        (90.0, "Area 9 is a gamble: with your plank everything will slide, judging by weight alone."),
    ],
)
def test_a_steep_lean_is_not_called_steady(tilt: float, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert explain_card(1).startswith("Area 1 keeps the ship steady: ")
    steep = standin.Plan(tilt + 5.0, tilt, "plank", "A1")
    monkeypatch.setattr(standin, "list_plans", lambda view, area, kinds: iter((steep,)))
    assert explain_card(9) == said


@pytest.mark.parametrize(("holds", "start"), [(0.2, "It is a risk. Judged"), (0.8, "Judged")])
def test_a_loading_that_will_hardly_hold_is_called_a_risk(
    holds: float, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "estimate", lambda view, laid: holds)
    state = GAME.setup(2, GAME.presets["standard"], Rng(bytes(32), "reasons", 0))
    for seat, card in ((0, 1), (1, 2)):
        state = GAME.apply(state, seat, CARDS[card], Rng(bytes(32), "reasons", 1))
    seat = state.order[state.turn]
    plies = []
    while state.phase in ("piece", "spot", "pose"):
        move = GAME.choose(GAME.view(state, seat), seat, Rng(bytes(32), "reasons", 2))
        plies.append(SeenPly(GAME.view(state, seat), move))
        state = GAME.apply(state, seat, move, Rng(bytes(32), "reasons", 3))
    found = reasons.reason(plies, seat)
    assert found is not None
    assert say(found).startswith(start)
