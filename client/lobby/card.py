"""Build the lobby card: its picture, its seats, and the buttons to join and to start."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final
from weakref import WeakValueDictionary

import discord
from discord import ui
from msgspec import Struct, structs

from client.core.client import Client
from client.core.events import on
from client.core.refusals import FAILURES, is_closed
from client.lobby.invitation_buttons import retire_invitations
from client.lobby.people import People, describe_people
from client.messages.crowd_text import describe_crowd, make_learn_button
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import Media, Row, attach_file, button, gallery, layout, media, rows, selects, text
from games.core import AnyGame
from games.text import Channel, Moment, N, Player, Say, T, Text
from games.wording import Words
from matches.clocks.pace import ABSENCES, PACES, describe_pace
from matches.clocks.rhythm import describe_reminders
from matches.hold import GRACES
from matches.lobby import lobby
from matches.lobby.expiry import LOBBY_LASTS
from matches.lobby.rivals import find_rival
from matches.machines.demo import is_demo
from matches.machines.worker import WorkerFailed
from matches.match import Holder, Match
from matches.referee import Done
from matches.rows import Level
from matches.texts import LEVEL_NAMES
from matches.votes.proposals import LONGEST_RATED_PAUSE_DAYS

log = logging.getLogger(__name__)

ACCENT = 0x1D4E89

_LEVELS: Mapping[Level, Text] = {
    "easy": T("Easy: a beginner who makes mistakes"),
    "normal": T("Normal: a solid player"),
    "strong": T("Strong: thinks ahead and is hard to beat"),
}


AND_START: Final = "start."
"""The prefix of an option's value: begin with the computer players that are added."""


class Card(Struct, frozen=True):
    """A lobby card with its picture."""

    view: ui.LayoutView
    files: Sequence[discord.File] = ()


async def draw_card(client: Client, match: Match, *, language: str | None = None) -> Card:
    """Build the card of a lobby with its picture, or without it if it cannot be drawn.

    `language`: the language of a private copy; None: the channel's language.
    """
    spoken = language or match.language
    say = client.texts.say(spoken, match.cast())
    people = await describe_people(client, match)
    try:
        drawn = await client.painter.draw_lobby(match, spoken)
    except WorkerFailed:
        log.exception("match %s: could not draw the picture of its lobby", match.id)
        return Card(build_card(match, say, people=people))
    file = attach_file(drawn.data, drawn.name, drawn.alt)
    return Card(build_card(match, say, media([file]), people=people), (file,))


def build_card(
    match: Match, say: Say, shown: Sequence[Media] = (), *, people: People = MappingProxyType({})
) -> ui.LayoutView:
    """Build the card of a lobby, its picture on top. It has no buttons once the lobby is closed or the match has begun.

    `people`: the lines about the people in it, by id.
    """
    items: list[ui.Item[ui.LayoutView]] = [gallery(shown)] if shown else []
    items += [text(*_describe_match(match, say)), text(*describe_seats(match, say, people))]
    if match.rated:
        items.append(text(*describe_rated(say)))
    if crowd := describe_crowd(match, say):
        items.append(text(*crowd))
    if small := _describe_options(match, say):
        items.append(text("-# " + " · ".join(small), *_describe_kind_terms(match, say)))
    if match.phase == "lobby":
        items += rows(_make_buttons(match, say))
        items += make_rivals_menu(match, say) if match.is_direct else []
    return layout(*items, accent=ACCENT)


def _describe_match(match: Match, say: Say) -> list[str]:
    lines = [f"## {say(match.words.TITLE)}", say(match.words.PITCH)]
    if match.phase == "lobby":
        lines.append("-# " + describe_feel(match.game, match.words, say))
    if match.phase == "cancelled":
        lines.append("**" + say(T("This match was cancelled before it began.")) + "**")
    elif match.phase != "lobby":
        lines.append("**" + say(T("The match has begun.")) + "**")
    if is_demo(match) and match.phase != "cancelled":
        lines.append(say(T("Computer players show the game. Anybody may take a seat at any time.")))
    if match.is_shared:
        named = T("Another server shares this table. Both see each other's names.")
        unnamed = T("Another server shares this table. Neither sees the other's names, only colours.")
        lines.append("🤝 " + say(named if match.guest.names else unnamed))
    if match.card_channel_id is not None and match.phase != "cancelled":
        lines.append(say(T("The match is played in its own thread: {channel}", channel=Channel(match.channel_id))))
    return lines


def describe_feel(game: AnyGame, words: Words, say: Say) -> str:
    """Say in one line how many play a game, and what playing it is like."""
    least, most = game.seats[0], game.seats[-1]
    found = [T("{least}–{most} players", least=least, most=most), *([words.FEEL] if words.FEEL is not None else [])]
    return " · ".join(map(say, found))


def describe_terms(match: Match, say: Say) -> list[str]:
    """List what people should know before they join: pace, absence rule and pings."""
    pace = PACES[match.pace]
    lines = [say(T("Pace: {pace}", pace=describe_pace(match)))]
    if pace.strict:
        rule = say(T("When somebody's time is up: {absence}", absence=ABSENCES[match.absence]))
        away = N(
            "Each player may be away for {count} day (/me)",
            "Each player may be away for {count} days (/me)",
            match.away_days,
        )
        if not match.away_days:
            away = T("Nobody can stop their clock while they are away")
        lines.append(f"-# {rule}. {say(away)}.")
        if match.due_hour >= 0:
            lines.append("-# " + say(T("Everybody may take one extra day in the match.")))
        calls = T("Reminders come {when}. At most three pings a turn.", when=describe_reminders("both"))
    else:
        calls = T("After three days the others may let a stand-in move. At most three pings a turn.")
    lines.append("-# " + say(calls))
    return [*lines, *_describe_kind_terms(match, say), *(describe_rated(say) if match.rated else ())]


def _describe_kind_terms(match: Match, say: Say) -> list[str]:
    """Say whether clocks stop on weekends, and whether a confirmed turn is held before chance decides."""
    lines = []
    if match.weekends:
        lines.append("-# " + say(T("Clocks stop on Saturdays and Sundays.")))
    if match.grace != "off":
        lines.append("-# " + say(T("Taking back a turn before chance decides: {rule}.", rule=GRACES[match.grace])))
    return lines


def describe_rated(say: Say) -> list[str]:
    """List the terms of a rated match."""
    return [
        "★ " + say(T("Rated: the result counts for everybody's rating.")),
        "-# "
        + say(
            T(
                "No hints. A turn that has revealed something cannot be taken back, and a pause lasts at most"
                " {days} days. If a stand-in makes most of your moves, your rating cannot rise.",
                days=LONGEST_RATED_PAUSE_DAYS,
            )
        ),
    ]


def describe_seats(match: Match, say: Say, people: People = MappingProxyType({})) -> list[str]:
    by_seat = {each.seat: each for each in match.seats}
    asked = say(T("invited"))
    kept = {found.seat: found.user for found in match.invited if found.seat is not None}
    lines = []
    for seat in range(match.capacity):
        if seat not in by_seat:
            called = "" if match.is_shared else f"<@{kept[seat]}> " if seat in kept else ""
            lines += [f"{seat + 1}. {called}*{asked}*"] if seat in kept else []
            continue
        holder = by_seat[seat]
        name = say(T("{player}", player=Player(seat)))
        note = _describe_computer(holder, say) if holder.user_id is None and not holder.crowd else ""
        if holder.user_id == match.host_id:
            note = say(T("host"))
        if match.is_elsewhere(holder):
            note = " · ".join(part for part in (note, say(T("in the other server"))) if part)
        lines.append(f"{seat + 1}. {name}" + (f" · {note}" if note else ""))
        if (known := people.get(holder.user_id or 0)) and not match.is_elsewhere(holder):
            lines.append("-# " + " · ".join(say(fact) for fact in known))
    anywhere = [found.user for found in match.invited if found.seat is None]
    lines += [f"• *{asked}*" if match.is_shared else f"• <@{user}> *{asked}*" for user in anywhere]
    free = match.capacity - len(by_seat.keys() | kept.keys())
    if match.phase == "lobby":
        told = [N("{count} seat is free.", "{count} seats are free.", free)] if free else []
        lines.append("-# " + " ".join(say(each) for each in (*told, *describe_start(match))))
    return lines


def describe_start(match: Match) -> list[Text]:
    """Say when a lobby begins: by its host, who can press *Start* exactly when it says so, or by itself."""
    numbers, seated = lobby.list_numbers(match), len(match.seats)
    seat = next((holder.seat for holder in match.seats if holder.user_id == match.host_id), None)
    host = T("The host") if seat is None else T("{player}", player=Player(seat))
    told: list[Text] = []
    if may_start(match):
        told.append(T("{host} can start now.", host=host))
    elif numbers and numbers[0] < match.capacity:
        told.append(
            N(
                "{host} can start with {count} more player.",
                "{host} can start with {count} more players.",
                numbers[0] - seated,
                host=host,
            )
        )
    if match.capacity in numbers:
        told.append(T("The match starts by itself when all seats are taken."))
    else:
        most = max(numbers, default=seated)
        told.append(N("By these rules only {count} can play.", "By these rules at most {count} can play.", most))
    return told


def may_start(match: Match) -> bool:
    """Tell whether the players of a lobby are enough to begin."""
    return len(match.seats) in lobby.list_numbers(match)


def _describe_computer(holder: Holder, say: Say) -> str:
    level = T("computer player, {level}", level=LEVEL_NAMES[holder.level])
    if (rival := find_rival(holder.name)) is None:
        return say(level)
    return say(T("{manner} ({level})", manner=rival.manner, level=level))


def _describe_options(match: Match, say: Say) -> list[str]:
    """Describe in a few words what people join: rules, pace, privacy, and when the lobby closes."""
    lines = describe_rules(match, say)
    if not is_demo(match):  # the card of a demonstration says how often computer players move
        lines.append(say(T("Pace: {pace}", pace=describe_pace(match))))
    if match.private:
        lines.append("🔒 " + say(T("Private: only for people the host invites")))
    if match.phase == "lobby":
        lines.append(say(T("closes {when}", when=Moment(match.created_at + LOBBY_LASTS))))
    return lines


def describe_rules(match: Match, say: Say) -> list[str]:
    """Name the closest preset and the options that differ from it."""
    words, options = match.words, match.options
    values = structs.asdict(options)
    presets = {name: structs.asdict(preset) for name, preset in match.game.presets.items()}
    base = min(presets, key=lambda name: len(values.items() - presets[name].items()), default=None)
    usual = presets[base] if base is not None else structs.asdict(type(options)())
    shown = [f"**{say(words.PRESETS[base])}**"] if base is not None else []
    for name, value in values.items():
        if value != usual[name]:
            shown.append(
                say(T("{name}: **{value}**", name=words.option_name(name), value=words.option_value(name, value)))
            )
    return shown


def _make_buttons(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons that everybody who sees the card may press: in direct messages that is the host. Who is invited
    to a private lobby, or to the last seats, has *Accept* in the invitation."""
    show = button(say(T("Show me")), Id("show_me", match.id, rest=match.game_name))
    taught = [*make_learn_button(match, say), show]
    more = button(say(T("More")), Id("lobby_more", match.id))
    if match.is_direct:
        return [make_start_button(match, say), *taught, more]
    join = button(say(T("Join")), Id("join", match.id), style=discord.ButtonStyle.success)
    return [*([join] if lobby.has_room(match) and not match.private else []), *taught, more]


def make_start_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Make the host's *Start*, lit if the match can begin."""
    style = discord.ButtonStyle.primary
    return button(say(T("Start")), Id("start", match.id), style=style, disabled=not may_start(match))


def make_rivals_menu(match: Match, say: Say) -> list[Row]:
    """Build the menu of computer players: as many as the lobby still needs, so that it begins; or one of several."""
    number, count, alone = lobby.find_next_number(match), 0, False
    options: list[Option] = []
    if number is not None:
        count = number - len(match.seats)
        alone = len(match.seats) == count == 1
        add = [T("Add {number} and start. {level}", number=count, level=_LEVELS[level]) for level in match.game.levels]
        shown = [_LEVELS[level] for level in match.game.levels] if alone else add
        pairs = zip(shown, match.game.levels, strict=True)
        options += [Option(say(each), f"{AND_START}{level}") for each, level in pairs]
    if lobby.has_room(match) and len(match.seats) + 1 < match.capacity:
        levels = match.game.levels
        options += [Option(say(T("Only add one. {level}", level=_LEVELS[level])), level) for level in levels]
    title = T("Play against the computer") if alone else T("Add computer players")
    return selects([Menu("", tuple(options))], Id("computer", match.id), placeholder=say(title)) if options else []


async def refresh_card(client: Client, match: Match, *, before: Match | None = None) -> None:
    """Update the lobby card without an interaction. `before`: the match as the card shows it.

    If it fails, the sweep tries again (`client.board.repairs`).
    """
    async with lock_card(client, match.id):
        newest = await client.referee.match(match.id)
        await retire_invitations(client, before or match, newest)
        await edit_card(client, newest)
    client.dispatch("card_shown", match.id)


async def edit_card(client: Client, match: Match) -> None:
    """Update the card of a match, if it has one, and the card in the server it is shared with. Call it under the card's
    lock, with the newest state."""
    if all([await edit_own_card(client, face) for face in match.faces]):
        await client.outbox.settle_edit(match, "card")


async def edit_own_card(client: Client, match: Match) -> bool:
    """Update the card in one server; `match`: as that server shows it. Returns False if another attempt may succeed."""
    if match.card_id is None:
        return match.side == "home" or match.phase != "lobby"  # the card in a second server may still be posted
    channel = client.get_partial_messageable(match.card_channel_id or match.channel_id, guild_id=match.guild_id)
    try:
        card = await draw_card(client, match)
        await channel.get_partial_message(match.card_id).edit(view=card.view, attachments=[*card.files])
    except FAILURES as error:
        log.info("match %s: could not update its lobby card: %s", match.id, error)
        return is_closed(error)
    return True


@on("changed")
async def refresh_lobby(bot: Client, done: Done) -> None:
    """Update the card of a lobby that no interaction has changed."""
    if done.match.state is None:
        await refresh_card(bot, done.match)


def lock_card(bot: Client, match_id: int) -> asyncio.Lock:
    """Return the lock of a lobby's card. Hold it while reading the match and editing the card."""
    return bot[_Locks].setdefault(match_id, asyncio.Lock())


class _Locks(WeakValueDictionary[int, asyncio.Lock]):
    """The locks of cards, by match."""

    def __init__(self, _: Client) -> None:
        super().__init__()
