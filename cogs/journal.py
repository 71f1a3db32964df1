"""`/log`: show the match in words. `/verify`: check its dice. `/report`: send its record for a bug report."""

from __future__ import annotations

import discord

from client.commands.declare import command, option
from client.core.visit import Visit
from client.fair_play import show_seal
from client.replay.elsewhere import RECORD, verify_record
from client.replay.log import show_log
from client.replay.report import send_record
from games.text import T


@command("log", T("This channel's match in words"))
async def log(visit: Visit) -> None:
    await show_log(visit, await visit.match_here())


@command("verify", T("Check that dice and shuffles were drawn as promised"))
@option("record", RECORD)
async def verify(visit: Visit, record: discord.Attachment | None = None) -> None:
    if record is not None:
        await verify_record(visit, record)
    else:
        await show_seal(visit, await visit.match_here())


@command("report", T("A record of this match for a bug report"))
async def report(visit: Visit) -> None:
    await send_record(visit, await visit.match_here())
