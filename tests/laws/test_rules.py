"""Laws that the rules of every game obey; see `test_secrets.py` for secrets. Each law is one test for all games."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import combinations, zip_longest
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

import games
from games.colours import COLOURS
from games.core import NATURE, AnyGame, BadOptions, IllegalMove
from games.record import begin, parse, replay, write
from games.rng import NO_CHANCE, ChanceRefused, Rng
from matches.draft import fold
from tests.support.checkout import ROOT
from tests.support.laws.playouts import (
    GAMES,
    Position,
    arrange,
    digest,
    every_position,
    law,
    load,
    load_words,
    nature,
    option_fields,
    playout,
    pool,
    positions,
    values,
)

CODE = re.compile(r"[A-Za-z0-9/>+@:=.,_-]{1,40}")
CHOICE_SECONDS = 1.0  # the goal is 60 ms; this catches a computer player that searches or simulates
LONGEST_DRAFT = 60

every_game = pytest.mark.parametrize("name", GAMES)


def say_where(position: Position) -> str:
    """Say where a law is broken, in the notation of the game."""
    return f"in {load(position.playout.record.game).notate(position.state)}"


def test_every_game_imports() -> None:
    for name in games.names():
        assert games.load(name).name == name
        assert games.words(name)


@every_game
def test_a_game_declares_its_name_seats_version_and_options(name: str) -> None:
    game = load(name)
    assert game.name == name
    assert re.fullmatch(r"[a-z]{1,32}", game.command)
    assert game.seats.step == 1
    assert 1 <= game.seats.start < game.seats.stop <= 9
    assert game.version >= 1
    assert game.ply_limit >= 1
    assert len(option_fields(game)) <= 20, "a slash command has 25 options, some of them not the game's"
    if game.presets:
        assert next(iter(game.presets.values())) == game.options_type()


@every_game
def test_options_fit_menus_and_round_trip_through_json(name: str) -> None:
    game = load(name)
    for field in option_fields(game):
        offered = values(field)
        assert 2 <= len(offered) <= 25, f"{field.name} offers {len(offered)} values"
        assert getattr(game.options_type(), field.name) in offered
        for value in offered:
            options = game.options_type(**{field.name: value})
            assert msgspec.json.decode(msgspec.json.encode(options), type=game.options_type) == options


@every_game
def test_every_preset_can_be_played(name: str) -> None:
    game = load(name)
    for preset, options in game.presets.items():
        accepted = []
        for seats in game.seats:
            try:
                game.setup(seats, options, Rng(b"", "setup", 0))
            except BadOptions:
                continue
            accepted.append(seats)
        assert accepted, preset


@every_game
def test_every_value_of_an_option_changes_some_playout(name: str) -> None:
    """Play with each two values of an option, with the same chance and choices, until a menu, a text or the result
    differs. What only physics or a rare position shows is tested by the game, under the name of the option."""
    game, own = load(name), "".join(path.read_text("utf-8") for path in (ROOT / "tests" / name).rglob("test_*.py"))
    for field in option_fields(game):
        tested = re.search(rf"\b{field.name}[=:]", own) is not None
        for one, other in combinations(values(field), 2):
            found = any(differ(game, number, field.name, one, other) for number in range(1 if tested else 40))
            assert found or tested, f"the option {field.name} does the same with {one!r} and with {other!r}"


@every_game
def test_an_option_without_effect_would_be_found(name: str) -> None:
    game = load(name)
    for field in option_fields(game):
        value = values(field)[-1]
        assert not any(differ(game, number, field.name, value, value) for number in range(2)), "a playout by chance"


def differ(game: AnyGame, number: int, option: str, one: Any, other: Any) -> bool:
    """Tell whether a playout differs between two values of an option that the game accepts."""
    seats, options = arrange(game, number)
    if number < len(game.seats):
        seats, options = game.seats[number], game.options_type()
    both = [play_on(game, number, seats, replace(options, **{option: value})) for value in (one, other)]
    try:
        return any(a != b for a, b in zip_longest(*both))
    except BadOptions:
        return False


def play_on(game: AnyGame, number: int, seats: int, options: Any) -> Iterator[Any]:
    """Yield what players notice of each position of a playout: who is to act, their moves, texts, and the result."""
    words, drawn, secret = load_words(game.name), random.Random(number), bytes([number] * 32)
    state, seq = begin(game, seats, options, secret), 0
    while (owing := game.to_act(state)) and seq < game.ply_limit:
        seq += 1
        public = game.view(state, None)
        texts = [*words.position(public, None), *(words.event(public, event) for event in public.events)]
        moves = game.legal_moves(state, owing[0]) if owing[0] != NATURE else ()
        yield owing, texts, [move.code for move in moves]
        if not moves:
            moves = [nature(game.name)(state, Rng(secret, "nature", seq))]
        move = moves[int(drawn.random() * len(moves))]
        state = game.apply(state, owing[0], move, Rng(secret, "ply", seq))
    yield game.outcome(state)


@every_game
def test_a_wrong_number_of_seats_is_refused(name: str) -> None:
    game = load(name)
    for seats in (game.seats.start - 1, game.seats.stop):
        with pytest.raises(BadOptions):
            begin(game, seats, game.options_type(), b"")


@every_game
def test_seats_have_different_colours(name: str) -> None:
    game = load(name)
    for number in range(pool(name)):
        seats, options = arrange(game, number)
        colours = game.colours(seats, options)
        assert len(colours) == seats
        assert all(colours)
        flat = [colour for of_seat in colours for colour in of_seat]
        assert len(flat) == len(set(flat))
        assert set(flat) <= set(range(len(COLOURS)))


@every_game
def test_a_playout_ends_within_the_ply_limit_with_an_outcome(name: str) -> None:
    game = load(name)
    for number in range(pool(name)):
        found = playout(name, number)
        last = found.states[-1]
        assert found.forced <= game.ply_limit, f"the match goes on after {game.ply_limit} plies: {game.notate(last)}"
        assert game.to_act(last) == ()
        assert game.may_revise(last) == (), f"seats may revise a choice after the end: {game.notate(last)}"
        outcome = game.outcome(last)
        assert outcome is not None, f"nobody is to act, but there is no outcome: {game.notate(last)}"
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(found.record.seats))
        assert all(outcome.ranking)
        assert outcome.scores is None or len(outcome.scores) == found.record.seats
        if outcome.scores is not None:
            best = [max(outcome.scores[seat] for seat in group) for group in outcome.ranking]
            assert best == sorted(best, reverse=True), "messages call scores points: more must be better"
        assert all(game.outcome(state) is None for state in found.states[:-1])
        assert all(game.to_act(state) for state in found.states[:-1])


@every_game
def test_a_replayed_record_gives_the_same_states(name: str) -> None:
    for number in range(pool(name)):
        found = playout(name, number)
        text = write(found.record)
        record = parse(text)
        assert record == found.record
        assert tuple(replay(record)) == found.states


@every_game
def test_playouts_do_not_depend_on_the_process(name: str) -> None:
    """Hash playouts in another process, in which sets of strings have another order."""
    done = subprocess.run(
        [sys.executable, "-c", f"from tests.support.laws.playouts import digest; print(digest({name!r}))"],
        env=os.environ | {"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == digest(name)


@every_game
@given(data=st.data())
@law
def test_a_state_round_trips_through_json(name: str, data: st.DataObject) -> None:
    game, state = load(name), data.draw(positions(name)).state
    encoded = msgspec.json.encode(state)
    again = msgspec.json.decode(encoded, type=game.state_type)
    for field in state.__struct_fields__:
        kept, read = getattr(state, field), getattr(again, field)
        assert read == kept, (
            f"{field} of {game.notate(state)} is read back from JSON as {read!r}: use tuples, not lists"
        )
    assert again == state
    assert msgspec.json.encode(again) == encoded
    hash(state)  # frozen all the way down: no list or dict inside
    for seat in (None, 0):
        view = game.view(state, seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=game.state_type) == view


@every_game
@given(data=st.data())
@law
def test_only_seats_that_may_act_have_moves(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    owing, revising, at = game.to_act(position.state), game.may_revise(position.state), say_where(position)
    is_sorted = list(owing) == sorted(set(owing)) and set(owing) <= set(position.seats)
    assert owing == (NATURE,) or is_sorted, f"to_act is not nature alone or a sorted choice of seats {at}: {owing}"
    assert set(revising) <= set(position.seats) - set(owing), f"seats may revise what they still owe {at}: {revising}"
    for seat in position.seats:
        count, may_act = len(game.legal_moves(position.state, seat)), seat in owing or seat in revising
        assert bool(count) == may_act, f"seat {seat} {'may' if may_act else 'may not'} act, with {count} moves {at}"


@every_game
@given(data=st.data())
@law
def test_codes_are_short_and_unique(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    at = say_where(position)
    for seat in position.deciding:
        moves = game.legal_moves(position.state, seat)
        codes = [move.code for move in moves]
        assert len(set(codes)) == len(codes), f"moves of seat {seat} share a code {at}: {sorted(codes)}"
        assert all(CODE.fullmatch(code) for code in codes), f"codes are long or have odd characters {at}: {codes}"
        assert list(moves) == list(game.legal_moves(position.state, seat)), f"another call lists other moves {at}"
        for move in (moves[0], moves[-1]):
            assert game.parse(position.state, seat, move.code) == move, f"parse reads {move.code} as another move {at}"


@every_game
@given(data=st.data(), code=st.text(max_size=30) | st.from_regex(CODE))
@law
def test_other_codes_are_refused(name: str, data: st.DataObject, code: str) -> None:
    game, position = load(name), data.draw(positions(name))
    for seat in position.deciding:
        code = data.draw(st.sampled_from([code, *(f"{move.code}x" for move in game.legal_moves(position.state, seat))]))
        assume(code not in {move.code for move in game.legal_moves(position.state, seat)})
        with pytest.raises(IllegalMove) as caught:
            game.parse(position.state, seat, code)
        assert caught.value.code == code


@every_game
@given(data=st.data())
@law
def test_a_view_is_enough_to_play_from(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    state = position.state
    for seat in (*position.seats, None):
        view, at = game.view(state, seat), f"in the view of {seat} {say_where(position)}"
        assert type(view) is type(state)
        assert game.view(view, seat) == view, f"a view of a view hides more {at}"
        assert view.events == state.events, f"events are missing {at}"
        assert game.to_act(view) == game.to_act(state), f"others are to act {at}"
        assert game.may_revise(view) == game.may_revise(state), f"others may revise {at}"
        assert game.outcome(view) == game.outcome(state), f"the outcome differs {at}"
        assert game.view(view, None) == game.view(state, None), f"the public knows what is hidden {at}"
        if seat is not None:
            assert game.legal_moves(view, seat) == game.legal_moves(state, seat), f"other moves are legal {at}"


@every_game
@given(data=st.data())
@law
def test_a_draft_previews_what_committing_it_gives(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    assume(position.deciding)
    seat = data.draw(st.sampled_from(position.deciding))
    committed = position.state
    codes: list[str] = []
    while True:
        assert len(codes) < LONGEST_DRAFT
        move = data.draw(st.sampled_from(list(game.legal_moves(committed, seat))))
        codes.append(move.code)
        folded = fold(game, position.state, seat, codes)
        assert folded.last == move
        try:
            after = game.apply(committed, seat, move, NO_CHANCE)
        except ChanceRefused:
            after = None
        if folded.ghost is not None:
            assert folded.ghost == move
            assert folded.state == committed
            assert folded.complete
            assert after is None or any(event.reveals for event in after.events)
            return
        assert after == folded.state == game.apply(committed, seat, move, position.rng(str(len(codes))))
        if folded.complete:
            return
        assert seat in game.to_act(after)
        committed = after


@every_game
def test_the_computer_player_makes_a_legal_move_quickly(name: str) -> None:
    game = load(name)
    for position in every_position(name, 200):
        for seat in position.deciding:
            view = game.view(position.state, seat)
            started = time.thread_time()
            move = game.choose(view, seat, position.rng("choose"))
            took, at = time.thread_time() - started, f"for seat {seat} {say_where(position)}"
            assert took < CHOICE_SECONDS, f"choose takes {took:.1f} s of CPU {at}"
            assert move in game.legal_moves(position.state, seat), f"choose gives {move.code}, which is not legal, {at}"
            assert game.choose(view, seat, position.rng("choose")) == move, f"choose differs with the same chance {at}"


@every_game
@given(data=st.data())
@law
def test_the_notation_describes_the_position(name: str, data: st.DataObject) -> None:
    game, position = load(name), data.draw(positions(name))
    text = game.notate(position.state)
    assert "\n" not in text
    again = game.read(text)
    assert game.notate(again) == text, "a position that is read is written in another way"
    is_kept = again == replace(position.state, events=())
    assert is_kept or game.nature is not None, f"the notation leaves something out: {text}"  # physics is rounded
    assert game.to_act(again) == game.to_act(position.state), f"others are to act once it is read: {text}"
    for seat in position.deciding:
        same = game.legal_moves(again, seat) == game.legal_moves(position.state, seat)
        assert same, f"seat {seat} has other moves once it is read: {text}"


@every_game
def test_natures_moves_can_be_logged_and_a_void_move_gives_the_turn_back(name: str) -> None:
    game = load(name)
    if game.nature is None:
        assert all(NATURE not in game.to_act(position.state) for position in every_position(name, 10**6))
        with pytest.raises(IllegalMove):
            game.parse(playout(name, 0).states[0], NATURE, "void")
        return
    asked = [position for position in every_position(name, 10**6) if game.to_act(position.state) == (NATURE,)]
    assert asked
    for position in asked[:50]:
        state, void = position.state, game.nature.void_move(position.state)
        for move in (nature(name)(state, position.rng("nature")), void):
            assert re.fullmatch(r"\S+", move.code)
            assert game.parse(state, NATURE, move.code) == move
        back = game.apply(state, NATURE, void, NO_CHANCE)
        assert NATURE not in game.to_act(back)
        assert game.to_act(back) or game.outcome(back)


def test_the_toy_has_all_that_the_laws_need() -> None:
    """Check the toy's features, without which a law might hold only because it never applies."""
    game = load("toy")
    found: list[Position] = list(every_position("toy", 10**6))
    assert any(game.to_act(position.state) == (NATURE,) for position in found)
    assert any(game.may_revise(position.state) for position in found)
    assert any(len(game.to_act(position.state)) > 1 for position in found)
    assert any(event.reveals for position in found for event in position.state.events)
    assert {position.playout.record.seats for position in found} == set(game.seats)
