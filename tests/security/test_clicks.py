"""Two simultaneous clicks, by one person or two, have exactly one effect.

20,000 pairs go to the referee, a sample through discord.py and the sandbox. Simultaneous choices in DOG Royal's
exchange are always accepted, with the same result in every order: 10,000 exchanges.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

import games
from data import Transaction
from games.rng import Rng
from matches.errors import UserError
from matches.match import Match
from matches.play import play
from matches.referee import Done
from sandbox.person.person import Person
from tests.support.matches.house import ANNA, BEN, House, a_turn, house
from tests.support.numbers import patience, times
from tests.support.play.table import buttons, choose, find_board, list_menus, open_match, open_panel, table
from tests.toy.game import Options as ToyOptions
from tests.toy.registered import register_toy

PAIRS = times(20_000, usual=300)
SOCKET_PAIRS = times(200, usual=10)
EXCHANGES = times(10_000, usual=300)

pytestmark = pytest.mark.timeout(patience(180))

BESIDE = 8
"""Matches played beside each other, so that their changes share commits."""


class Doubled(AssertionError):
    """Two clicks had two effects, or none."""


@pytest.fixture
def _toy() -> Any:
    with register_toy():
        yield


async def click_in_pairs(at: House, pairs: int) -> None:
    """Send pairs of clicks to the referee. Raises Doubled."""
    options = ToyOptions(turns=3, swap=False)
    chance = random.Random(1)
    running = [await at.running("toy", ANNA, BEN, options=options, channel=channel) for channel in range(BESIDE)]
    for _ in range(-(-pairs // BESIDE)):
        for number, match in enumerate(running):
            if (await at.referee.match(match.id)).phase != "running":
                running[number] = await at.running("toy", ANNA, BEN, options=options, channel=number)
        before = [await at.referee.match(match.id) for match in running]
        turns = [a_turn(match, match.awaited[0].seat, choose=chance.randrange(3)) for match in before]
        clicks = [
            click for match, codes in zip(before, turns, strict=True) for click in _pair(at, match, codes, chance)
        ]
        answers = await asyncio.gather(*clicks, return_exceptions=True)
        for match, codes, one, two in zip(before, turns, answers[::2], answers[1::2], strict=True):
            done = [answer for answer in (one, two) if isinstance(answer, Done)]
            refused = [answer for answer in (one, two) if isinstance(answer, UserError)]
            after = await at.reread(match)
            plies = [row.code for row in await at.log(match) if row.seq > match.seq and row.made_by == "person"]
            if (len(done), len(refused), plies) != (1, 1, list(codes)) or after != done[0].match:
                raise Doubled(f"{one!r} and {two!r} left {plies}")
            await at.machines.run(done[0])


def _pair(at: House, match: Match, codes: Sequence[str], chance: random.Random) -> list[Any]:
    """Prepare two presses: of one person (two clicks, or one that Discord delivers twice), or of two people at once."""
    seat = match.awaited[0].seat
    kind = chance.randrange(3)
    requests = [at.who(match.holder(seat).user_id or 0)]
    requests.append(requests[0] if kind == 0 else at.who(requests[0].user_id or 0))
    seats = [seat, seat]
    if kind == 2:
        seats[1] = 1 - seat
        requests[1] = at.who(match.holder(1 - seat).user_id or 0)
    decisions = [match.decisions.get(each, match.seq) for each in seats]
    found = [
        at.referee.change(
            match.id,
            who,
            partial(play, who=who, seat=place, codes=codes, decision=decision, now=at.now),
        )
        for who, place, decision in zip(requests, seats, decisions, strict=True)
    ]
    chance.shuffle(found)
    return found


@pytest.mark.usefixtures("_toy")
async def test_of_two_clicks_one_counts(tmp_path: Path) -> None:
    async with house(tmp_path, durable=False) as at:
        await click_in_pairs(at, PAIRS)


def lock_nothing(patch: pytest.MonkeyPatch) -> None:
    """Mutant: no lock, and the row is overwritten."""
    patch.setattr("matches.referee.asyncio.Lock", _Open)
    patch.setattr("data.sql.Transaction.update_match", _overwrite)


class _Open:
    async def __aenter__(self) -> None:
        pass

    async def __aexit__(self, *_: object) -> None:
        pass


def _overwrite(tx: Any, row: Any, *, was: Any, interaction_id: int | None = None, at: float = 0.0) -> None:
    assert was is not None
    if interaction_id is not None:
        tx.record_interaction(interaction_id, row.guild_id, at)
    tx._db.execute("DELETE FROM log WHERE match_id = ? AND seq = ?", (row.id, row.seq))
    names = [name for name in structs.asdict(row) if name != "id"]
    values = [getattr(row, name) for name in names]
    tx._db.execute(f"UPDATE matches SET {', '.join(f'{name} = ?' for name in names)} WHERE id = ?", (*values, row.id))


@pytest.mark.mutant
@pytest.mark.usefixtures("_toy")
async def test_a_second_effect_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock_nothing(monkeypatch)
    async with house(tmp_path, durable=False) as at:
        with pytest.raises(Doubled):
            await click_in_pairs(at, 200)


async def test_of_two_clicks_through_the_socket_one_counts(tmp_path: Path) -> None:
    """Press *Confirm* twice at once, or press it once and have it delivered twice."""
    async with table(tmp_path) as at:
        await open_match(at, "docker new", ["anna", "ben"])
        people = {holder.user_id: at.person(holder.name.lower()) for holder in (await at.referee.match(1)).seats}
        match_id = 1
        for number in range(SOCKET_PAIRS):
            match = await at.referee.match(match_id)
            if match.phase != "running":
                await open_match(at, "docker new", ["anna", "ben"])
                found = await at.referee.match_in(at.person("anna").channel.id)
                assert found is not None
                match_id, match = found.id, found
            person = people[match.awaited[0].user_id]
            wanted = f"docker-{match_id}-{match.seq}.png"
            await person.until(partial(_shows, person, wanted))
            panel = await open_panel(person)
            while "Confirm" not in buttons(panel):
                menu, options = next(iter(list_menus(panel).items()))
                await choose(person, panel, menu, options[number % len(options)]["value"])
            at.sandbox.faults.duplicate_next = number % 2
            clicks = [person.click(panel, "Confirm") for _ in range(2 - number % 2)]
            for click in clicks:
                await click
            await person.until(partial(find_board, person))
            log = await at.referee.store.transaction(partial(Transaction.read_log, match_id=match.id, after=match.seq))
            assert len([row for row in log if row.made_by == "person"]) == 1, log


def _shows(person: Person, picture: str) -> bool:
    """Whether the newest board is this one."""
    return any(file.filename == picture for file in find_board(person).attachments)


def exchange(number: int) -> tuple[Any, list[tuple[int, Any]]]:
    """Set up a position of DOG Royal in which cards are exchanged, and a choice for each seat."""
    game = games.load("dog_royal")
    drawn = random.Random(f"exchange {number}")
    seats = drawn.choice(list(game.seats))
    secret = number.to_bytes(32, "big")
    state = game.setup(seats, drawn.choice(list(game.presets.values())), Rng(secret, "setup", 0))
    return state, [(seat, drawn.choice(list(game.legal_moves(state, seat)))) for seat in game.to_act(state)]


def exchange_cards(state: Any, choices: Sequence[tuple[int, Any]]) -> Any:
    """Return the result of these choices in this order."""
    game = games.load("dog_royal")
    for seat, move in choices:
        legal = [each.code for each in game.legal_moves(state, seat)]
        assert move.code in legal, f"{seat} may not choose {move.code} any more"
        state = game.apply(state, seat, move, Rng(bytes(32), "ply", 1))
    return state


def drop_events(state: Any) -> bytes:
    """Return a position without the events of its last ply, which depend on the order."""
    return msgspec.json.encode(structs.replace(state, events=()))


def exchange_in_every_order(exchanges: int) -> int:
    """Play all orders. Returns how many were compared."""
    orders = 0
    for number in range(exchanges):
        state, choices = exchange(number)
        every = list(itertools.permutations(choices))
        random.Random(number).shuffle(every)
        results = {drop_events(exchange_cards(state, order)) for order in every[:6]}
        assert len(results) == 1, f"exchange {number} depends on the order"
        orders += len(every[:6])
    return orders


def test_exchanges_in_every_order() -> None:
    assert exchange_in_every_order(EXCHANGES) >= 2 * EXCHANGES


@pytest.mark.mutant
def test_an_order_that_matters_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("dog_royal")
    apply = game.apply

    def last_come(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> Any:
        return structs.replace(apply(state, seat, move, rng), drawer=seat)

    monkeypatch.setattr(type(game), "apply", last_come)
    with pytest.raises(AssertionError):
        exchange_in_every_order(20)
