"""Laws about positions from elsewhere: the rules refuse impossible ones, and can use all others.

Notations, states and moves of nature are damaged at random, mostly so that they still fit the types.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest

from games.core import NATURE, AnyGame, BadNotation, IllegalMove
from games.rng import Rng
from rendering import RendererMissing, renderer
from rendering.english import say
from tests.support.laws.playouts import GAMES, Position, every_position, load, load_words, nature
from tests.support.numbers import times

every_game = pytest.mark.parametrize("name", GAMES)

NUMBERS: Final = (-1, 0, 1, 2, 5, 7, 11, 99, 1000, 10**9, 10**18, -(10**18))
FLOATS: Final = (-1.0, 0.0, 0.5, 30.0, 1e9, 1e308, -1e308)
SCRAPS: Final = (
    *("", "?", "-", "0", "1", "2", "3", "x", ";", ",", "/"),
    *("9" * 5000, "7*99999999999", "999999999*", "nan", "inf", "²", "٣", "\N{CROSS MARK}"),
)


def damage_text(text: str, drawn: random.Random) -> str:
    """Replace, repeat or swap parts of a notation."""
    words = re.split(r"([\s,;:/=@*+>]+)", text)
    for _ in range(drawn.choice((1, 1, 1, 2, 4))):
        place = drawn.randrange(len(words))
        other = drawn.choice(words)
        scrap = drawn.choice(SCRAPS)
        words[place] = drawn.choice((scrap, words[place] + scrap, words[place] * 2, other, other))
    return "".join(words)


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """List the paths to all parts of a value made of lists and dicts, but not to events, which are not checked."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        if key != "events":
            yield from list_places(part, (*path, key))


def damage_value(value: Any, drawn: random.Random) -> Any:
    """Replace some parts of a value by others of the same type."""
    places = [path for path in list_places(value) if path]
    for _ in range(drawn.choice((1, 1, 2, 3))):
        *outer, last = drawn.choice(places)
        holder = value
        try:
            for key in outer:
                holder = holder[key]
            holder[last] = make_other(holder[last], drawn)
        except (IndexError, KeyError, TypeError):
            continue  # an earlier change has removed the place
    return value


def make_other(part: Any, drawn: random.Random) -> Any:
    """Make another value of the same type."""
    match part:
        case bool():
            return not part
        case int():
            return drawn.choice((part + 1, part - 1, drawn.choice(NUMBERS)))
        case float():
            return drawn.choice((-part, part * 100, drawn.choice(FLOATS)))
        case str():
            return drawn.choice((drawn.choice(SCRAPS), part + part, part[::-1]))
        case list():
            extra = drawn.choice(part) if part else drawn.choice(("?", 0))
            many = part * drawn.choice((2, 10, 500))
            return drawn.choice(([], part[1:], part[::-1], [*part, extra], many, drawn.sample(part, len(part))))
        case _:
            return drawn.choice((None, 0, "?", [], 1.5))


def use(game: AnyGame, name: str, state: Any, *, draws: bool) -> None:
    """View, describe and, if `draws`, draw a position, and choose a move."""
    words, deciding = load_words(name), {*game.to_act(state), *game.may_revise(state)} - {NATURE}
    game.outcome(state)
    for seat in (None, 0, 1, *deciding):
        view = game.view(state, seat)
        texts = [words.status(view), *words.position(view, seat)]
        if seat in deciding and seat is not None and (moves := game.legal_moves(view, seat)):
            texts.append(words.prompt(view, seat))
            texts += [label for move in moves[:4] for label in words.menu(view, seat, move)]
            assert game.choose(view, seat, Rng(b"", "choose", 0)) in moves
        assert all(map(say, texts))
    if draws:
        renderer(name).draw(game.view(state, None), say=say).encode()


def can_draw(name: str) -> bool:
    try:
        return bool(renderer(name))
    except RendererMissing:
        return False


def draw_positions(name: str, most: int) -> Iterator[tuple[Position, random.Random]]:
    for number, position in enumerate(every_position(name, most)):
        yield position, random.Random(f"{name} {number}")


@every_game
def test_every_position_of_a_match_passes_and_so_do_its_views(name: str) -> None:
    game = load(name)
    for position in every_position(name, times(3000, usual=100)):
        for state in (position.state, *(game.view(position.state, seat) for seat in (None, *position.seats))):
            game.check(state)


@every_game
def test_a_damaged_notation_is_refused_or_can_be_used(name: str) -> None:
    game, used, refused = load(name), 0, 0
    for position, drawn in draw_positions(name, times(3000, usual=150)):
        text = damage_text(game.notate(position.state), drawn)
        try:
            state = game.read(text)
        except BadNotation:
            refused += 1
            continue
        used += 1
        use(game, name, state, draws=can_draw(name) and not used % 8)
        again = game.notate(state)
        assert game.notate(game.read(again)) == again
    assert min(used, refused) > 0


@every_game
def test_a_number_of_thousands_of_digits_is_refused(name: str) -> None:
    """Refuse it before it is computed: `int` raises other errors, and a count would take all memory."""
    game = load(name)
    for position in every_position(name, 2):
        text = game.notate(position.state)
        for found in re.finditer(r"(?<![.\d])\d+", text):  # not the decimals of a coordinate
            with pytest.raises(BadNotation):
                game.read(text[: found.start()] + "9" * 5000 + text[found.end() :])


@every_game
def test_a_damaged_code_is_refused_with_a_sentence(name: str) -> None:
    """Refuse it: people type codes, too."""
    game, words, refusals = load(name), load_words(name), list[IllegalMove]()
    for position, drawn in draw_positions(name, times(3000, usual=60)):
        for seat in position.deciding[:1]:
            codes = [move.code for move in game.legal_moves(position.state, seat)]
            for _ in range(6):
                try:
                    game.parse(position.state, seat, damage_text(drawn.choice(codes), drawn))
                except IllegalMove as error:
                    refusals.append(error)
    assert refusals
    assert all(say(words.refusal(error)) for error in refusals)


@every_game
def test_a_damaged_state_is_refused_or_can_be_used(name: str) -> None:
    game, used, refused = load(name), 0, 0
    for position, drawn in draw_positions(name, times(6000, usual=300)):
        plain = msgspec.json.decode(msgspec.json.encode(position.state))
        try:
            state = msgspec.convert(damage_value(plain, drawn), game.state_type)
        except msgspec.ValidationError:
            continue
        try:
            game.check(state)
        except BadNotation:
            refused += 1
            continue
        used += 1
        use(game, name, msgspec.structs.replace(state, events=()), draws=can_draw(name) and not used % 8)
    assert min(used, refused) > 0


@pytest.mark.parametrize("name", [name for name in GAMES if load(name).nature is not None])
def test_a_damaged_move_of_nature_is_refused_or_leads_to_a_possible_position(name: str) -> None:
    game, used, refused = load(name), 0, 0
    asked = [position for position in every_position(name, 10**6) if game.to_act(position.state) == (NATURE,)]
    for number, position in enumerate(asked[: times(3000, usual=150)]):
        drawn = random.Random(f"{name} {number}")
        code = nature(name)(position.state, position.rng("nature")).code
        damaged = (
            msgspec.json.encode(damage_value(msgspec.json.decode(code), drawn)).decode()
            if code.startswith("{")
            else damage_text(code, drawn)
        )
        try:
            move = game.parse(position.state, NATURE, damaged)
        except IllegalMove:
            refused += 1
            continue
        used += 1
        after = game.apply(position.state, NATURE, move, position.rng("ply"))
        game.check(after)
        use(game, name, after, draws=can_draw(name) and not used % 8)
    assert refused > 0
    assert used > 0 or name == "toy", "the toy's nature has few moves"
