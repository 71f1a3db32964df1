"""Run due timers, which are rows in the store.

The effect of a timer is computed from the match as it is when the timer is due, and written together with the next
timers. So a restart between any two steps loses nothing and repeats nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct

from data import Timer, Transaction
from matches import play
from matches.change import Change
from matches.clocks import absence, idle, live, pauses
from matches.errors import Stale
from matches.lobby.expiry import expire
from matches.match import Match
from matches.people.preferences import read_person
from matches.people.quiet_hours import quiet_until
from matches.referee import MACHINE, Done, Referee
from matches.votes import ballots, proposals

log = logging.getLogger(__name__)

_BATCH = 100

REMEMBERED = 24 * 3600.0
"""Seconds for which a repeated delivery of an interaction is recognised; its token lives fifteen minutes."""


class Ages(Struct, frozen=True):
    """How late the oldest unposted board and the oldest due timer are, in seconds; 0.0 if nothing is late."""

    outbox: float
    timer: float


async def read_ages(referee: Referee, now: float) -> Ages:
    """Measure how late boards and timers are."""

    def read(tx: Transaction) -> Ages:
        unposted, due = tx.find_oldest_unposted(), tx.read_due_timers(now, limit=1)
        return Ages(
            max(0.0, now - unposted) if unposted is not None else 0.0, max(0.0, now - due[0][1].due_at) if due else 0.0
        )

    return await referee.store.transaction(read)


async def sweep(referee: Referee) -> list[Done]:
    """Run every due timer once and return the results.

    If the timer of one match fails, the others still run; it is retried at the next sweep. Matches at which another
    process is working are skipped.
    """
    now = referee.now()
    done: list[Done] = []

    seen: set[tuple[int, str, int]] = set()

    def read_due(tx: Transaction) -> list[tuple[int, Timer]]:
        tx.forget_interactions(now - REMEMBERED)
        return tx.read_due_timers(now, limit=_BATCH + len(seen))

    while fresh := [
        (match_id, timer)
        for match_id, timer in await referee.store.transaction(read_due)
        if (match_id, timer.kind, timer.seat) not in seen
    ]:
        for match_id, timer in fresh:
            seen.add((match_id, timer.kind, timer.seat))
            try:
                guild_id = (await referee.match(match_id)).guild_id
                if not referee.processes.serves(guild_id) or not referee.shards.is_up(guild_id):
                    continue  # a shard that is down: retried at the next sweep
                async with referee.processes.hold("timer", match_id) as mine:
                    if mine and await _is_stored(referee, match_id, timer):
                        done.append(await _fire(referee, match_id, timer, now))
            except Stale:
                continue
            except Exception:
                log.exception("match %s: its timer %s failed", match_id, timer.kind)
    return done


async def _is_stored(referee: Referee, match_id: int, timer: Timer) -> bool:
    """Whether a timer is still in the store: a move may have replaced it since the due timers were read."""
    return await referee.store.transaction(lambda tx: timer in tx.read_timers(match_id))


async def _fire(referee: Referee, match_id: int, timer: Timer, now: float) -> Done:
    quiet: float | None = None
    if timer.kind == "deadline" and (await referee.match(match_id)).holder(timer.seat).crowd:
        return await ballots.close_vote(referee, match_id)
    if timer.kind in ("remind", "deadline"):
        user_id = (await referee.match(match_id)).holder(timer.seat).user_id
        if user_id is not None:
            person = await read_person(referee, user_id)
            quiet = quiet_until(person, now)
    effects: dict[str, Callable[[Match], Change]] = {
        "lobby": lambda match: expire(match, now=now),
        "proposal": lambda match: proposals.drop_expired(match, now=now),
        "resume": lambda match: pauses.resume(match, now=now),
        "live": lambda match: live.fall_back(match, now=now),
        "nap": lambda match: idle.check_idle(match, now=now),
        "hold": lambda match: play.release(match, now=now),
        "deadline": lambda match: (
            play.release(match, now=now)
            if match.held is not None
            else absence.apply_deadline(
                match, timer.seat, now=now, outages=referee.outages_of(match), quiet_until=quiet
            )
        ),
        "remind": lambda match: absence.remind(
            match, timer.seat, now=now, quiet_until=quiet, outages=referee.outages_of(match)
        ),
    }
    return await referee.change(match_id, MACHINE, effects[timer.kind])
