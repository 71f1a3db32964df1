"""Laws about what is dealt anew: it follows from what a seat knows and from random numbers, and from nothing else.

The worlds are histories that the viewer could not tell apart, found without `reshuffle`, in
`tests/support/laws/worlds.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from games.aquaretto import notation as aquaretto
from games.core import AnyGame, Seat
from games.dog_royal import hidden as dog_royal
from games.dog_royal.state import State, find_receiver
from games.rng import Rng
from matches.draft import fold
from matches.hold import guess_next
from matches.plans.plan import Trial, derive_seed, guess_state
from tests.support.laws.playouts import every_position, every_secretive_game, load, viewers
from tests.support.laws.worlds import World, every_world, list_true_cards, list_worlds
from tests.support.numbers import times

WORLDS = times(10_000, usual=100)
"""Positions of each game for which another world is looked for."""

DRAFTS = 20
"""Turns that are held in each pair of worlds, with other random numbers each."""

SECRET = b"the secret of a running match".ljust(32)


def check_deal(game: AnyGame, world: World) -> None:
    """Assert that what is dealt anew is the same in both worlds, with the same random numbers."""
    position, viewer, other = world
    dealt = [game.reshuffle(state, viewer, position.rng("deal")) for state in (position.state, other)]
    assert dealt[0] == dealt[1], "what is dealt anew depends on what the viewer does not know"


def check_trial(game: AnyGame, world: World) -> None:
    """Assert that *Try it* begins in the same position in both worlds."""
    if world.viewer is not None:
        seed = derive_seed(SECRET, Trial(world.position.index, "00"))
        tried = [guess_state(game, state, world.viewer, seed) for state in (world.position.state, world.other)]
        assert tried[0] == tried[1], "Try it depends on what the viewer does not know"


def check_hold(game: AnyGame, world: World) -> None:
    """Assert that a held turn of somebody else pings the same players in both worlds."""
    position, viewer, other = world
    for seat in game.to_act(position.state):
        if seat == viewer or len(game.to_act(position.state)) > 1 or game.may_revise(position.state) or seat < 0:
            continue
        for number in range(DRAFTS):
            codes = [_draft(game, state, seat, position.rng(f"draft{number}")) for state in (position.state, other)]
            if codes[0] == codes[1]:
                pings = [_ping(game, state, seat, codes[0], number) for state in (position.state, other)]
                assert pings[0] == pings[1], "a ping tells what the viewer does not know"


def _draft(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> tuple[str, ...]:
    """Choose any turn."""
    codes: tuple[str, ...] = ()
    while not (folded := fold(game, state, seat, codes)).complete:
        codes = (*codes, rng.choice([move.code for move in game.legal_moves(folded.state, seat)]))
    return codes


def _ping(game: AnyGame, state: Any, seat: Seat, codes: tuple[str, ...], seq: int) -> tuple[Seat, ...]:
    match: Any = SimpleNamespace(game=game, state=state, seq=seq)
    return guess_next(match, seat, codes)


CHECKS: tuple[Callable[[AnyGame, World], None], ...] = (check_deal, check_trial, check_hold)


@every_secretive_game
def test_what_is_dealt_anew_depends_on_nothing_hidden(name: str) -> None:
    found = 0
    for world in list_worlds(name, WORLDS):
        found += 1
        for check in CHECKS:
            check(load(name), world)
    assert found >= min(WORLDS, 100) // 20, "hardly any other world was found"


@every_secretive_game
def test_the_worlds_differ_in_everything_hidden(name: str) -> None:
    """Check that each field a view hides differs in some pair of worlds: the laws above compare something."""
    game = load(name)
    hidden, differing = set[str](), Counter[str]()
    for position in every_position(name, 150):
        view = game.view(position.state, None)
        hidden |= {field for field in view.__struct_fields__ if getattr(view, field) != getattr(position.state, field)}
    for world in list_worlds(name, WORLDS):
        state = world.position.state
        differing.update(
            field for field in state.__struct_fields__ if getattr(state, field) != getattr(world.other, field)
        )
    rare = {"dog_royal": {"drawn"}, "riff_raff": {"hands", "pending"}}.get(name, set())
    assert hidden - rare <= set(differing)


def check_view_is_enough(name: str, most: int) -> None:
    """Assert that a state, its view and another deal of it are dealt anew alike."""
    game = load(name)
    for position in every_position(name, most):
        for viewer in viewers(position):
            dealt = game.reshuffle(position.state, viewer, position.rng("deal"))
            assert game.guess(position.state, viewer, position.rng("deal")) == dealt
            assert game.reshuffle(dealt, viewer, position.rng("deal")) == dealt


@every_secretive_game
def test_a_view_and_its_state_are_dealt_anew_alike(name: str) -> None:
    check_view_is_enough(name, times(10_000, usual=200))


def fails(check: Callable[[AnyGame, World], None], name: str) -> bool:
    try:
        for world in every_world(name, 150):
            check(load(name), world)
    except AssertionError:
        return True
    return False


@pytest.mark.mutant
def test_mutant_a_permutation_of_the_true_tiles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the piles are shuffled as they truly lie, as releases up to 0.3.0 did."""
    monkeypatch.setattr(aquaretto, "unseen_tiles", lambda state: state.pile + state.reserve)
    assert fails(check_deal, "aquaretto")


@pytest.mark.mutant
def test_mutant_a_permutation_of_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dog_royal, "list_unseen_cards", list_true_cards)
    assert fails(check_deal, "dog_royal")


@pytest.mark.mutant
def test_mutant_a_guess_that_knows_whether_a_gift_is_held_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the gift of two others is guessed in its receiver's hand exactly if it truly is there."""
    reshuffle = load("dog_royal").reshuffle

    def reshuffle_knowing(self: AnyGame, state: State, seat: Seat | None, rng: Rng) -> State:
        after: State = reshuffle(state, seat, rng)
        given = list(after.given)
        for giver, card in enumerate(state.given):
            taker = find_receiver(state, giver)
            if card and state.phase != "exchange" and seat not in (giver, taker) and after.hands[taker]:
                held = card in state.hands[taker]
                given[giver] = rng.choice(after.hands[taker] if held else state.discard or after.deck)
        return replace(after, given=tuple(given))

    monkeypatch.setattr(type(load("dog_royal")), "reshuffle", reshuffle_knowing)
    with pytest.raises(AssertionError):
        check_view_is_enough("dog_royal", 100)


@pytest.mark.mutant
def test_mutant_a_ping_from_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a held turn pings whom a public permutation of the true cards makes the next player."""
    game = type(load("dog_royal"))
    monkeypatch.setattr(dog_royal, "list_unseen_cards", list_true_cards)
    monkeypatch.setattr(game, "guess", lambda self, state, seat, rng: self.reshuffle(state, seat, rng))
    assert fails(check_hold, "dog_royal")
