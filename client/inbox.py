"""List a person's open matches in all servers, first those that wait for them."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec import Struct

from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.menus import MOST_OPTIONS, Menu, Option
from client.messages.parts import button, layout, make_link, rows, selects, text
from client.places.moving import continue_match, list_movable
from client.turn.turn import show_panel
from games.text import N, Say, T, Text
from matches.clocks import clocks
from matches.clocks.pace import PACES
from matches.directory import find_boards_of
from matches.errors import UserError
from matches.match import Match
from matches.texts import defuse_name

MOST = 20
"""Matches listed; those that wait for the person come first."""

_MOST_NAMES = 100
"""Characters for the names of the other players."""

_MOST_TEXT = 3600
"""Characters for all lines together."""


class Entry(Struct, frozen=True):
    """A match of a person: the other players, whether it is their turn, the deadline, and the board's message."""

    match: Match
    others: tuple[str, ...]
    mine: bool
    until: float | None
    message_id: int | None


async def list_entries(bot: Slowboat, user_id: int) -> list[Entry]:
    """List a person's open matches: first those that wait for them, the most urgent on top.

    This is the only place that looks across servers, and it reads nothing but the person's own seats.
    """

    found = []
    for match_id, board in await find_boards_of(bot.referee, user_id):
        match = (await bot.referee.match(match_id)).seen_from(None, user_id)
        waiting = [holder.seat for holder in match.awaited if holder.user_id == user_id]
        running = match.clocks
        ends = [
            clocks.compute_deadline(running[seat], bot.referee.outages_of(match)) for seat in waiting if seat in running
        ]
        strict = PACES[match.pace].strict
        until = min((end for end in ends if end is not None), default=None) if strict else None
        message_id = board.message_id if board is not None else match.card_id
        cast = match.cast()
        names = (defuse_name(cast[holder.seat].name) for holder in match.seats if holder.user_id != user_id)
        others = tuple(dict.fromkeys(name for name in names if name))
        found.append(Entry(match, others, bool(waiting), until, message_id))
    return sorted(found, key=rank_entry)


def rank_entry(entry: Entry) -> tuple[bool, float, int]:
    return not entry.mine, entry.until or float("inf"), entry.match.id


def build_inbox(
    found: list[Entry], say_of: dict[int, Say], say: Say, movable: Sequence[Option] = ()
) -> discord.ui.LayoutView:
    """Build the list as a message. `movable`: the matches that can continue in the channel where it is shown."""
    heading = say(T("Your matches"))
    if not found:
        return layout(text(f"### {heading}", say(T("None is open just now. /help shows how to open one."))))
    lines = [describe_entry(entry, say_of[entry.match.id]) for entry in found[:MOST]]
    while len("\n".join(lines)) > _MOST_TEXT:
        lines.pop()
    if rest := len(found) - len(lines):
        lines.append("-# " + say(N("… and one more", "… and {count} more", rest)))
    waiting = sum(entry.mine for entry in found)
    buttons = [
        button(
            say(T("Play the next one")),
            Id("next"),
            style=discord.ButtonStyle.primary,
            disabled=waiting == 0,
        ),
        button(say(T("Refresh")), Id("turns")),
    ]
    menus = [Menu("", tuple(movable))] if movable else []
    here = selects(menus, Id("move_here"), placeholder=say(T("Continue one of them here …")))
    return layout(text(f"### {heading}", *lines), *rows(buttons), *here)


def describe_entry(entry: Entry, say: Say) -> str:
    where = (
        entry.match.channel_id
        if entry.match.phase != "lobby"
        else entry.match.card_channel_id or entry.match.channel_id
    )
    link = make_link(entry.match.guild_id, where, entry.message_id)
    title = f"[{say(entry.match.words.TITLE)}]({link})"
    others = ", ".join(entry.others)
    if len(others) > _MOST_NAMES:
        others = others[:_MOST_NAMES].rstrip(", ") + "…"
    state = say(_describe_state(entry))
    if entry.mine:
        state = f"**{state}**"
    if entry.until is not None:
        state += f" <t:{int(entry.until)}:R>"
    return " · ".join(part for part in (f"{'▶' if entry.mine else '•'} {title}", others, state) if part)


def _describe_state(entry: Entry) -> Text:
    if entry.match.phase == "lobby":
        return T("waiting for players")
    if entry.match.paused_for == "place":
        if entry.match.is_direct:
            return T(
                "paused: Discord does not let me write to you; allow direct messages from me, then press a button there"
            )
        return T("paused: I can no longer post there; under /turns you can continue it in another channel")
    if entry.match.phase == "paused":
        return T("paused")
    if entry.mine:
        return T("your turn")
    return T("waiting for others")


async def show_turns(visit: Visit, here: str | None) -> None:
    """Show the list, or continue a match in this channel (`/turns`)."""
    if here is not None:
        await continue_match(visit, here)
    else:
        await show_inbox(visit)


async def show_inbox(visit: Visit) -> None:
    """Show the list."""
    found = await list_entries(visit.bot, visit.user_id)
    says = {entry.match.id: visit.say_about(entry.match) for entry in found}
    movable = list_movable(visit, [entry.match for entry in found])[:MOST_OPTIONS]
    await visit.answer(build_inbox(found, says, visit.say, movable))


@action("move_here", "update")
async def move_here(visit: Visit) -> None:
    """Continue the chosen match in this channel."""
    await continue_match(visit, visit.value)


@action("turns", "update")
async def refresh_inbox(visit: Visit) -> None:
    """Update the list."""
    await show_inbox(visit)


@action("next", "private")
async def play_next(visit: Visit) -> None:
    """Open the panel of the most urgent match that waits for this person."""
    waiting = [entry.match for entry in await list_entries(visit.bot, visit.user_id) if entry.mine]
    if not waiting:
        raise UserError(T("No match is waiting for you just now."))
    await show_panel(visit, waiting[0])
