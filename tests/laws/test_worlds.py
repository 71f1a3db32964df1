"""Laws about two histories that a seat could not tell apart: it gets the same in both, whatever the author believes.

It is the same view, words, menu, picture, hint and preview, and the same is dealt anew for it. The worlds come from the
rules alone, in `tests/support/laws/worlds.py`: what `view` or `reshuffle` takes from the truth differs between them.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

import games
from games.aquaretto import notation as aquaretto
from games.core import AnyGame, Known, Seat
from games.dog_royal import hidden as dog_royal
from games.dog_royal.state import State, find_receiver
from games.levels import Level
from games.rng import Rng
from matches.coaching.decisions import choose_draft
from matches.coaching.playouts import compare_drafts, list_sides, rate_position
from matches.draft import fold
from matches.hold import guess_next
from matches.match import pack
from matches.plans.plan import Trial, derive_seed, guess_state
from rendering.drawing.picture import Picture
from rendering.english import say
from tests.support.laws.pictures import find_draw
from tests.support.laws.playouts import (
    SECRETIVE,
    SPOKEN,
    every_position,
    every_secretive_game,
    load,
    load_words,
    viewers,
)
from tests.support.laws.worlds import World, check_alike, every_world, list_true_cards, list_worlds
from tests.support.numbers import times

WORLDS = times(10_000, usual=60)
"""Worlds of each game, beside the one that was played."""

DRAWN = times(200, usual=4)
"""Worlds of each game that are drawn."""

DECIDED: Final[Mapping[Level, int]] = {
    "easy": times(10_000, usual=24),
    "normal": times(10_000, usual=24),
    "strong": times(1000, usual=2),
}
"""Worlds of each game in which a computer player of each level decides; strong ones think long."""

DRAFTS = 20
"""Turns that are held in each pair of worlds, with other random numbers each."""

ANALYSED = times(400, usual=6)
"""Worlds of each game that are analysed; each takes some matches to the end."""

LONGEST = 400
"""Plies of these matches."""

SECRET = b"the secret of a running match".ljust(32)


def check_shown(game: AnyGame, world: World) -> None:
    """Assert that view, menu and confirmations are the same in both worlds."""
    check_alike(game, world.position.state, world.other, world.viewer)


def check_words(game: AnyGame, world: World) -> None:
    """Assert that everything said of the position is the same in both worlds."""
    if game.name in SPOKEN:
        said = [_say_all(game, state, world.viewer) for state in (world.position.state, world.other)]
        assert said[0] == said[1], "a sentence tells what the viewer does not know"


def _say_all(game: AnyGame, state: Any, viewer: Seat | None) -> list[str]:
    """Say a position: to everybody, to the viewer, and its menu."""
    words, view, public = load_words(game.name), game.view(state, viewer), game.view(state, None)
    said = [*words.position(view, viewer), words.status(public), *(words.event(public, each) for each in public.events)]
    if viewer is not None and (moves := game.legal_moves(view, viewer)):
        said.append(words.prompt(view, viewer))
        for move in moves:
            said += [*words.menu(view, viewer, move), *words.warnings(view, viewer, move)]
    return [say(text) for text in said if text is not None]


def check_preview(game: AnyGame, world: World) -> None:
    """Assert that a turn that the viewer tries is previewed alike in both worlds, and complete at the same ply."""
    position, viewer, other = world
    if viewer is None or viewer not in position.deciding:
        return
    rng = position.rng("preview")
    codes: list[str] = []
    while True:
        here, there = (fold(game, state, viewer, codes) for state in (position.state, other))
        assert game.view(here.state, viewer) == game.view(there.state, viewer), "the preview differs"
        assert (here.ghost, here.last, here.complete) == (there.ghost, there.last, there.complete), (
            "the preview differs"
        )
        if here.complete:
            return
        codes.append(rng.choice(game.legal_moves(here.state, viewer)).code)


def has_choice(world: World) -> bool:
    position, viewer, _ = world
    game = load(position.playout.record.game)
    return viewer is not None and len(game.legal_moves(position.state, viewer)) > 1


def check_decision(game: AnyGame, world: World, level: Level) -> bool:
    """Assert that a computer player of this level, which also stands in and suggests moves, chooses the same in both
    worlds."""
    position, viewer, other = world
    assert viewer is not None
    views = [game.view(state, viewer) for state in (position.state, other)]
    chosen = [game.choose_at(level, view, viewer, position.rng(level)) for view in views]
    assert chosen[0] == chosen[1], f"{level} uses what its seat does not know"
    return True


def check_picture(game: AnyGame, world: World, draw: Callable[..., Picture]) -> None:
    """Assert that the pictures of both worlds are the same, to the last byte."""
    position, viewer, other = world
    pictures = []
    for view in (game.view(state, viewer) for state in (position.state, other)):
        moves = () if viewer not in position.deciding else tuple(game.legal_moves(view, viewer))
        pictures.append(draw(view, say=say, seat=viewer, moves=moves).encode())
    assert pictures[0] == pictures[1], "the picture differs"


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
                if not game.has_private_hands:
                    shown = [fold(game, state, seat, codes[0]).ghost is None for state in (position.state, other)]
                    assert shown[0] == shown[1], "whether a turn is held tells what the viewer does not know"
                pings = [_ping(game, state, seat, codes[0], number) for state in (position.state, other)]
                assert pings[0] == pings[1], "a ping tells what the viewer does not know"


def check_analysis(game: AnyGame, world: World) -> None:
    """Assert that chances and advice, which begin in positions dealt anew, are the same in both worlds."""
    position, viewer, other = world
    if game.name not in games.names():  # the cellar: an analysis loads games by name
        return
    record = position.playout.record
    sides = list_sides(game, record.seats, record.options)
    snapshots = [pack(state) for state in (position.state, other)]
    rated = [rate_position(game.name, each, 0, sides, SECRET, 1, LONGEST)[0] for each in snapshots]
    assert rated[0] == rated[1], "a chance depends on what nobody knows"
    if viewer is not None and viewer in position.deciding:
        if game.estimate_chances is None:
            codes = _draft(game, position.state, viewer, position.rng("analysis"))
            again = codes, codes, sides, SECRET, 1, LONGEST
            compared = [compare_drafts(game.name, each, viewer, *again)[:3] for each in snapshots]
            assert compared[0] == compared[1], "an advice depends on what the viewer does not know"
        suggested = [choose_draft(game.name, each, viewer, SECRET, 7, level="normal") for each in snapshots]
        assert suggested[0] == suggested[1], "a suggestion depends on what the viewer does not know"


def _draft(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> tuple[str, ...]:
    """Choose any turn."""
    codes: tuple[str, ...] = ()
    while not (folded := fold(game, state, seat, codes)).complete:
        codes = (*codes, rng.choice([move.code for move in game.legal_moves(folded.state, seat)]))
    return codes


def _ping(game: AnyGame, state: Any, seat: Seat, codes: tuple[str, ...], seq: int) -> tuple[Seat, ...]:
    match: Any = SimpleNamespace(game=game, state=state, seq=seq)
    return guess_next(match, seat, codes)


SHOWN: tuple[Callable[[AnyGame, World], None], ...] = (check_shown, check_words, check_preview)
DEALT: tuple[Callable[[AnyGame, World], None], ...] = (check_deal, check_trial, check_hold)


def check_worlds(name: str, checks: Sequence[Callable[[AnyGame, World], None]]) -> None:
    worlds = list_worlds(name, WORLDS)
    assert len(worlds) == WORLDS, "hardly any other world was found"
    for world in worlds:
        for check in checks:
            check(load(name), world)


@every_secretive_game
def test_what_is_shown_is_the_same_in_both_worlds(name: str) -> None:
    check_worlds(name, SHOWN)


@every_secretive_game
def test_what_is_dealt_anew_depends_on_nothing_hidden(name: str) -> None:
    check_worlds(name, DEALT)


@every_secretive_game
def test_an_analysis_is_the_same_in_both_worlds(name: str) -> None:
    for world in list_worlds(name, WORLDS)[-ANALYSED:]:
        check_analysis(load(name), world)


@pytest.mark.parametrize(("name", "level"), [(name, level) for name in SECRETIVE for level in load(name).levels])
def test_a_computer_player_chooses_the_same_in_both_worlds(name: str, level: Level) -> None:
    worlds = islice(filter(has_choice, list_worlds(name, WORLDS)), DECIDED[level])
    assert sum(check_decision(load(name), world, level) for world in worlds), "nothing was chosen"


@every_secretive_game
def test_a_picture_is_the_same_in_both_worlds(name: str) -> None:
    for world in list_worlds(name, WORLDS)[:DRAWN]:
        check_picture(load(name), world, find_draw(name))


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


def fails(check: Callable[[AnyGame, World], object], name: str, worlds: Iterable[World] = ()) -> bool:
    """Tell whether a law breaks in some of the worlds, by default in new ones."""
    try:
        for world in worlds or every_world(name, 150):
            check(load(name), world)
    except AssertionError:
        return True
    return False


class Mutant(NamedTuple):
    """A fault of a game: `method` returns what `change` makes of its result. `check`: which law is to notice."""

    method: str
    change: Callable[[AnyGame, Any, Any], Any]
    check: Callable[[AnyGame, World], object]


def _find_hidden(game: AnyGame, state: Any) -> dict[str, Any]:
    """Return the fields that the public does not see as they are."""
    view = game.view(state, None)
    return {
        name: getattr(state, name) for name in state.__struct_fields__ if getattr(view, name) != getattr(state, name)
    }


def _is_odd(secret: object) -> bool:
    return bool(zlib.crc32(repr(secret).encode()) % 2)


def _keep_one(before: Any, after: Any, secret: dict[str, Any]) -> Any:
    """Leave something where it truly lies, as an author does who forgets that somebody has a memory of it."""
    name = max(secret, key=lambda name: len(repr(secret[name])))
    return replace(after, **{name: secret[name]})


def _repeat_events(before: Any, after: Any, secret: dict[str, Any]) -> Any:
    """Let a number tell something hidden."""
    return replace(after, events=(*after.events, *after.events[-1:])) if _is_odd(secret) else after


MUTANTS: Final = {
    "a deal that forgets a field": Mutant("reshuffle", _keep_one, check_deal),
    "a trial of the truth": Mutant("guess", lambda before, after, secret: before, check_trial),
    "a view that forgets a field": Mutant("view", _keep_one, check_shown),
    "a view that shows how many": Mutant("view", _repeat_events, check_shown),
    "a menu in a true order": Mutant(
        "legal_moves", lambda before, after, secret: after[::-1] if _is_odd(secret) else after, check_shown
    ),
    "a move that takes effect at once": Mutant(
        "needs_confirmation", lambda before, after, secret: after != _is_odd(secret), check_shown
    ),
    "an event that tells": Mutant("apply", _repeat_events, check_preview),
}
"""Faults of the kind found in games so far, for any game."""


@pytest.mark.mutant
@pytest.mark.parametrize("fault", MUTANTS)
@every_secretive_game
def test_mutant_a_fault_of_any_game_is_caught(name: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the rules use something hidden. The histories are found before, as for a true author."""
    game, mutant = load(name), MUTANTS[fault]
    worlds, correct = list_worlds(name, 150), getattr(game, mutant.method)
    secrets = {
        id(state): _find_hidden(game, state) for world in worlds for state in (world.position.state, world.other)
    }

    def err(self: AnyGame, state: Any, *given: Any) -> Any:
        result, secret = correct(state, *given), secrets.get(id(state))
        return mutant.change(state, result, secret) if secret else result

    monkeypatch.setattr(type(game), mutant.method, err)
    assert fails(mutant.check, name, worlds)


@pytest.mark.mutant
def test_mutant_a_view_that_shows_how_much_a_seat_remembers_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the view hides which cards a seat has held, but not how many, so a card that comes back is noticed."""
    game = load("cellar")
    worlds = list_worlds("cellar", 400)
    assert not fails(check_shown, "cellar", worlds)
    monkeypatch.setattr(type(game), "marks", {**game.marks, "met": Known.OWN})
    assert fails(check_shown, "cellar", worlds)


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
def test_mutant_an_analysis_of_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = list_worlds("aquaretto", 60)[-6:]
    assert not fails(check_analysis, "aquaretto", worlds)
    monkeypatch.setattr(type(load("aquaretto")), "guess", lambda self, state, seat, rng: state)
    assert fails(check_analysis, "aquaretto", worlds)


@pytest.mark.mutant
def test_mutant_a_ping_from_the_true_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: a held turn pings whom a public permutation of the true cards makes the next player."""
    game = type(load("dog_royal"))
    monkeypatch.setattr(dog_royal, "list_unseen_cards", list_true_cards)
    monkeypatch.setattr(game, "guess", lambda self, state, seat, rng: self.reshuffle(state, seat, rng))
    assert fails(check_hold, "dog_royal")
