"""Send the record of a match for a bug report (*Record for a bug report*)."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from discord import ui

from client.core.controls import action
from client.core.errors import SUPPORT
from client.core.starts import VERSION
from client.core.visit import Visit
from client.messages.parts import document, layout, rows, text
from client.replay.replay import require_begun
from games.text import T
from matches.directory import read_log
from matches.match import Match, events_of
from matches.rows import LogRow

_OVER = ("finished", "cancelled")


def build_report(match: Match, log: tuple[LogRow, ...], user_id: int) -> bytes:
    """Write the match as JSON: in full once it is over, before that only what this person may know.

    The codes of others' moves are left out while the match is running: a code may reveal a secret, such as a card put
    down.
    """
    over = match.phase in _OVER
    mine = match.seats_of(user_id)

    def make_entry(entry: LogRow) -> dict[str, Any]:
        own = over or entry.user_id == user_id
        return {
            "seq": entry.seq,
            "kind": entry.kind,
            "seat": entry.seat,
            "code": entry.code if own else "",
            "events": [msgspec.to_builtins(event) for event in events_of(match.game, entry)],
            "made_by": entry.made_by,
            "snapshot_of": entry.snapshot_of,
        }

    view = match.view(mine[0] if mine else None) if match.state is not None else None
    record: dict[str, Any] = {
        "slowboat": VERSION,
        "game": match.game_name,
        "rules_version": match.rules_version,
        "match": match.id,
        "phase": match.phase,
        "options": msgspec.to_builtins(match.options),
        "seats": [{"seat": seat.seat, "computer": seat.user_id is None} for seat in match.seats],
        "pace": match.pace,
        "log": [make_entry(entry) for entry in log],
        "view_of_seat": mine[0] if mine else None,
        "view": msgspec.to_builtins(view),
    }
    if over:
        record["secret"] = match.secret.hex()
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


@action("report", "private")
async def send_report(visit: Visit) -> None:
    """Send the record (*Record for a bug report* under *More*)."""
    await send_record(visit, await visit.read_match())


async def send_record(visit: Visit, match: Match) -> None:
    """Answer with the record as a file."""
    require_begun(match)
    data = await asyncio.to_thread(build_report, match, await read_log(visit.referee, match.id), visit.user_id)
    name = f"{match.game_name}-{match.id}.json"
    say, support = visit.say, visit.bot.links.support
    told = T("This record lets somebody look for a fault in the match. It contains no names and no secrets.")
    if support:
        told = T("Attach this record to your report, and say what you expected. It contains no names and no secrets.")
    links: list[ui.Button[ui.LayoutView]] = [ui.Button(label=say(SUPPORT), url=support)] if support else []
    shown, file = document(data, name)
    await visit.answer(layout(text(say(told)), shown, *rows(links)), files=[file])
