"""Laws of DOG Royal, checked in random games."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.core import HIDDEN, BadNotation, BadOptions
from games.dog_royal import GAME
from games.dog_royal.choices import legal_plays
from games.dog_royal.events import Reshuffled
from games.dog_royal.moves import Give, Play
from games.dog_royal.options import Options
from games.dog_royal.state import HAND, State, count_pieces_per_colour
from games.record import Ply, Record, advance, begin, parse, replay, write
from games.rng import NO_CHANCE, ChanceRefused, compute_commitment
from matches.draft import fold
from tests.dog_royal.playing import OPTIONS, check_invariants, dice, play, playout, some_states
from tests.support.numbers import FULL, patience, times

GAMES = times(10_000, usual=60)
CODE = re.compile(r"[A-Za-z0-9/>+@:=.,_-]{1,40}")


@pytest.mark.timeout(patience(300))
def test_playouts_end_and_conserve() -> None:
    lengths = []
    for seed in range(GAMES):
        plies = 0
        # In a quick run, only the first 20 games have no limit of rounds of their own added.
        options = OPTIONS[seed // 5 % len(OPTIONS)]
        if not FULL and seed >= 20 and not options.round_limit:
            options = msgspec.structs.replace(options, round_limit=5)
        for state, _, _ in playout(2 + seed % 5, options, seed):
            check_invariants(state)
            plies += 1
        lengths.append(plies)
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(state.seats))
    assert max(lengths) < GAME.ply_limit


@pytest.mark.mutant
def test_a_lost_card_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the discard pile loses a card."""
    apply = GAME.apply

    def lose(game: Any, state: State, *args: Any) -> State:
        after: State = apply(state, *args)
        return msgspec.structs.replace(after, discard=after.discard[1:]) if len(after.discard) == 5 else after

    monkeypatch.setattr(type(GAME), "apply", lose)
    monkeypatch.setitem(globals(), "GAMES", 5)
    with pytest.raises(AssertionError):
        test_playouts_end_and_conserve()


def test_moves_codes_and_views() -> None:
    for state, _ in some_states(300):
        deciders = {*GAME.to_act(state), *GAME.may_revise(state)}
        for seat in range(state.seats):
            legal = GAME.legal_moves(state, seat)
            assert bool(legal) == (seat in deciders)
            codes = [move.code for move in legal]
            assert len(set(codes)) == len(codes)
            assert all(CODE.fullmatch(code) for code in codes)
            view = GAME.view(state, seat)
            assert GAME.legal_moves(view, seat) == legal
            assert GAME.view(view, seat) == view
        public = GAME.view(state, None)
        assert GAME.view(public, None) == public
        assert not {card for hand in public.hands for card in hand} - {HIDDEN}
        assert not {*public.deck} - {HIDDEN}


def test_encode_and_notation_round_trip() -> None:
    for state, number in some_states(200):
        for position in (state, GAME.view(state, number % state.seats)):
            assert msgspec.json.decode(msgspec.json.encode(position), type=State) == position
            assert GAME.read(GAME.notate(position)) == msgspec.structs.replace(position, events=())


def test_two_worlds() -> None:
    """A seat's view stays the same when the cards it cannot see are reshuffled; `test_words` compares the texts."""
    for state, number in some_states(500):
        seat = number % state.seats
        view = GAME.view(state, seat)
        other = GAME.reshuffle(state, seat, dice(number))
        assert GAME.view(other, seat) == view
        assert HIDDEN not in (*other.deck, *(card for hand in other.hands for card in hand), *other.given)
        check_invariants(other)
        for each in range(state.seats):
            assert bool(GAME.legal_moves(other, each)) == bool(GAME.legal_moves(state, each))
        assert count_pieces_per_colour(other.options) == count_pieces_per_colour(state.options)
        if state.turn >= 0 and state.phase in ("discard", "discard_again"):
            assert not legal_plays(other, state.turn)


def test_reshuffling_varies() -> None:
    state, _ = next(iter(some_states(1)))
    assert GAME.reshuffle(state, 0, dice(1)) != GAME.reshuffle(state, 0, dice(2))


def test_events_carry_no_hidden_card() -> None:
    """Check that every card an event names is in the discard pile afterwards, unless that was reshuffled."""
    named = 0
    for options in (Options(), Options(mode="base")):
        for seats in (4, 5):
            for state, _, _ in playout(seats, options, 3):
                cards: set[str] = set()
                for event in state.events:
                    cards.update(getattr(event, "hand", ()))
                    cards.update({event.card} if hasattr(event, "card") else ())
                named += len(cards)
                if not any(isinstance(event, Reshuffled) for event in state.events):
                    assert cards <= set(state.discard)
    assert named > 1000


def test_a_preview_tells_nothing() -> None:
    """Check that a preview shows neither whether the next seat is stuck nor a new card."""
    for state, _ in some_states(300):
        for seat in GAME.to_act(state):
            for move in GAME.legal_moves(state, seat):
                folded = fold(GAME, state, seat, [move.code])
                if isinstance(move, Give) and len(GAME.to_act(state)) > 1:
                    assert len(folded.state.hands[seat]) == HAND - 1
                else:
                    assert folded.state == state
                    assert folded.ghost == move
                assert folded.complete


def test_dealing_draws_no_chance() -> None:
    state = play(GAME.read("base/4 0p@20 hand0=5"), "0 5/p:20>25")
    assert state.round == 2
    again = GAME.read("base/4 0p@20 hand0=5")
    assert GAME.apply(again, 0, GAME.parse(again, 0, "5/p:20>25"), NO_CHANCE) == state
    short = GAME.read("royal/4 0N@5 hand0=5 deck=- discard=8")
    with pytest.raises(ChanceRefused):
        GAME.apply(short, 0, GAME.parse(short, 0, "5/N:5>10"), NO_CHANCE)


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_record_replays_to_the_same_state(seats: int) -> None:
    secret, choice = bytes([seats]) * 32, dice(8)
    state = begin(GAME, seats, Options(), secret)
    plies: list[Any] = []
    while GAME.outcome(state) is None:
        seat = choice.choice(GAME.to_act(state))
        ply = Ply(len(plies) + 1, seat, choice.choice(GAME.legal_moves(state, seat)).code)
        plies.append(ply)
        state = advance(GAME, state, ply, secret)
    record = Record("dog_royal", GAME.version, seats, Options(), compute_commitment(secret), secret, tuple(plies))
    assert replay(parse(write(record)))[-1] == state


@pytest.mark.parametrize(
    ("text", "offender"),
    [
        ("", "''"),
        ("chess/2", "chess/2"),
        ("base/7", "base/7"),
        ("base/4 1N@16", "1N@16"),
        ("royal/4 1N@64", "1N@64"),
        ("royal/4 1N@g5", "1N@g5"),
        ("royal/2 1N@3", "1N@3"),
        ("royal/4 1N@3 1N@4", "1N@4"),
        ("royal/4 1N@3 2N@3", "2N@3"),
        ("royal/4 hand0=7", "'7'"),
        ("royal/4 hand9=5", "hand9"),
        ("royal/4 hello", "hello"),
        ("royal/4 turn=9", "turn=9"),
        ("royal/4 turn=x", "turn=x"),
        ("royal/4 hand0=8*swap", "swap"),
        ("royal/4 phase=lunch", "lunch"),
        ("royal/4 solo=maybe", "maybe"),
        ("royal/4 given=5,-", "given"),
    ],
)
def test_bad_notation_quotes_the_offender(text: str, offender: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(offender)):
        GAME.read(text)


def test_bad_number_of_seats() -> None:
    with pytest.raises(BadOptions):
        GAME.setup(7, Options(), dice(1))


def test_presets_start_with_the_defaults() -> None:
    assert next(iter(GAME.presets.values())) == Options()


def test_the_turn_limit_ends_a_game() -> None:
    state = GAME.read("base/2 0p@20 2p@50 hand0=5 hand1=6 turns=10000")
    state = play(state, "0 5/p:20>25")
    assert state.phase == "over"
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))


def test_no_two_plays_have_the_same_result() -> None:
    """Generate base positions whose pieces stand close together, so that they often capture each other."""
    for seed in range(times(2_000, usual=40)):
        places = dice(seed).shuffle(range(1, 16))
        pieces = " ".join(f"{number % 2}p@{place}" for number, place in enumerate(places[:7]))
        state = GAME.read(f"base/4 {pieces} hand0=1-7,1/11,4,swap,magnet")
        results = [
            (move.card, replace(GAME.apply(state, 0, move, dice(1)), events=()))
            for move in GAME.legal_moves(state, 0)
            if isinstance(move, Play)
        ]
        assert len(results) > 4
        assert all(first != second for first, second in combinations(results, 2)), GAME.notate(state)
