"""Make the result rows of a finished match, and write them with the change that finishes it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from data import Reply, ResultRow, Transaction
from games.core import Outcome, Seat
from matches.match import Match


def make_results(match: Match, log: Sequence[Reply]) -> tuple[ResultRow, ...]:
    """Make one row per seat. No rows without an outcome. `log`: its whole log."""
    row, outcome = match.row, match.outcome
    if row.phase != "finished" or outcome is None or row.started_at is None or row.ended_at is None:
        return ()
    teams = find_teams(match)
    places = _find_places(outcome, teams)
    plies = [reply for reply in _drop_undone(log) if reply.kind == "ply"]
    ended_by_resigning = any(reply.kind == "resign" for reply in log[-1:])
    found = []
    for holder in match.seats:
        made = [reply for reply in plies if reply.seat == holder.seat]
        own = [reply for reply in made if reply.user_id == holder.user_id and reply.made_by in ("person", "auto")]
        scores = outcome.scores
        found.append(
            ResultRow(
                match_id=row.id,
                seat=holder.seat,
                guild_id=row.guild_id,
                game=row.game,
                user_id=holder.user_id,
                place=places[holder.seat],
                team=teams[holder.seat],
                score=scores[holder.seat] if scores is not None and holder.seat < len(scores) else None,
                pace=row.pace,
                rated=row.rated,
                resigned=holder.resigned,
                ending="resigned" if ended_by_resigning else "played",
                plies=len(made),
                own_plies=len(own) if holder.user_id is not None else 0,
                replies=msgspec.json.encode(_measure_replies(log, holder.seat, holder.user_id)).decode(),
                started_at=row.started_at,
                finished_at=row.ended_at,
            )
        )
    return tuple(found)


def write_results(tx: Transaction, before: Match, after: Match) -> None:
    """Write the results of a match with the change that finishes it; correct or delete them with a later change."""
    if after.row.phase == "finished" and (before.row.phase != "finished" or before.row.result != after.row.result):
        tx.put_results(after.row.id, make_results(after, tx.read_replies(after.row.id)))
    elif before.row.phase == "finished" and after.row.phase != "finished":
        tx.put_results(after.row.id, ())


def find_teams(match: Match) -> dict[Seat, Seat]:
    """Map each seat to the lowest seat of its team."""
    found = {}
    for holder in match.seats:
        partner = match.game.partner(holder.seat, match.row.capacity, match.options)
        found[holder.seat] = holder.seat if partner is None else min(holder.seat, partner)
    return found


def _find_places(outcome: Outcome, teams: dict[Seat, Seat]) -> dict[Seat, int]:
    """Number the groups of a ranking; a place counts the teams ahead of it."""
    places: dict[Seat, int] = {}
    ahead = 0
    for group in outcome.ranking:
        places |= dict.fromkeys(group, ahead + 1)
        ahead += len({teams[seat] for seat in group})
    best = {team: min(places[seat] for seat in teams if teams[seat] == team) for team in set(teams.values())}
    return {seat: best[team] for seat, team in teams.items()}


def _drop_undone(log: Sequence[Reply]) -> tuple[Reply, ...]:
    """Leave out the plies that were taken back."""
    found: list[Reply] = []
    for reply in log:
        if reply.kind == "undo":
            back_to = reply.snapshot_of or 0
            found = [kept for kept in found if kept.kind != "ply" or kept.seq <= back_to]
        found.append(reply)
    return tuple(found)


def _measure_replies(log: Sequence[Reply], seat: Seat, user_id: int | None) -> list[int]:
    """Measure how many seconds a person took for each of their turns.

    A turn waits from the last thing anybody else did: where all choose at the same time, the measure is too short
    rather than too long. Plies of one turn count once.
    """
    if user_id is None:
        return []
    found: list[int] = []
    since: float | None = None
    going_on = False
    for reply in log:
        if reply.kind == "ply" and reply.seat == seat:
            if reply.user_id == user_id and reply.made_by == "person" and since is not None and not going_on:
                found.append(max(0, round(reply.at - since)))
            going_on = True
        else:
            since = reply.at
            going_on = False
    return found
