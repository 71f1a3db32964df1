"""Make the result rows of a finished match, and write them with the change that finishes it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from data import FORMER, LogRow, ResultRow, Transaction
from games.core import NATURE, Outcome, Seat
from games.feats import Counts, Sides, find_feats
from matches.match import Match, drop_undone, events_of


def make_results(match: Match, log: Sequence[LogRow]) -> tuple[ResultRow, ...]:
    """Make one row per seat; none without an outcome, or for a demonstration. `log`: the whole log of the match.

    For a former player, whose data was deleted, the row has only the place.
    """
    outcome = match.outcome
    if match.demo:
        return ()
    if match.phase != "finished" or outcome is None or match.started_at is None or match.ended_at is None:
        return ()
    teams = find_teams(match)
    places = _find_places(outcome, teams)
    plies = [reply for reply in drop_undone(log) if reply.kind == "ply"]
    feats = _count_feats(match, plies)
    ended_by_resigning = any(reply.kind == "resign" for reply in log[-1:])
    found = []
    for holder in match.seats:
        former = holder.user_id == FORMER
        person = None if former else holder.user_id
        made = [] if former else [reply for reply in plies if reply.seat == holder.seat]
        own = [reply for reply in made if reply.user_id == holder.user_id and reply.made_by in ("person", "auto")]
        scores = outcome.scores
        found.append(
            ResultRow(
                match_id=match.id,
                seat=holder.seat,
                guild_id=match.guest_guild_id or 0 if match.is_shared and holder.guest else match.guild_id,
                game=match.game_name,
                user_id=holder.user_id,
                place=places[holder.seat],
                team=teams[holder.seat],
                score=scores[holder.seat] if scores is not None and holder.seat < len(scores) else None,
                pace=match.pace,
                rated=int(match.rated),
                resigned=int(holder.resigned),
                ending="resigned" if ended_by_resigning else "played",
                plies=len(made),
                own_plies=len(own) if holder.user_id is not None else 0,
                replies=msgspec.json.encode(_measure_replies(log, holder.seat, person)).decode(),
                started_at=match.started_at,
                finished_at=match.ended_at,
                feats=msgspec.json.encode({} if former else feats.get(holder.seat, {})).decode(),
                level=holder.level,
                stepped_in=0 if former else int(holder.stepped_in),
            )
        )
    return tuple(found)


def write_results(tx: Transaction, before: Match, after: Match) -> None:
    """Write the results of a match with the change that finishes it; correct or delete them with a later change."""
    if after.phase == "finished" and (before.phase != "finished" or before.outcome != after.outcome):
        tx.put_results(after.id, make_results(after, tx.read_log(after.id)))
    elif before.phase == "finished" and after.phase != "finished":
        tx.put_results(after.id, ())


def find_teams(match: Match) -> dict[Seat, Seat]:
    """Map each seat to the lowest seat of its team."""
    found = {}
    for holder in match.seats:
        partner = match.game.partner(holder.seat, match.capacity, match.options)
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


def _count_feats(match: Match, plies: Sequence[LogRow]) -> Counts:
    """Count what the game counts for the records of its players."""
    game, seats, options = match.game, match.capacity, match.options
    partners = tuple(game.partner(seat, seats, options) for seat in range(seats))
    made = [(NATURE if row.seat is None else row.seat, events_of(game, row)) for row in plies]
    return find_feats(game.name).count(made, Sides(game.colours(seats, options), partners))


def _measure_replies(log: Sequence[LogRow], seat: Seat, user_id: int | None) -> list[int]:
    """Measure how many seconds a person took for each of their turns.

    A reply is measured from the last ply of anybody else, so it may be too short where all choose at the same time.
    Plies of one turn count once.
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
