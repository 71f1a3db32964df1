"""Show everything about a match that is not a move, in private: *More* on its board, and `/match`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui

from client.absence.absence import is_absent, make_back_button
from client.analysis import show_analysis
from client.commands.pages import Page
from client.core.controls import action
from client.core.visit import Visit
from client.fair_play import show_seal
from client.lobby.lobby_panel import show_lobby_panel
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from client.messages.pause_text import make_extra_day_buttons, make_skip_buttons
from client.places.moving import ask_move
from client.replay.elsewhere import show_record
from client.replay.film import show_film
from client.replay.log import show_log
from client.replay.replay import show_replay
from client.replay.report import send_record
from client.substitutes import ask_substitute
from client.turn.panel import make_auto_button
from client.turn.undo_preview import look_up_agreed_undo, look_up_free_undo
from client.votes.answers import describe_open_proposal
from client.votes.proposals import ask_end, ask_pause
from games.text import Say, T
from matches.lobby.demonstration import may_stop
from matches.match import Match
from matches.substitutes import is_seeking
from matches.two_servers import may_part

Buttons = list[ui.Button[ui.LayoutView]]

MOST: Final = 8
"""The most controls of the first page; if there are more, the seldom ones are on the second."""


_VIEWS: Final[Mapping[str, Page]] = {
    "log": Page(T("What has happened"), show_log, "journal"),
    "replay": Page(T("Replay"), show_replay, "replay"),
    "film": Page(T("Film"), show_film, "film"),
    "analysis": Page(T("Analysis"), show_analysis, "analyse"),
    "fair_play": Page(T("Fair play"), show_seal, "fair_play"),
    "report": Page(T("Record for a bug report"), send_record, "report"),
}
"""What anybody who sees a match may look at, by the values of `/match show:`."""

_PAUSE = Page(T("Pause …"), lambda visit, _: ask_pause(visit), "ask_pause")
_END = Page(T("End without a result …"), lambda visit, _: ask_end(visit), "ask_end")
_SUBSTITUTE = Page(T("Find a substitute …"), lambda visit, _: ask_substitute(visit), "ask_substitute")
_MOVE = Page(T("Another channel …"), lambda visit, _: ask_move(visit), "ask_move")

PAGES: Final[Mapping[str, Page]] = {
    **_VIEWS,
    "pause": _PAUSE,
    "end": _END,
    "substitute": _SUBSTITUTE,
    "channel": _MOVE,
}
"""What `/match show:` shows at once."""


async def show_match(visit: Visit, show: str | None, record: discord.Attachment | None) -> None:
    """Show the panel of the channel's match, one of its pages, or a record from elsewhere (`/match`)."""
    if record is not None:
        await show_record(visit, record)
        return
    match = await visit.match_here()
    if show is not None and show in PAGES:
        await PAGES[show].show(visit, match)
    else:
        await _show(visit, match)


@action("more", "private")
async def open_more(visit: Visit) -> None:
    """Open the panel behind *More* on the board."""
    await _show(visit, await visit.read_match())


@action("less", "update")
async def close_page(visit: Visit) -> None:
    """Return from a page to the panel (*Back*)."""
    await _show(visit, await visit.read_match())


@action("seldom", "update")
async def turn_over(visit: Visit) -> None:
    """Show the second page, with what is seldom needed."""
    match = await visit.read_match()
    say = visit.say_about(match)
    if match.state is None:
        await show_lobby_panel(visit, match)
        return
    shown = (await _list_controls(visit, match, say))[MOST - 1 :]
    back = button(say(T("Back")), Id("less", match.id))
    await visit.answer(layout(text(f"### {say(match.words.TITLE)}"), *rows([*shown, back])), files=[])


async def _show(visit: Visit, match: Match) -> None:
    if match.state is None:  # a lobby, or one that was cancelled
        await show_lobby_panel(visit, match)
        return
    say = visit.say_about(match)
    lines = [f"### {say(match.words.TITLE)}"]
    if is_absent(match, visit.user_id, visit.now):
        lines.append(say(T("You are counted as absent in this match.")))
    found = await _list_controls(visit, match, say)
    if len(found) > MOST:
        found = [*found[: MOST - 1], button(say(T("More …")), Id("seldom", match.id))]
    asked = Buttons()
    lines += await describe_open_proposal(visit.bot, match, say, asked)
    await visit.answer(layout(text(*lines), *rows([*found, *asked])), files=[])


async def _list_controls(visit: Visit, match: Match, say: Say) -> Buttons:
    """List what a person may do about a match, what is needed most often first."""
    log, replay, film, analysis, fair_play, report = (_open(page, match, say) for page in _VIEWS.values())
    ended = match.phase not in ("running", "paused")
    looks = [log, replay, film, *([analysis] if match.phase == "finished" else [])]
    if not match.seats_of(visit.user_id) or ended:
        words = [_to(say(T("Position in words")), "words", match)]
        return [*_list_demo_controls(visit, match, say), *looks, *words, fair_play, report]
    urgent, seldom = await _list_urgent(visit, match, say), Buttons()
    usual = [_open(_PAUSE, match, say)] if match.phase == "running" else Buttons()
    usual += [_to(say(T("Resign …")), "resign", match)] if match.phase == "running" else []
    seldom += [_to(say(T("I am away …")), "away", match), _open(_END, match, say)]
    seldom += make_auto_button(match, visit.user_id, say)
    if not match.is_direct and not match.is_shared:
        if is_seeking(match, visit.user_id):
            seldom.append(button(say(T("Stop looking for a substitute")), Id("seek", match.id, rest="0")))
        else:
            seldom.append(_open(_SUBSTITUTE, match, say))
    if visit.interaction.guild_id == match.guild_id:
        seldom.append(_open(_MOVE, match, say))
    if may_part(await visit.referee.match(match.id), visit.who):
        seldom.append(_to(say(T("End the shared table …")), "ask_part", match))
    return [*urgent, *usual, *looks, *seldom, fair_play, report, _to(say(T("My settings")), "me", match)]


def _list_demo_controls(visit: Visit, match: Match, say: Say) -> Buttons:
    """List what the person who started a demonstration, or manages the server, may do about it."""
    return [_to(say(T("Stop the demonstration")), "stop_demo", match)] if may_stop(match, visit.who) else []


async def _list_urgent(visit: Visit, match: Match, say: Say) -> Buttons:
    """List what a player may do just now: return, take back a turn, and what is about the time that runs."""
    found = [make_back_button(say, match.id)] if is_absent(match, visit.user_id, visit.now) else Buttons()
    if match.phase != "running":
        return found
    free = await look_up_free_undo(visit.bot, match, visit.user_id)
    asked = await look_up_agreed_undo(visit.bot, match, visit.user_id)
    if free is not None:
        found.append(_to(say(T("Take back …")), "show_undo", match))
    if asked is not None and (free is None or asked.to.seq != free.to.seq):
        found.append(_to(say(T("Ask to take back …")), "ask_undo", match))
    if any(holder.user_id == visit.user_id for holder in match.awaited):
        found.append(_to(say(T("Remind me …")), "ask_remind", match))
    outages = visit.referee.outages_of(match)
    found += make_extra_day_buttons(match, visit.user_id, say, now=visit.now, outages=outages)
    return [*found, *make_skip_buttons(match, say, now=visit.now, outages=outages)]


def _open(page: Page, match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    return _to(say(page.name), page.action, match)


def _to(label: str, page: str, match: Match) -> ui.Button[ui.LayoutView]:
    return button(label, Id(page, match.id))
