"""Build the lobby card: seats, options, terms, and the buttons to join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import discord
from discord import ui
from msgspec import structs

from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from games.rng import commitment
from games.text import Channel, N, Player, Say, T, Text
from matches.clocks.clocks import LOBBY_LASTS
from matches.clocks.pace import ABSENCES, AWAY_BUDGET, DAY, PACES
from matches.lobby.invitations import list_invited
from matches.match import Match

ACCENT = 0x1D4E89

People = Mapping[int, Sequence[Text]]
"""What may be known of people before joining, by id."""


def build_card(match: Match, say: Say, *, people: People = MappingProxyType({})) -> ui.LayoutView:
    """Build the card of a lobby. It has no buttons once the lobby is closed or the match has begun.

    `people`: what may be known of the people in it, by id.
    """
    row = match.row
    seats = _describe_seats(match, say, people)
    items: list[ui.Item[ui.LayoutView]] = [text(*_describe_match(match, say)), text(*seats)]
    items.append(text(*_describe_options(match, say), *describe_terms(match, say)))
    if row.phase == "lobby":
        expires = f"<t:{int(row.created_at + LOBBY_LASTS)}:R>"
        items.append(text("-# " + say(T("Starts when all seats are taken. Closes by itself:")) + f" {expires}"))
        items += _make_controls(match, say)
    items.append(text("-# " + say(T("Fair-play seal: {hash}", hash=commitment(row.secret)))))
    return layout(*items, accent=ACCENT)


def _describe_match(match: Match, say: Say) -> list[str]:
    states = {
        "lobby": T("A new match: come and play!"),
        "cancelled": T("This match was cancelled before it began."),
    }
    state = states.get(match.row.phase, T("The match has begun."))
    lines = [f"## {say(match.words.TITLE)}", say(match.words.PITCH), f"**{say(state)}**"]
    if match.row.card_channel_id is not None and match.row.phase != "cancelled":
        lines.append(say(T("It is played in its own thread: {channel}", channel=Channel(match.row.channel_id))))
    return lines


def describe_terms(match: Match, say: Say) -> list[str]:
    """List what people should know before they join: pace, absence rule and pings."""
    pace = PACES[match.row.pace]
    lines = [say(T("Pace: {pace}", pace=pace.name))]
    if pace.strict:
        rule = say(T("When somebody's time is up: {absence}", absence=ABSENCES[match.row.absence]))
        days = int(AWAY_BUDGET // DAY)
        away = say(
            N("Everybody may be away for {count} day (/away)", "Everybody may be away for {count} days (/away)", days)
        )
        lines.append(f"-# {rule}. {away}.")
        calls = T("Reminders come after half and after nine tenths of the time. At most three pings a turn.")
    else:
        calls = T("After three days the others may have a stand-in move. At most three pings a turn.")
    lines.append("-# " + say(calls))
    if match.row.rated:
        lines.append("★ " + say(T("Rated: the result counts for everybody's rating.")))
        lines.append("-# " + say(T("No turn is taken back once something was revealed; a stand-in wins nothing.")))
    if match.row.private:
        lines.append("🔒 " + say(T("Private: only for people the host invites")))
    return lines


def _describe_seats(match: Match, say: Say, people: People) -> list[str]:
    by_seat = {row.seat: row for row in match.seats}
    asked = say(T("invited"))
    kept = {found.seat: found.user for found in list_invited(match) if found.seat is not None}
    lines = []
    for seat in range(match.row.capacity):
        if seat not in by_seat:
            free = say(T("free"))
            lines.append(f"{seat + 1}. <@{kept[seat]}> *{asked}*" if seat in kept else f"{seat + 1}. *{free}*")
            continue
        holder = by_seat[seat]
        name = say(T("{player}", player=Player(seat)))
        note = say(T("computer player")) if holder.user_id is None else ""
        if holder.user_id == match.row.host_id:
            note = say(T("host"))
        lines.append(f"{seat + 1}. {name}" + (f" · {note}" if note else ""))
        if known := people.get(holder.user_id or 0):
            lines.append("-# " + " · ".join(say(fact) for fact in known))
    lines += [f"• <@{found.user}> *{asked}*" for found in list_invited(match) if found.seat is None]
    return lines + _describe_partners(match, say)


def _describe_partners(match: Match, say: Say) -> list[str]:
    """Name the seats that play together, while seats can still be chosen."""
    capacity = match.row.capacity
    found = []
    for seat in range(capacity):
        other = match.game.partner(seat, capacity, match.options)
        if other is not None and seat < other:
            found.append(say(T("{one} and {other}", one=seat + 1, other=other + 1)))
    return ["-# " + say(T("Partners sit in the seats:")) + " " + ", ".join(found)] if found else []


def _describe_options(match: Match, say: Say) -> list[str]:
    """Name the nearest preset and every option that differs from it."""
    words, options = match.words, match.options
    values = structs.asdict(options)
    presets = {name: structs.asdict(preset) for name, preset in match.game.presets.items()}
    base = min(presets, key=lambda name: len(values.items() - presets[name].items()), default=None)
    usual = presets[base] if base is not None else structs.asdict(type(options)())
    shown = [f"**{say(words.preset(base))}**"] if base is not None else []
    for name, value in values.items():
        if value != usual[name]:
            shown.append(
                say(T("{name}: **{value}**", name=words.option_name(name), value=words.option_value(name, value)))
            )
    return [" · ".join(shown)] if shown else []


def _make_controls(match: Match, say: Say) -> list[ui.ActionRow[ui.LayoutView]]:
    match_id = match.row.id
    taken = {row.seat for row in match.seats}
    enough = len(match.seats) in match.game.seats
    buttons = [
        button(say(T("Join")), Id("join", match_id), style=discord.ButtonStyle.success),
        button(say(T("Leave")), Id("leave", match_id)),
        button(say(T("Start now")), Id("start", match_id), style=discord.ButtonStyle.primary, disabled=not enough),
        button(say(T("Add a computer player")), Id("computer", match_id)),
        button(say(T("Take another seat")), Id("again", match_id)),
        button(say(T("Shuffle seats")), Id("shuffle", match_id), disabled=len(taken) < 2),
        button(say(T("Rules")), Id("rules", match_id, rest=f"{match.row.game}.0")),
        button(say(T("Host options")), Id("host", match_id)),
        button(say(T("Cancel match")), Id("cancel", match_id), style=discord.ButtonStyle.danger),
    ]
    free = tuple(
        Option(say(T("Seat {number}", number=seat + 1)), str(seat))
        for seat in range(match.row.capacity)
        if seat not in taken
    )
    places = [Menu("", free)] if free else []
    return [*selects(places, Id("sit", match_id), placeholder=say(T("Choose a seat"))), *rows(buttons)]
