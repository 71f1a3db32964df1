"""The lobby card: who plays, what is played, and the buttons to join."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import discord
from discord import ui
from msgspec import structs

from cogs._controls import Press, action
from cogs._ids import Id
from cogs._menu import Menu, Option
from cogs._parts import button, layout, rows, selects, text
from games.rng import commitment
from games.text import Player, Say, T
from matches import lobby
from matches.change import Change
from matches.clocks import LOBBY_LASTS
from matches.match import Match
from matches.referee import Request

ACCENT = 0x1D4E89


def card(match: Match, say: Say) -> ui.LayoutView:
    """The lobby as it stands; without buttons once it is closed or the match has begun."""
    row = match.row
    items: list[ui.Item[ui.LayoutView]] = [text(*_head(match, say)), text(*_seats(match, say))]
    if settings := _options(match, say):
        items.append(text(*settings))
    if row.phase == "lobby":
        expires = f"<t:{int(row.created_at + LOBBY_LASTS)}:R>"
        items.append(text("-# " + say(T("Starts when all seats are taken. Closes by itself:")) + f" {expires}"))
        items += _controls(match, say)
    items.append(text("-# " + say(T("Sealed dice and shuffles: {hash}", hash=commitment(row.secret)))))
    return layout(*items, accent=ACCENT)


def _head(match: Match, say: Say) -> list[str]:
    states = {
        "lobby": T("A new match: come and play!"),
        "cancelled": T("This match was called off before it began."),
    }
    state = states.get(match.row.phase, T("The match has begun."))
    return [f"## {say(match.words.TITLE)}", say(match.words.PITCH), f"**{say(state)}**"]


def _seats(match: Match, say: Say) -> list[str]:
    by_seat = {row.seat: row for row in match.seats}
    lines = []
    for seat in range(match.row.capacity):
        if seat not in by_seat:
            free = say(T("free"))
            lines.append(f"{seat + 1}. *{free}*")
            continue
        holder = by_seat[seat]
        name = say(T("{player}", player=Player(seat)))
        note = say(T("computer player")) if holder.user_id is None else ""
        if holder.user_id == match.row.host_id:
            note = say(T("host"))
        lines.append(f"{seat + 1}. {name}" + (f" · {note}" if note else ""))
    return lines + _partners(match, say)


def _partners(match: Match, say: Say) -> list[str]:
    """Which seats play together, as long as people can still choose."""
    capacity = match.row.capacity
    found = []
    for seat in range(capacity):
        other = match.game.partner(seat, capacity, match.options)
        if other is not None and seat < other:
            found.append(say(T("{one} and {other}", one=seat + 1, other=other + 1)))
    return ["-# " + say(T("Partners sit in the seats:")) + " " + ", ".join(found)] if found else []


def _options(match: Match, say: Say) -> list[str]:
    """The preset the options are nearest to, and what differs from it."""
    words, options = match.words, match.options
    values = structs.asdict(options)
    presets = {name: structs.asdict(preset) for name, preset in match.game.presets.items()}
    base = min(presets, key=lambda name: len(values.items() - presets[name].items()), default=None)
    usual = presets[base] if base is not None else structs.asdict(type(options)())
    shown = [f"**{say(words.preset(base))}**"] if base is not None else []
    for name, value in values.items():
        if value != usual[name]:
            shown.append(f"{say(words.option_name(name))}: **{say(words.option_value(name, value))}**")
    return [" · ".join(shown)] if shown else []


def _controls(match: Match, say: Say) -> list[ui.ActionRow[ui.LayoutView]]:
    match_id = match.row.id
    taken = {row.seat for row in match.seats}
    enough = len(match.seats) in match.game.seats
    buttons = [
        button(say(T("Join")), Id("join", match_id), style=discord.ButtonStyle.success),
        button(say(T("Leave")), Id("leave", match_id)),
        button(say(T("Start now")), Id("start", match_id), style=discord.ButtonStyle.primary, disabled=not enough),
        button(say(T("Add a computer player")), Id("computer", match_id)),
        button(say(T("Shuffle seats")), Id("shuffle", match_id), disabled=len(taken) < 2),
        button(say(T("Rules")), Id("rules", match_id, rest=f"{match.row.game}.0")),
        button(say(T("Call off")), Id("cancel", match_id), style=discord.ButtonStyle.danger),
    ]
    free = tuple(
        Option(say(T("Seat {number}", number=seat + 1)), str(seat))
        for seat in range(match.row.capacity)
        if seat not in taken
    )
    places = [Menu("", free)] if free else []
    return [*selects(places, Id("sit", match_id), placeholder=say(T("Take a certain seat"))), *rows(buttons)]


@action("join", "update")
async def join(press: Press) -> None:
    await _change(press, lambda match, who, now: lobby.join(match, who, now=now))


@action("sit", "update")
async def sit(press: Press) -> None:
    """A certain seat was chosen from the menu."""
    seat = int(press.value) if press.value.isdigit() else -1
    await _change(press, lambda match, who, now: lobby.join(match, who, seat=seat, now=now))


@action("leave", "update")
async def leave(press: Press) -> None:
    await _change(press, lambda match, who, now: lobby.leave(match, who, now=now))


@action("computer", "update")
async def add_computer(press: Press) -> None:
    await _change(press, lambda match, who, now: lobby.add_computer(match, who, now=now))


@action("shuffle", "update")
async def shuffle(press: Press) -> None:
    seed = secrets.token_bytes(32)
    await _change(press, lambda match, who, _: lobby.shuffle(match, who, seed=seed))


@action("start", "update")
async def start(press: Press) -> None:
    await _change(press, lambda match, who, now: lobby.start(match, who, now=now))


@action("cancel", "private")
async def ask_to_cancel(press: Press) -> None:
    """*Call off* asks once more, in private."""
    match = await press.bot.referee.match(press.id.match)
    question = T("Do you really want to call this match off for everybody?")
    await press.bot.ask(press.interaction, question, "cancel_now", match, T("Yes, call it off"))


@action("cancel_now", "update")
async def cancel_now(press: Press) -> None:
    bot, interaction = press.bot, press.interaction
    who = bot.request(interaction)
    now = bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: lobby.cancel(match, who, now=now))
    await interaction.edit_original_response(view=bot.notice(bot.say(interaction)(T("The match was called off."))))
    await bot.postman.refresh_card(done.match)
    await bot.postman.deliver(done, interaction)


async def _change(press: Press, work: Callable[[Match, Request, float], Change]) -> None:
    """Change a lobby by a press on its card, and show the card as it is then; a full one begins."""
    bot, interaction = press.bot, press.interaction
    who = bot.request(interaction)
    now = bot.referee.now()
    done = await bot.referee.change(press.id.match, who, lambda match: work(match, who, now))
    await interaction.edit_original_response(view=card(done.match, bot.say_to_all(done.match)))
    await bot.postman.deliver(await bot.machines.run(done), interaction)
