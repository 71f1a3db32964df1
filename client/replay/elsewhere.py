"""Show and check a record from elsewhere (`/match record:`), such as one from *My matches as files*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from client.core.bot import Slowboat
from client.core.visit import Visit
from client.fair_play import describe_seal
from client.messages.alt_text import describe_ending
from client.messages.log_text import describe_result
from client.messages.parts import document, layout, picture, text
from client.replay.share import MOST_STEPS, make_page
from games.record import MOST_LINES
from games.text import N, T, Text
from matches.archive.elsewhere import MOST_BYTES, Rebuilt, Trouble, open_rebuilt
from matches.errors import UserError
from matches.machines.worker import WorkerFailed

_TROUBLE: Final[Mapping[Trouble, Text]] = {
    "unreadable": T(
        "This file is not the record of a match. *My matches as files* in /me gives you records, in the folder "
        "“records”."
    ),
    "no game": T("This is the record of a game that I don't know."),
    "version": T("This match was played with earlier rules; its positions can no longer be shown."),
    "too long": T("This record is too long. I replay records of up to {most} lines.", most=MOST_LINES),
    "sealed": T(
        "The secret of this match was not public yet when this record was made, so the record cannot be checked."
    ),
}


async def show_record(visit: Visit, file: discord.Attachment) -> None:
    """Show the last position of a record, say whether it obeys the rules with the dice and shuffles of its secret, and
    hand over a page that steps through its moves."""
    made, language = await _rebuild(visit.bot, file, most_turns=MOST_STEPS), visit.language
    match = open_rebuilt(made)
    say = visit.say_about(match)
    try:
        ended = describe_ending(match) if match.phase == "finished" else None
        drawn = await visit.bot.painter.draw_private_board(match, language, seat=None, ended=ended, look=visit.look)
        page = await make_page(match, made.turns, visit.bot.films, say, language)
    except WorkerFailed as error:
        raise UserError(T("The page could not be made just now. Try again in a minute.")) from error
    shown, picture_file = picture(drawn.data, drawn.name, drawn.alt)
    handed, page_file = document(page.html, page.name)
    lines = [
        f"### {say(match.words.TITLE)}",
        say(
            N(
                "✓ Replayed from its secret: the one move is legal with these dice and shuffles.",
                "✓ Replayed from its secret: all {count} moves are legal with these dice and shuffles.",
                made.plies,
            )
        ),
        *describe_result(match, say),
    ]
    if page.complete:
        lines.append(say(T("The page steps through all moves, in any browser.")))
    else:
        lines.append(say(T("This match was long, so the page leaves out some moves to stay small.")))
    seal = [
        "-# " + describe_seal(match.secret, say),
        "-# "
        + say(T("Compare this seal with the one on the match's first board. If they differ, it is another match.")),
    ]
    view = layout(text(*lines), shown, handed, text(*seal))
    await visit.answer(view, files=[picture_file, page_file])


async def _rebuild(bot: Slowboat, file: discord.Attachment, *, most_turns: int) -> Rebuilt:
    """Read a file and play its record again, for up to `most_turns` turns of it. Raises UserError."""
    if file.size > MOST_BYTES:
        raise UserError(T("This file is too large. A record has at most {most} kB.", most=MOST_BYTES // 1000))
    try:
        data = await file.read()
    except discord.HTTPException as error:
        raise UserError(T("I could not get the file from Discord. Try again in a minute.")) from error
    try:
        made = await bot.films.rebuild(data, most_turns=most_turns)
    except WorkerFailed as error:
        raise UserError(T("It took too long to replay the record. Try again later.")) from error
    if isinstance(made, Rebuilt):
        return made
    if made.why == "illegal":
        raise UserError(T("✗ Move {number} of this record is against the rules, or needs other dice.", number=made.seq))
    raise UserError(_TROUBLE[made.why])
