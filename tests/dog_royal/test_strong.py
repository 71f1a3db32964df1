"""The strong computer player of DOG Royal."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from arena.match import play_deals
from games.core import HIDDEN
from games.dog_royal import GAME
from games.dog_royal.options import Options
from games.dog_royal.state import State, find_receiver, list_sides
from games.dog_royal.strong import search
from games.dog_royal.strong.value import FEATURES, list_features, load_value, name_table
from games.dog_royal.strong.worlds import Worlds
from games.rng import Rng
from tests.dog_royal.playing import check_invariants, dice, some_states
from tests.support.numbers import times

TABLES = [(seats, solo) for seats in GAME.seats for solo in (False, True)]


def test_worlds_are_deals_that_agree_with_the_view() -> None:
    known = 0
    for state, number in some_states(times(3000, usual=150)):
        for seat in range(state.seats):
            view = GAME.view(state, seat)
            worlds = Worlds(view, seat)
            world = worlds.deal(dice(number))
            assert world.hands[seat] == state.hands[seat]
            if state.phase == "exchange":
                assert world.given == tuple(card if k == seat else "" for k, card in enumerate(state.given))
            else:
                assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
                assert len(world.deck) == len(state.deck)
                known += state.given[seat] in world.hands[find_receiver(state, seat)]
            assert HIDDEN not in "".join((*world.deck, *(card for hand in world.hands for card in hand)))
            check_invariants(world)
    assert known > 50


def test_the_partner_keeps_the_card_it_was_given_in_every_world() -> None:
    position = "base/4 0p@20 1p@30 2p@60 3p@50 round=2 given=13,5,6,8 hand0=2,3 hand1=9,9 hand2=13,10 hand3=4,4"
    state = GAME.read(position)
    worlds = Worlds(GAME.view(state, 0), 0)
    assert all("13" in worlds.deal(dice(seed)).hands[2] for seed in range(30))
    played = GAME.read(position.replace("hand2=13,10", "hand2=12,10") + " discard=13,6,6")
    worlds = Worlds(GAME.view(played, 0), 0)
    dealt = Counter("13" in worlds.deal(dice(seed)).hands[2] for seed in range(60))
    assert dealt[False] > 30, "the 13 on the pile may be that card"


@pytest.mark.parametrize("mode", ["royal", "base"])
@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_chances_of_all_sides_add_up(seats: int, solo: bool, mode: Any) -> None:
    state = GAME.setup(seats, Options(mode=mode, solo=solo), dice(seats))
    value, sides = load_value(name_table(state)), list_sides(state)
    assert math.isclose(sum(value.rate(state, sides, index) for index in range(len(sides))), 1.0)
    assert all(math.isclose(value.rate(state, sides, index), 1 / len(sides)) for index in range(len(sides)))
    assert all(len(list_features(state, side)) == FEATURES for side in sides)


def test_the_value_likes_progress() -> None:
    def rate(position: str) -> float:
        state = GAME.read(position)
        return load_value(name_table(state)).rate(state, list_sides(state), 0)

    ahead = rate("royal/2 0N@40 0K@h 0C@h 0J@h 2N@50 2K@h 2C@h 2J@h")
    assert rate("royal/2 0N@g4 0K@h 0C@h 0J@h 2N@50 2K@h 2C@h 2J@h") > ahead + 0.05
    assert rate("royal/2 0N@h 0K@h 0C@h 0J@h 2N@50 2K@h 2C@h 2J@h") < ahead - 0.02


def test_it_makes_legal_moves_that_depend_on_the_chance_given() -> None:
    for state, number in some_states(times(300, usual=4), every=11):
        for seat in GAME.to_act(state)[:1]:
            view = GAME.view(state, seat)
            move = GAME.choose_strong(view, seat, Rng(b"s" * 32, "choose", number))
            assert move in GAME.legal_moves(state, seat)
            assert move == GAME.choose_strong(view, seat, Rng(b"s" * 32, "choose", number))


def choose(position: str) -> str:
    state: State = GAME.read(position)
    seat = GAME.to_act(state)[0]
    return search.choose(GAME.view(state, seat), seat, dice(1)).code


def test_it_wins_at_once_if_it_can() -> None:
    """The last piece goes in by six steps; capturing a rival's far piece by five would please the normal player."""
    goal = "0p@g2 0p@g3 0p@g4"
    rivals = "2p@63 2p@20 2p@h 2p@h"
    assert choose(f"base/2 0p@62 {goal} {rivals} hand0=3,1/11 hand1=8,8") == "3/p:62>g1"


def test_it_passes_its_partner_the_card_that_wins() -> None:
    """Seat 2 moves first and needs a 3 for the last piece of its side; the normal player keeps the 3."""
    position = (
        "base/4 0p@g1 0p@g2 0p@g3 0p@g4 2p@30 2p@g2 2p@g3 2p@g4 1p@g3 1p@g4 1p@10 1p@h 3p@g3 3p@g4 3p@50 3p@h "
        "phase=exchange round=2 dealer=1 given=-,5,5,5 hand0=13,12,3,4,1/11"
    )
    state = GAME.read(position)
    assert GAME.choose(GAME.view(state, 0), 0, dice(1)).code != "give/3"
    assert choose(position) == "give/3"


def test_it_beats_the_normal_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a few games with a small search; `docs/computer_players.md` has the figures of more with the full one."""
    monkeypatch.setattr(search, "PLIES", 200)
    assert play_deals(GAME, 2, "strong", "normal", deals=times(60, usual=2), preset="base_short").mean > 0.6
