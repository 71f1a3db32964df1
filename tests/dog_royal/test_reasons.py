"""The sentences that explain suggested moves of DOG Royal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.coaching import SeenPly
from games.dog_royal import GAME
from games.dog_royal.state import State
from games.dog_royal.words.reasons import reason
from games.rng import Rng
from rendering.english import say


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        ("base/2 0p@h 2p@20 hand0=13", "13/p:h>0", "It brings a piece onto the track."),
        ("royal/2 0N@h 2N@20 hand0=13", "13/N:h>0", "It brings a piece onto the track: Knight."),
        ("base/2 0p@60 2p@20 hand0=6", "6/p:60>g2", "It brings a piece into the goal."),
        ("royal/2 0N@60 2N@20 hand0=6", "6/N:60>g2", "It brings a piece into the goal: Knight."),
    ],
)
def test_a_piece_is_named_only_where_pieces_have_names(position: str, code: str, sentence: str) -> None:
    assert explain(GAME.read(position), code) == sentence


def explain(state: State, code: str) -> str:
    found = reason([SeenPly(GAME.view(state, 0), GAME.parse(state, 0, code))], 0)
    assert found is not None
    return say(found)


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        ("base/2 0p@18 2p@40 hand0=5", "5/p:18>23", "It gains 5 steps and risks little."),
        ("base/2 0p@18 2p@20 hand0=5", "5/p:18>23", "It gains 5 steps."),
        ("base/2 0p@63 0p@g2 0p@g3 0p@g4 2p@40 hand0=4", "4/p:63>59", "It keeps the piece in front of the goal."),
        ("base/2 0p@20 2p@40 hand0=4", "4/p:20>16", "Every other move with this card costs you more."),
        ("base/2 0p@20 2p@40 hand0=4,5", "4/p:20>16", "It keeps your better cards for later."),
    ],
)
def test_a_move_on_the_track_is_explained_by_what_stands_behind_it(position: str, code: str, sentence: str) -> None:
    assert explain(GAME.read(position), code) == sentence


@pytest.mark.parametrize(("preset", "seats"), [("base_short", 2), ("base_short", 4)])
def test_a_start_card_is_not_said_to_help_a_rival_least(preset: str, seats: int) -> None:
    said: dict[str, str] = {}
    for number in range(20):
        state = GAME.setup(seats, GAME.presets[preset], Rng(bytes(32), "setup", number))
        said |= {card: explain(state, f"give/{card}") for card in state.hands[0]}
    start, other = said["13"], said["12"]
    if seats == 2:
        assert start == "The cards you keep are worth more to you."
        assert other.startswith("This card helps")
    else:
        assert "can bring out a piece" in start


def test_a_start_card_does_not_help_a_partner_whose_pieces_are_out() -> None:
    state = GAME.setup(4, GAME.presets["base_short"], Rng(bytes(32), "setup", 0))
    partner = state.colours[2]
    out = tuple((20, 21, 22) if colour == partner else row for colour, row in enumerate(state.pieces))
    state = replace(state, pieces=out, hands=(("13", "5", "6", "8"), *state.hands[1:]))
    assert "can use this card better" in explain(state, "give/13")
