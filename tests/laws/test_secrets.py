"""Laws about secrets: of two states that a seat cannot tell apart it is shown the same.

The second state comes from `reshuffle`, which knows nothing of `view`, so a `view` that forgets to hide something
fails here. The mutants at the end break each game in turn, to prove that the laws would notice.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core import HIDDEN, NATURE, AnyGame, Event, Seat
from games.levels import Level
from games.rng import NO_CHANCE, ChanceRefused, Rng
from matches.draft import fold
from rendering.drawing.picture import Picture
from rendering.english import say
from tests.support.laws.pictures import find_draw
from tests.support.laws.playouts import (
    SECRETIVE,
    Position,
    every_choice,
    every_game,
    every_position,
    every_secretive_game,
    law,
    load,
    nature,
    positions,
    reshuffle,
    viewers,
)
from tests.support.laws.worlds import check_alike
from tests.support.numbers import times

LONGEST_DRAFT = 60


def without_events(game: AnyGame, state: Any, viewer: Seat | None) -> Any:
    return replace(game.view(state, viewer), events=())


def check_view(game: AnyGame, position: Position, viewer: Seat | None) -> None:
    """Assert that viewer and public are shown the same of the position and of its reshuffle."""
    check_alike(game, position.state, reshuffle(position, viewer), viewer)


def check_events(game: AnyGame, position: Position, viewer: Seat | None) -> int:
    """Assert that the events of the next ply tell `viewer` no more than its view does. Returns the pairs compared.

    Every seat to act makes a move in the position and in its reshuffle: the same one, or if it can be revised and so
    is not yet shown, another. Where the two results look the same, their events have to be the same. Plies that need
    chance are left to `check_chance`.
    """
    state, other = position.state, reshuffle(position, viewer, "events")
    compared = 0
    for seat in (*game.to_act(state), *game.may_revise(state)):
        for here, there in _same_and_other_move(game, position, other, seat, viewer):
            try:
                after = game.apply(state, seat, here, NO_CHANCE)
                instead = game.apply(other, seat, there, NO_CHANCE)
            except ChanceRefused:
                continue
            is_secret = all(seat in game.may_revise(result) for result in (after, instead))
            if here != there and not is_secret:
                continue
            if without_events(game, after, viewer) == without_events(game, instead, viewer):
                assert after.events == instead.events, (
                    "an event tells a secret, or something revealed that is missing from the state"
                )
                compared += 1
    return compared + _check_hidden_choices(game, position, viewer)


def _check_hidden_choices(game: AnyGame, position: Position, viewer: Seat | None) -> int:
    """Assert that no event tells which of two moves another seat made if the view hides it, as with a card laid face
    down. Returns the pairs compared."""
    state, compared = position.state, 0
    for seat in game.to_act(state):
        if seat in (viewer, NATURE):
            continue
        rng, moves = position.rng(f"hidden-{seat}-{viewer}"), game.legal_moves(state, seat)
        try:
            one, two = (game.apply(state, seat, rng.choice(moves), NO_CHANCE) for _ in range(2))
        except ChanceRefused:
            continue
        is_hidden = replace(one, events=()) != replace(two, events=())  # the choice is stored in the state
        if is_hidden and without_events(game, one, viewer) == without_events(game, two, viewer):
            assert one.events == two.events, "an event tells a choice that the view hides"
            compared += 1
    return compared


def _same_and_other_move(
    game: AnyGame, position: Position, other: Any, seat: Seat, viewer: Seat | None
) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of moves of `seat` in two worlds: the same move, and unless the viewer makes it, two others."""
    rng = position.rng(f"move-{seat}-{viewer}")
    if seat == NATURE:
        move = nature(game.name)(position.state, rng)
        yield move, move
        return
    here, there = (list(game.legal_moves(state, seat)) for state in (position.state, other))
    if both := [move for move in here if move in there]:
        move = rng.choice(both)
        yield move, move
    if seat != viewer:
        yield rng.choice(here), rng.choice(there)


def check_chance(game: AnyGame, position: Position, viewer: Seat | None) -> int:
    """Assert that events do not reveal secret results of chance. Returns the pairs compared."""
    state, compared = position.state, 0
    for seat in position.deciding:
        move = position.rng("chance").choice(game.legal_moves(state, seat))
        try:
            game.apply(state, seat, move, NO_CHANCE)
        except ChanceRefused:
            after, instead = (game.apply(state, seat, move, position.rng(f"chance-{i}")) for i in range(2))
            if without_events(game, after, viewer) == without_events(game, instead, viewer):
                assert after.events == instead.events, "an event tells a secret"
                compared += 1
    return compared


@every_secretive_game
@given(data=st.data())
@law
def test_two_states_a_seat_cannot_tell_apart_look_the_same(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    check_view(game, position, data.draw(st.sampled_from(viewers(position))))


@every_secretive_game
def test_events_tell_no_secret(name: str) -> None:
    game, compared = load(name), 0
    for position in every_position(name, 300):
        for viewer in viewers(position):
            compared += check_events(game, position, viewer)
            check_chance(game, position, viewer)
    assert compared > 50, "hardly anything was compared"


@every_game
@given(data=st.data())
@law
def test_events_hold_nothing_hidden(name: str, data: st.DataObject) -> None:
    state = data.draw(positions(name)).state
    assert f'"{HIDDEN}"'.encode() not in msgspec.json.encode(state.events)


@every_secretive_game
@given(data=st.data())
@law
def test_a_preview_tells_no_secret(name: str, data: st.DataObject) -> None:
    """Preview a draft in two worlds: it looks the same to its own seat."""
    game, position = load(name), data.draw(positions(name))
    for seat in position.deciding:
        other, codes = reshuffle(position, seat), list[str]()
        folded = fold(game, position.state, seat, codes)
        while not folded.complete:
            assert len(codes) < LONGEST_DRAFT
            codes.append(data.draw(st.sampled_from(list(game.legal_moves(folded.state, seat)))).code)
            folded, instead = fold(game, position.state, seat, codes), fold(game, other, seat, codes)
            assert (folded.ghost, folded.last, folded.complete) == (instead.ghost, instead.last, instead.complete)
            assert game.view(folded.state, seat) == game.view(instead.state, seat)


CHOICES: Final = times(10_000, usual=24)
"""Decisions of each game in which the easy and the normal player choose in two worlds."""

STRONG_CHOICES: Final = times(1000, usual=2)
"""The same for the strong player, which thinks long."""


def check_level(game: AnyGame, level: Level, most: int) -> None:
    """Assert that a level chooses the same in two worlds that its seat cannot tell apart, with the same chance.

    Tries `most` decisions with a choice, in worlds that differ.
    """
    compared = 0
    for position, seat in every_choice(game.name, most):
        worlds = position.state, reshuffle(position, seat)
        if worlds[0] == worlds[1]:
            continue
        chosen = [game.choose_at(level, game.view(world, seat), seat, position.rng(level)) for world in worlds]
        assert chosen[0] == chosen[1], f"{level} uses a secret"
        assert chosen[0] in game.legal_moves(position.state, seat), level
        compared += 1
        if compared == most:
            return


@pytest.mark.parametrize(("name", "level"), [(name, level) for name in SECRETIVE for level in load(name).levels])
def test_no_computer_player_uses_a_secret(name: str, level: Level) -> None:
    check_level(load(name), level, STRONG_CHOICES if level == "strong" else CHOICES)


@pytest.mark.mutant
@every_secretive_game
def test_mutant_a_computer_player_that_sees_everything(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the normal player chooses by all it sees, and the view hides nothing."""

    def choose(self: AnyGame, view: Any, seat: Seat, rng: Rng) -> Any:
        moves = self.legal_moves(view, seat)
        return moves[zlib.crc32(msgspec.json.encode(view)) % len(moves)]

    game = load(name)
    monkeypatch.setattr(type(game), "choose", choose)
    check_level(game, "normal", 40)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: state)
    with pytest.raises(AssertionError, match="uses a secret"):
        check_level(game, "normal", 40)


@every_secretive_game
@given(data=st.data())
@law
def test_a_reshuffled_state_is_whole_and_can_be_played(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    world = reshuffle(position, data.draw(st.sampled_from(viewers(position))))
    assert f'"{HIDDEN}"'.encode() not in msgspec.json.encode(world)
    game.check(world)
    assert msgspec.json.decode(msgspec.json.encode(world), type=game.state_type) == world
    for seq in range(25):
        owing = game.to_act(world)
        if not owing:
            break
        rng = Rng(b"law", f"{position.index}", seq)
        moves = () if owing[0] == NATURE else game.legal_moves(world, owing[0])
        move = nature(name)(world, rng) if owing[0] == NATURE else rng.choice(moves)
        world = game.apply(world, owing[0], move, rng)


def check_reveals(game: AnyGame, position: Position, _: Seat | None) -> int:
    """Assert that a ply reveals without chance only what was hidden from its seat. Returns the number of such plies."""
    revealing = 0
    for seat in position.deciding:
        move = position.rng(f"reveal-{seat}").choice(game.legal_moves(position.state, seat))
        try:
            after = game.apply(position.state, seat, move, NO_CHANCE)
        except ChanceRefused:
            continue
        if any(event.reveals for event in after.events):
            assert game.view(position.state, seat) != position.state, "a ply reveals something that was not hidden"
            revealing += 1
    return revealing


@every_game
@given(data=st.data())
@law
def test_what_a_ply_reveals_was_hidden_before(name: str, data: st.DataObject) -> None:
    """Check this directly, because both `view` and `reshuffle` may forget the secret."""
    check_reveals(load(name), data.draw(positions(name)), None)


def hidden_fields(game: AnyGame, position: Position, viewer: Seat | None) -> set[str]:
    """Name the fields of the state that the viewer does not see unchanged."""
    view, state = game.view(position.state, viewer), position.state
    return {field for field in state.__struct_fields__ if getattr(view, field) != getattr(state, field)}


@every_secretive_game
def test_reshuffling_changes_everything_a_view_hides(name: str) -> None:
    """Check that each hidden field sometimes differs, from the position and between two reshuffles, so that none is a
    mere copy."""
    game = load(name)
    hidden, changed, drawn = set(), set(), set()
    for position in every_position(name, 200):
        for viewer in viewers(position):
            mine = hidden_fields(game, position, viewer)
            world, other = (reshuffle(position, viewer, f"open-{again}") for again in range(2))
            hidden |= mine
            changed |= {f for f in mine if getattr(world, f) != getattr(position.state, f)}
            drawn |= {f for f in mine if getattr(world, f) != getattr(other, f)}
    assert hidden, "the view hides nothing"
    assert changed == drawn == hidden


@every_secretive_game
def test_reshuffling_does_not_ask_the_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("reshuffle called view")

    monkeypatch.setattr(type(load(name)), "view", refuse)
    for position in every_position(name, 100):
        for viewer in viewers(position):
            reshuffle(position, viewer)


@every_game
def test_a_game_declares_its_secrets(name: str) -> None:
    """Compare the two flags with the fields hidden by the views; without `reshuffle` nothing may be hidden."""
    game = load(name)
    private = hides = False
    for position in every_position(name, 300):
        public = game.view(position.state, None)
        views = [game.view(position.state, seat) for seat in position.seats]
        private |= any(view != public for view in views)
        hides |= any(view != position.state for view in (public, *views))
    assert hides == (name in SECRETIVE), "view hides something: write reshuffle"
    assert private == game.has_private_knowledge
    assert private or not game.has_private_hands


def check_pictures(draw: Callable[..., Picture], name: str, *, most: int) -> int:
    """Assert that a viewer gets the same picture of a position and of its reshuffle. Returns how many reshuffles
    differed."""
    game, differ = load(name), 0
    for position in every_position(name, most):
        viewer = viewers(position)[position.index % (len(position.seats) + 1)]
        pictures = []
        worlds = position.state, reshuffle(position, viewer)
        for state in worlds:
            view = game.view(state, viewer)
            moves = () if viewer not in position.deciding else tuple(game.legal_moves(view, viewer))
            pictures.append(draw(view, say=say, seat=viewer, moves=moves).encode())
        assert pictures[0] == pictures[1], "the picture differs"
        differ += worlds[0] != worlds[1]
    return differ


@every_secretive_game
def test_two_states_a_seat_cannot_tell_apart_give_the_same_picture(name: str) -> None:
    assert check_pictures(find_draw(name), name, most=times(12, usual=6)), "no reshuffle changed anything"


@pytest.mark.mutant
@every_secretive_game
def test_mutant_a_picture_that_shows_a_secret_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the view hides nothing, and the picture shows the first thing it ought to hide as a row of pixels."""
    game, draw = load(name), find_draw(name)
    view = game.view

    def draw_secret(state: Any, **how: Any) -> Picture:
        picture = draw(state, **how)
        secret = _first_hidden(msgspec.to_builtins(view(state, how["seat"])), msgspec.to_builtins(state))
        for x, byte in enumerate(hashlib.sha256(secret.encode()).digest()):
            picture.image.putpixel((x, 0), byte % 8)
        return picture

    monkeypatch.setattr(type(game), "view", lambda self, state, seat: state)
    with pytest.raises(AssertionError, match="the picture differs"):
        check_pictures(draw_secret, name, most=12)


class Told(Event, frozen=True):
    """The event of a mutant, which contains a secret."""

    secret: str


def first_secret(game: AnyGame, state: Any) -> str:
    """Find the first thing in the state that the public view hides; "" for none."""
    return _first_hidden(msgspec.to_builtins(game.view(state, None)), msgspec.to_builtins(state))


def _first_hidden(view: Any, state: Any) -> str:
    if view == HIDDEN:
        return msgspec.json.encode(state).decode()
    if isinstance(view, dict):
        pairs = [(view[key], state[key]) for key in view]
    elif isinstance(view, list | tuple):
        pairs = list(zip(view, state, strict=True))
    else:
        return ""
    return next((found for pair in pairs if (found := _first_hidden(*pair))), "")


def fails(check: Callable[[AnyGame, Position, Seat | None], object], name: str) -> bool:
    """Tell whether the law breaks somewhere in the pool."""
    game = load(name)
    try:
        for position in every_position(name, 300):
            for viewer in viewers(position):
                check(game, position, viewer)
    except AssertionError:
        return True
    return False


@pytest.mark.mutant
@every_secretive_game
def test_mutant_a_view_that_hides_nothing_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    assert not fails(check_view, name)
    reveals = sum(check_reveals(game, position, None) for position in every_position(name, 300))
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: replace(state))
    assert fails(check_view, name)
    if reveals:  # not every game has plies that reveal something without chance
        assert fails(check_reveals, name)


@pytest.mark.mutant
@every_secretive_game
def test_mutant_a_view_that_forgets_one_field_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    view = game.view
    fields = set[str]().union(*(hidden_fields(game, position, None) for position in every_position(name, 300)))
    assert fields
    for field in fields:

        def show_one_field(self: AnyGame, state: Any, seat: Seat | None, field: str = field) -> Any:
            return replace(view(state, seat), **{field: getattr(state, field)})

        with monkeypatch.context() as patch:
            patch.setattr(type(game), "view", show_one_field)
            assert fails(check_view, name), field


@pytest.mark.mutant
@every_secretive_game
def test_mutant_an_event_that_tells_a_secret_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    apply = game.apply

    def tell(self: AnyGame, state: Any, seat: Seat, move: Any, rng: Rng) -> Any:
        after = apply(state, seat, move, rng)
        secret = first_secret(self, after)
        return replace(after, events=(*after.events, Told(secret))) if secret else after

    assert not fails(check_events, name)
    monkeypatch.setattr(type(game), "apply", tell)
    assert fails(check_events, name)
    if any(chance_stays_secret(game, position) for position in every_position(name, 300)):
        assert fails(check_chance, name)


def chance_stays_secret(game: AnyGame, position: Position) -> bool:
    """Tell whether a ply of the position lets chance decide something that the public does not see."""
    for seat in position.deciding:
        move = position.rng("chance").choice(game.legal_moves(position.state, seat))
        try:
            game.apply(position.state, seat, move, NO_CHANCE)
        except ChanceRefused:
            one, two = (game.apply(position.state, seat, move, position.rng(f"chance-{i}")) for i in range(2))
            same = without_events(game, one, None) == without_events(game, two, None)
            return same and first_secret(game, one) != first_secret(game, two)
    return False
