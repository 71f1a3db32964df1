"""Random games of Docker: invariants, the general laws, and the lengths the rules file computed (section 9).

`SLOWBOAT_FULL=1` plays 10,000 games for the invariants and 2,000 for each row of the lengths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import msgspec
import pytest

from games.core import ENDLESS, IllegalMove
from games.docker import GAME
from games.docker.events import Eliminated, FailedRoll, Moved, Rolled
from games.docker.moves import DICE, NEIGHBOURS, can_move, find_steps, list_letters, list_steps
from games.docker.options import Options
from games.docker.play import find_next, list_sure_rolls
from games.docker.state import COLOURS, CUBES, State
from games.rng import Rng
from tests.docker.paths import check_path
from tests.support.numbers import times

GAMES = times(10_000, usual=200)

EVERY_OPTION: list[tuple[int, Options]] = [
    (seats, Options(*cast("tuple[Any, ...]", options)))
    for seats, options in product(
        GAME.seats,
        product(
            ("own", "any"), (6, 3), ("strict", "start_ok", "no_reverse"), ("reserve", "none"), (200, 0), (True, False)
        ),
    )
]


def playout(seats: int, options: Options, rng: Rng) -> Iterator[Any]:
    """Yield the positions of a random game."""
    state = GAME.setup(seats, options, rng)
    yield state
    while not state.over:
        state = GAME.apply(state, state.to_move, rng.choice(GAME.legal_moves(state, state.to_move)), rng)
        yield state


def check_invariants(state: State, cubes: int) -> None:
    """Assert the invariants of every position of a game with `cubes` cubes of each colour."""
    assert len(state.squares) == 9
    assert 1 <= state.die <= 6
    on_board = Counter("".join(state.squares))
    teams = GAME.colours(state.players, state.options)
    for colour, letter in enumerate(COLOURS):
        played = any(colour in team for team in teams)
        assert on_board[letter] + state.reserves[colour] == (cubes if played else 0)
    assert len(set(state.out)) == len(state.out) < state.players
    limit = state.options.turn_limit or ENDLESS
    assert state.over == (len(state.out) == state.players - 1 or state.turns == limit)
    assert state.turns <= limit
    assert GAME.to_act(state) == (() if state.over else (state.to_move,))
    assert (GAME.outcome(state) is not None) == state.over
    if state.over:
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert sorted(seat for group in outcome.ranking for seat in group) == list(range(state.players))
    else:
        assert state.to_move not in state.out


def test_invariants_hold_in_random_games() -> None:
    for index in range(GAMES):
        seats, options = EVERY_OPTION[index % len(EVERY_OPTION)]
        before = None
        for plies, state in enumerate(playout(seats, options, Rng(b"i" * 32, "play", index))):  # noqa: B007 - used below
            check_invariants(state, CUBES)
            if before is not None:
                moved = state.events[0]
                assert isinstance(moved, Moved)
                assert moved.seat == before.to_move
                entering = COLOURS[moved.colour] if moved.source is None else ""
                assert check_path(before, moved.path, entering=entering) in GAME.legal_moves(before, before.to_move)
                assert moved.path[-1] == moved.target
                gone = [event.seat for event in state.events if isinstance(event, Eliminated)]
                assert state.out == (*before.out, *gone)
                assert state.turns == before.turns + 1 + len(gone)
                failed = [e.values for e in state.events if isinstance(e, FailedRoll) and e.seat == state.to_move]
                assert state.failed_rolls == (failed[-1] if failed else ())
                assert not failed or options.reroll == "reserve"
            before = state
        assert before is not None
        assert before.over
        assert plies <= GAME.ply_limit


@pytest.mark.mutant
def test_a_lost_cube_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: now and then a cube disappears from the board."""
    apply = GAME.apply

    def lose(game: Any, *args: Any) -> State:
        after: State = apply(*args)
        if after.turns % 7 != 6:
            return after
        return msgspec.structs.replace(after, squares=("", *after.squares[1:]), events=after.events)

    monkeypatch.setattr(type(GAME), "apply", lose)
    monkeypatch.setitem(globals(), "GAMES", 20)
    with pytest.raises(AssertionError):
        test_invariants_hold_in_random_games()


def walks(start: int, steps_left: int) -> Iterator[Any]:
    """Yield every walk over neighbouring squares, legal or not."""
    yield (start,)
    if steps_left:
        for square in NEIGHBOURS[start]:
            for walk in walks(square, steps_left - 1):
                yield (start, *walk)


WALKS = [tuple(walks(start, 6)) for start in range(9)]


@pytest.mark.parametrize("revisit", ["strict", "start_ok", "no_reverse"])
@pytest.mark.parametrize("entry", ["own", "any"])
def test_legal_moves_are_those_with_a_legal_path(revisit: Any, entry: Any) -> None:
    """Compare the trees of walks with `check_path`, which looks only at neighbours, heights and the walk so far."""
    options = Options(entry=entry, revisit=revisit)
    game = list(playout(3, options, Rng(b"w" * 32, "play", 1)))
    for state in game[:: max(1, len(game) // 4)]:
        allowed = set()
        for walk in (walk for start in range(9) for walk in WALKS[start] if len(walk) <= state.die + 1):
            for entering in ("", COLOURS[state.to_move]):
                try:
                    allowed.add(check_path(state, walk, entering=entering))
                except IllegalMove:
                    continue
        assert set(list_steps(state, state.to_move, state.die)) == allowed


def test_a_seat_can_move_if_any_roll_fits() -> None:
    """Compare on boards with high stacks, where the answer is sometimes no."""
    answers: Counter[bool] = Counter()
    for index in range(times(20_000, usual=400)):
        seats, options = EVERY_OPTION[index % len(EVERY_OPTION)]
        rng = Rng(b"m" * 32, "board", index)
        state = GAME.setup(seats, options, rng)
        squares, piles = [""] * 9, 1 + rng.below(3)
        for cube in rng.shuffle("RRRYYYGGGBBB"):
            squares[rng.below(9) if rng.below(50) == 0 else (1, 3, 5)[rng.below(piles)]] += cube
        reserves = tuple(rng.below(2) for _ in COLOURS)
        state = msgspec.structs.replace(state, squares=tuple(squares), reserves=reserves)
        for mine in {list_letters(state, seat) for seat in range(seats)}:
            fits = any(find_steps(state.squares, reserves, mine, die, options) for die in DICE)
            assert can_move(state.squares, reserves, mine, options) == fits
            answers[fits] += 1
    assert min(answers[False], answers[True]) > 20


LENGTHS = [
    (2, Options(), 59.0),
    (2, Options(reroll="none"), 42.2),
    (2, Options(entry="any"), 46.2),
    (2, Options(entry="any", revisit="no_reverse", reroll="none"), 44.2),
    (2, Options(revisit="start_ok"), 76.8),
    (2, Options(pieces2=3), 37.1),
    (2, Options(pieces2=3, entry="any", revisit="start_ok"), 49.9),
    (3, Options(), 38.8),
    (3, Options(reroll="none"), 34.5),
    (3, Options(entry="any"), 34.6),
    (3, Options(entry="any", revisit="no_reverse", reroll="none"), 36.3),
    (4, Options(), 40.8),
    (4, Options(reroll="none"), 35.6),
    (4, Options(entry="any"), 36.8),
    (4, Options(entry="any", revisit="no_reverse", reroll="none"), 36.9),
]


@pytest.mark.parametrize(("seats", "options", "mean"), LENGTHS)
def test_lengths_of_random_games(seats: int, options: Any, mean: Any) -> None:
    """Compare the mean with the computed one: it lies within four standard errors, including the error of the
    latter."""
    games = times(2_000, usual=100)
    options = msgspec.structs.replace(options, turn_limit=0)
    lengths = []
    for index in range(games):
        *_, end = playout(seats, options, Rng(b"n" * 32, "play", index))
        lengths.append(end.turns)
    found = sum(lengths) / games
    spread = (sum((length - found) ** 2 for length in lengths) / games) ** 0.5
    assert abs(found - mean) < 4 * spread * (1 / games + 1 / 2_000) ** 0.5


def test_a_roll_that_is_called_sure_eliminates_the_next_player() -> None:
    """Play random games, and compare each next roll with those that were deadly whatever the seat before it did."""
    struck, spared = 0, 0
    for number in range(GAMES):
        rng = Rng(bytes(32), "sure", number)
        before: State | None = None
        for state in playout(*EVERY_OPTION[number % len(EVERY_OPTION)], rng):
            if before is not None:
                seat, sure = find_next(before, before.to_move), list_sure_rolls(before)
                rolled = next((each for each in state.events if isinstance(each, Rolled)), None)
                assert rolled is None or rolled.seat == seat
                is_out = any(isinstance(each, Eliminated) and each.seat == seat for each in state.events)
                if rolled is not None and rolled.value in sure:
                    assert is_out
                    struck += 1
                elif sure:
                    spared += not is_out
            before = state
    assert min(struck, spared) > GAMES / 20
