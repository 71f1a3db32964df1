"""Handle *More* on the board: lead to everything about a match that is not a move, in private."""

from __future__ import annotations

from discord import ui

from client.absence.absence import is_absent, make_back_button
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.messages.pause_text import make_extra_day_buttons, make_skip_buttons
from client.turn.panel import make_auto_button
from client.turn.undo_preview import look_up_agreed_undo, look_up_free_undo
from client.votes.votes import describe_open_vote
from games.text import T
from matches.match import Match
from matches.substitutes import is_seeking
from matches.two_servers import may_part


@action("more", "private")
async def open_more(visit: Visit) -> None:
    """Open the menu behind *More* on the board."""
    await _show(visit)


@action("less", "update")
async def close_page(visit: Visit) -> None:
    """Return from a page to the menu (*Back*)."""
    await _show(visit)


async def _show(visit: Visit) -> None:
    match = await visit.read_own_match()
    say = visit.say_about(match)
    heading = say(T("More"))
    lines = [f"### {heading}"]
    buttons: list[ui.Button[ui.LayoutView]] = []
    if match.phase == "running":
        free = await look_up_free_undo(visit.bot, match, visit.user_id)
        asked = await look_up_agreed_undo(visit.bot, match, visit.user_id)
        if free is not None:
            buttons.append(_make_button(say(T("Take back …")), "show_undo", match))
        if asked is not None and (free is None or asked.to.seq != free.to.seq):
            buttons.append(_make_button(say(T("Ask to take back …")), "ask_undo", match))
        if any(holder.user_id == visit.user_id for holder in match.awaited):
            buttons.append(_make_button(say(T("Remind me …")), "ask_remind", match))
        outages = visit.referee.outages_of(match)
        buttons += make_extra_day_buttons(match, visit.user_id, say, now=visit.now, outages=outages)
        buttons += make_skip_buttons(match, say, now=visit.now, outages=outages)
        buttons.append(_make_button(say(T("Pause …")), "ask_pause", match))
    if match.phase in ("running", "paused"):
        buttons.append(_make_button(say(T("End without a result …")), "ask_end", match))
        buttons.append(_make_button(say(T("I am away …")), "away", match))
    buttons += make_auto_button(match, visit.user_id, say)
    if match.phase in ("running", "paused") and not match.is_direct and not match.is_shared:
        if is_seeking(match, visit.user_id):
            buttons.append(button(say(T("Stop looking for a substitute")), Id("seek", match.id, rest="0")))
        else:
            buttons.append(_make_button(say(T("Find a substitute …")), "ask_substitute", match))
    if match.phase in ("running", "paused") and visit.interaction.guild_id == match.guild_id:
        buttons.append(_make_button(say(T("Another channel …")), "ask_move", match))
    if may_part(await visit.referee.match(match.id), visit.who):
        buttons.append(_make_button(say(T("End the shared table …")), "ask_part", match))
    if match.phase == "running":
        buttons.append(_make_button(say(T("Resign …")), "resign", match))
    if is_absent(match, visit.user_id, visit.now):
        lines.append(say(T("You are counted as absent in this match.")))
        buttons.insert(0, make_back_button(say, match.id))
    buttons.append(_make_button(say(T("What has happened")), "journal", match))
    buttons.append(_make_button(say(T("Fair play")), "fair_play", match))
    buttons.append(_make_button(say(T("Record for a bug report")), "report", match))
    buttons.append(_make_button(say(T("My settings")), "me", match))
    lines += await describe_open_vote(visit.bot, match, say, buttons)
    await visit.answer(layout(text(*lines), *rows(buttons)), files=[])


def _make_button(label: str, page: str, match: Match) -> ui.Button[ui.LayoutView]:
    return button(label, Id(page, match.id))
