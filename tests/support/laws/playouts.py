"""Random playouts of every game, and positions of them for the laws.

Each game has a pool of numbered playouts, which are made once and shared by all laws. Number 0 has the default options
and the fewest seats; the others go through all numbers of seats, with options drawn by their number. With
`SLOWBOAT_FULL=1` the pool is larger and the laws look at more positions. In place of physics, a module
`tests/<game>/stub_nature.py` with `nature(state, rng)` moves for nature if there is one.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from msgspec import Struct, inspect

import games
from games.core import NATURE, AnyGame, BadOptions, Game, Known, Seat
from games.nature import require_nature
from games.parts import assemble
from games.record import Ply, Record, begin
from games.rng import Rng, compute_commitment
from games.wording import Words
from tests import toy
from tests.support.numbers import FULL
from tests.toy import cellar
from tests.toy import words as toy_words


def has_secrets(game: AnyGame) -> bool:
    """Tell whether the game hides anything from anybody."""
    hiding = {*game.marks.values()} - {Known.SHOWN, Known.TOLD}
    return type(game).reshuffle is not Game.reshuffle or bool(hiding)


REVISED = 0.1  # share of turns in which a seat that may revise its choice does so

law = settings(max_examples=1000 if FULL else 30, deadline=None, derandomize=not FULL, database=None)
"""Settings of a law: how many positions it looks at."""


def _imports(name: str, load: Callable[[str], Any]) -> bool:
    try:
        load(name)
    except (ImportError, AttributeError, SyntaxError, NameError):
        return False
    return True


GAMES = (*(name for name in games.names() if _imports(name, games.load)), "toy")
"""All games whose rules can be imported, and the toy. A separate law says that every game can be."""

SECRETIVE = (*(name for name in GAMES if name == "toy" or has_secrets(games.load(name))), "cellar")
"""Those of `GAMES` that hide something, and the cellar, which has nothing but rules."""

SPOKEN = (*(name for name in games.names() if _imports(name, games.words)), "toy")
"""All games whose words can be imported, and the toy."""

_TOY_WORDS: Words = assemble(Words, (toy_words,), _game=toy.GAME)  # type: ignore[type-abstract]


def load(name: str) -> AnyGame:
    known: dict[str, AnyGame] = {"toy": toy.GAME, "cellar": cellar.GAME}
    return known.get(name) or games.load(name)


def load_words(name: str) -> Words:
    return _TOY_WORDS if name == "toy" else games.words(name)


@cache
def nature(name: str) -> Callable[[Any, Rng], Any]:
    """Return a function that moves for nature. It is cheap and never void, because void moves lengthen a playout."""
    game = load(name)
    rules = require_nature(game.nature)
    ask = rules.decide
    stub = f"tests.{name}.stub_nature"
    if importlib.util.find_spec(f"tests.{name}") and importlib.util.find_spec(stub):
        ask = importlib.import_module(stub).nature

    def move_for_nature(state: Any, rng: Rng) -> Any:
        while (move := ask(state, rng)) == rules.void_move(state):
            pass  # the rng goes on, so the next answer differs
        return move

    return move_for_nature


@cache
def pool(name: str) -> int:
    """Return the size of a game's pool: smaller for games with physics, whose rules are slow."""
    most = 300 if FULL else 12
    return most // 3 if load(name).nature is not None else most


class Playout(NamedTuple):
    """A whole match. `states` has one more than `record.plies`; `forced` counts plies of seats that were to act."""

    record: Record
    states: tuple[Any, ...]
    forced: int


class Position(NamedTuple):
    """The position before ply `index` of a playout, or its last one."""

    playout: Playout
    index: int  # type: ignore[assignment]  # hides tuple.index, which is not used

    @property
    def state(self) -> Any:
        return self.playout.states[self.index]

    @property
    def seats(self) -> range:
        return range(self.playout.record.seats)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """List the seats that may make a move; not nature."""
        game = load(self.playout.record.game)
        return tuple(s for s in (*game.to_act(self.state), *game.may_revise(self.state)) if s != NATURE)

    def rng(self, purpose: str = "law") -> Rng:
        secret = self.playout.record.secret
        assert secret is not None
        return Rng(secret, purpose, self.index)

    def __repr__(self) -> str:
        record = self.playout.record
        return f"<{record.game} {record.seats} seats {record.options}, before ply {self.index}: {self.state}>"


def values(field: inspect.Field) -> tuple[Any, ...]:
    """List the values of an option, or those that its menu offers if there are too many."""
    kind, offer = field.type, ()
    if isinstance(kind, inspect.Metadata):
        offer = (kind.extra or {}).get("offer", ())
        kind = kind.type
    match kind:
        case inspect.LiteralType(values=allowed):
            return tuple(allowed)
        case inspect.BoolType():
            return (False, True)
        case inspect.IntType(ge=int(least), le=int(most)):
            return tuple(offer) or tuple(range(least, most + 1))
    raise TypeError(f"option {field.name} is neither Literal nor bool nor a bounded int: {kind}")


def option_fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    described = inspect.type_info(game.options_type)
    assert isinstance(described, inspect.StructType)
    return described.fields


def arrange(game: AnyGame, number: int) -> tuple[int, Struct]:
    """Draw seats and options for playout `number` that the game accepts."""
    if number == 0:
        return game.seats.start, game.options_type()
    drawn, seats = random.Random(f"{game.name} {number}"), game.seats[number % len(game.seats)]
    while True:
        changed = {f.encode_name: drawn.choice(values(f)) for f in option_fields(game) if drawn.random() < 0.5}
        options = game.options_type(**changed)
        try:
            game.setup(seats, options, Rng(b"", "setup", 0))
        except BadOptions:
            continue
        return seats, options


@cache
def playout(name: str, number: int) -> Playout:
    """Play playout `number` of a game with random moves and some revised choices. Stops at the ply limit."""
    game, drawn = load(name), random.Random(f"{name} {number}")
    seats, options = arrange(game, number)
    secret = hashlib.sha256(f"{name} {number}".encode()).digest()
    states, plies, forced = [begin(game, seats, options, secret)], [], 0
    while (owing := game.to_act(states[-1])) and forced <= game.ply_limit:
        state, seq = states[-1], len(states)
        revising = game.may_revise(state)
        if owing == (NATURE,):
            seat, move = NATURE, nature(name)(state, Rng(secret, "nature", seq))
        else:
            seat = drawn.choice(revising if revising and drawn.random() < REVISED else owing)
            move = drawn.choice(game.legal_moves(state, seat))
        forced += seat in owing
        plies.append(Ply(seq, seat, move.code))
        states.append(game.apply(state, seat, move, Rng(secret, "ply", seq)))
    return Playout(
        Record(name, game.version, seats, options, compute_commitment(secret), secret, tuple(plies)),
        tuple(states),
        forced,
    )


@st.composite
def positions(draw: st.DrawFn, name: str) -> Position:
    """Draw a position of the pool; hypothesis shrinks towards the first."""
    found = playout(name, draw(st.integers(0, pool(name) - 1)))
    last = len(found.states) - 1
    return Position(found, round(draw(st.integers(0, 1000)) * last / 1000))


def every_position(name: str, most: int) -> Iterator[Position]:
    """Yield up to `most` positions, evenly spread over the pool."""
    for number in range(pool(name)):
        found = playout(name, number)
        step = max(1, len(found.states) * pool(name) // most)
        for index in range(number % step, len(found.states), step):
            yield Position(found, index)


def every_choice(name: str, few: int) -> Iterator[tuple[Position, Seat]]:
    """Yield decisions in which a seat has a choice, without end: about `few` of them from the pool, then others."""
    game = load(name)
    each = max(1, few // pool(name))
    for number in itertools.count():
        found = playout(name, number)
        step = max(1, len(found.states) // (2 * each))
        for index in range(number % step, len(found.states), step):
            position = Position(found, index)
            for seat in position.deciding[:1]:
                if len(game.legal_moves(position.state, seat)) > 1:
                    yield position, seat


def digest(name: str) -> str:
    """Hash some of a game's states and menus; the same in every process."""
    game, out = load(name), hashlib.sha256()
    for number in range(2):
        for state in playout(name, number).states[:60]:
            out.update(msgspec.json.encode(state))
            for seat in game.to_act(state):
                out.update(" ".join(move.code for move in game.legal_moves(state, seat) if seat != NATURE).encode())
    return out.hexdigest()


every_game = pytest.mark.parametrize("name", GAMES)


every_secretive_game = pytest.mark.parametrize("name", SECRETIVE)


def viewers(position: Position) -> tuple[Seat | None, ...]:
    """List the seats and, as None, the public."""
    return (*position.seats, None)


def reshuffle(position: Position, viewer: Seat | None, purpose: str = "reshuffle") -> Any:
    """Make another state that `viewer` could not tell from this position."""
    game = load(position.playout.record.game)
    return game.reshuffle(position.state, viewer, position.rng(f"{purpose}-{viewer}"))
