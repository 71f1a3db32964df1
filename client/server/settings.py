"""The page *Settings* of `/server`, for people who manage a server. Every setting has a default that works.

Channels and roles that no longer exist are dropped when Discord reports the deletion. A deletion while the bot was
offline is not reported, so what is missing is also left out whenever the settings are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar, cast

import discord
from discord import ui
from msgspec import structs

import games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.errors import SAVED
from client.core.events import on
from client.core.permissions import require_manager
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import layout, rows, switch, text, toggle
from games.text import Channel, Join, Moment, N, Say, T, Text
from matches.clocks.pace import ABSENCES, AWAY_DAYS, PACES
from matches.errors import make_old_button_error
from matches.people.preferences import Palette, PuzzlePost, Server, read_server
from matches.people.servers import change_server, forget_place
from matches.puzzles.posting import switch_post
from matches.rows import Absence

Value = TypeVar("Value")

PER_PERSON = (1, 3, 5, 10, 25, 50)
MOST_CHANNELS = 100
"""The most channels with a setting of their own; beyond that, the oldest setting is dropped."""
IN_ALL = (5, 20, 50, 200, 1000)
PALETTES: Final[Mapping[Palette, Text]] = {
    "light": T("light"),
    "dark": T("dark"),
    "light_contrast": T("light, high contrast"),
    "dark_contrast": T("dark, high contrast"),
    "light_patterns": T("light, colours with patterns"),
    "dark_patterns": T("dark, colours with patterns"),
}
SETTING_PAGES: Final[Mapping[str, tuple[Text, frozenset[str]]]] = {
    "matches": (
        T("Matches"),
        frozenset({"games", "channels", "pace", "absence", "per_person", "in_all", "away_days"}),
    ),
    "boards": (T("Boards"), frozenset({"language", "palettes", "edit_boards", "edit_boards_in", "opens_threads"})),
    "people": (
        T("People and puzzles"),
        frozenset({"looking_role", "looks_across", "puzzle", "own_puzzles", "shares_tables"}),
    ),
}
"""The pages, each as high as the screen of a phone: their names and settings."""
LANGUAGES = {"": T("As set in Discord"), "en": T("English"), "de": T("German"), "fr": T("French"), "it": T("Italian")}


def build_settings_panel(
    bot: Slowboat,
    server: Server,
    say: Say,
    *,
    channel_id: int,
    guild: discord.Guild | None = None,
    page: str = "matches",
) -> ui.LayoutView:
    """Build a page of `SETTING_PAGES`. Each choice takes effect at once.

    `channel_id`: the channel it is shown in, for the setting of that channel. `guild`: the server; None if it is not
    known just now.
    """
    heading, (_, shown) = say(T("Settings of this server")), SETTING_PAGES[page]
    tabs = [
        switch(say(name), Id("settings_page", rest=each), on=each == page) for each, (name, _) in SETTING_PAGES.items()
    ]
    lines = [f"### {heading}", *_describe_settings(bot, server, say, channel_id, guild, shown)]
    menus = {field: menu for field, menu in _make_menus(bot, say).items() if field in shown}
    buttons = [
        toggle(say(name), Id("set", rest=field), on=on)
        for field, (name, on) in _list_toggles(server, channel_id).items()
        if field in shown
    ]
    return layout(*rows(tabs), text(*lines), *menus.values(), *rows(buttons))


def _make_menus(bot: Slowboat, say: Say) -> dict[str, ui.ActionRow[ui.LayoutView]]:
    """Make the menus of all settings that have more than two values."""
    every = [(games.words(name).TITLE, name) for name in bot.list_playable()]
    channels: ui.ChannelSelect[ui.LayoutView] = ui.ChannelSelect(
        custom_id=str(Id("set", rest="channels")),
        channel_types=[discord.ChannelType.text],
        placeholder=say(T("Channels for matches (none chosen: all)")),
        min_values=0,
        max_values=25,
    )
    role: ui.RoleSelect[ui.LayoutView] = ui.RoleSelect(
        custom_id=str(Id("set", rest="looking_role")),
        placeholder=say(T("Role to ping when somebody looks for players (none chosen: none)"))[:150],
        min_values=0,
        max_values=1,
    )
    paces = [(pace.name, name) for name, pace in PACES.items()]
    absences = [(name, key) for key, name in ABSENCES.items()]
    per_person = [
        (N("{count} open match per person", "{count} open matches per person", n), str(n)) for n in PER_PERSON
    ]
    in_all = [(N("{count} open match in total", "{count} open matches in total", n), str(n)) for n in IN_ALL]
    away = [(describe_away(days), str(days)) for days in AWAY_DAYS]
    languages = [(name, key or "-") for key, name in LANGUAGES.items()]
    palettes = [(name, key) for key, name in PALETTES.items()]
    return {
        "games": _make_select("games", every, T("Allowed games"), say, many=True),
        "channels": ui.ActionRow(channels),
        "pace": _make_select("pace", paces, T("Default pace"), say),
        "absence": _make_select("absence", absences, T("When somebody's time is up"), say),
        "per_person": _make_select("per_person", per_person, T("Open matches per person"), say),
        "in_all": _make_select("in_all", in_all, T("Open matches in total"), say),
        "away_days": _make_select("away_days", away, T("Days each player may be away in a match"), say),
        "looking_role": ui.ActionRow(role),
        "language": _make_select("language", languages, T("Language of boards"), say),
        "palettes": _make_select("palettes", palettes, T("How boards look in this channel"), say),
    }


def _list_toggles(server: Server, channel_id: int) -> dict[str, tuple[Text, bool]]:
    """List the settings with two values: the name of the button, and whether the setting is on."""
    return {
        "edit_boards": (T("Edit boards in place"), server.edit_boards),
        "edit_boards_in": (T("Edit boards in this channel"), server.edits_boards(channel_id)),
        "opens_threads": (T("Open second matches in threads"), server.opens_threads),
        "looks_across": (T("Look across servers"), server.looks_across),
        "puzzle": (T("Post a puzzle here every day"), server.puzzle is not None),
        "own_puzzles": (T("Puzzles from our matches"), server.own_puzzles),
        "shares_tables": (T("Let everybody share tables"), server.shares_tables),
    }


def describe_away(days: int) -> Text:
    """Say for how long players may stop their clocks."""
    return N("{count} day", "{count} days", days) if days else T("none")


def _make_select(
    field: str, options: Sequence[tuple[Text, str]], placeholder: Text, say: Say, *, many: bool = False
) -> ui.ActionRow[ui.LayoutView]:
    menu: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(Id("set", rest=field)),
        placeholder=say(placeholder)[:150],
        max_values=len(options) if many else 1,
        options=[discord.SelectOption(label=say(label)[:100], value=value) for label, value in options],
    )
    return ui.ActionRow(menu)


def _describe_settings(
    bot: Slowboat, server: Server, say: Say, channel_id: int, guild: discord.Guild | None, shown: frozenset[str]
) -> list[str]:
    """Describe each of these settings in a line. Channels and roles that are gone are left out."""
    played = server.games or bot.list_playable()
    names = Join(tuple(games.words(name).TITLE for name in played))
    allowed = list_channels(server, guild)
    channels = T("the chosen ones are gone; choose others") if server.channels else T("all")
    if allowed:
        channels = T("{channels}", channels=Join(tuple(Channel(number) for number in allowed)))
    kinds = T("a new one every turn"), T("edited while they are the newest message")
    here: tuple[tuple[str, Text, Text], ...] = ()
    if channel_id in server.edit_boards_in:
        here = (("edit_boards_in", T("Boards in this channel"), kinds[server.edit_boards_in[channel_id]]),)
    role = guild.get_role(server.looking_role) if guild is not None else None
    pinged = T("{role}, at most once a day", role=f"@{role.name}") if role is not None else T("none")
    across = T("also across other servers that allow it")
    facts = (
        ("games", T("Games"), T("{games}", games=names)),
        ("channels", T("Channels"), channels),
        ("pace", T("Default pace"), PACES[server.pace].name),
        ("absence", T("When somebody's time is up"), ABSENCES[server.absence]),
        (
            "per_person",
            T("Open matches"),
            T("{mine} per person, {all} in all", mine=server.per_person, all=server.in_all),
        ),
        ("away_days", T("Longest absence in /me"), describe_away(server.away_days)),
        ("language", T("Language of boards"), LANGUAGES[server.language]),
        ("looking_role", T("Role pinged when somebody looks for players"), pinged),
        ("looks_across", T("Looking for players"), across if server.looks_across else T("only within this server")),
        ("edit_boards", T("Boards"), kinds[server.edit_boards]),
        *here,
        ("palettes", T("How boards look in this channel"), PALETTES[server.palette(channel_id)]),
        (
            "opens_threads",
            T("A second match in a channel"),
            T("opens in a thread by itself") if server.opens_threads else T("opens in a thread if asked for"),
        ),
        ("puzzle", T("Daily puzzle"), _describe_post(server)),
        (
            "shares_tables",
            T("Tables shared with other servers"),
            T("everybody may share one") if server.shares_tables else T("those who manage the server may share one"),
        ),
        (
            "own_puzzles",
            T("Puzzles from finished matches here"),
            T("yes, without names") if server.own_puzzles else T("no"),
        ),
    )
    return ["• " + say(T("{name}: **{value}**", name=name, value=value)) for key, name, value in facts if key in shown]


def _describe_post(server: Server) -> Text:
    if (post := server.puzzle) is None:
        return T("only with /puzzle")
    place, when = Channel(post.channel_id), Moment(post.due_at)
    return T("every morning in {channel}, next {when}", channel=place, when=when)


@action("set", "update")
async def set_one(visit: Visit) -> None:
    """Store one choice."""
    guild_id = require_manager(visit.interaction)
    field, values = visit.id.rest.split(".")[0], visit.values

    def change(server: Server) -> Server:
        match field:
            case "games":
                every = visit.bot.list_playable()
                chosen = tuple(name for name in every if name in values)
                return structs.replace(server, games=() if len(chosen) == len(every) else chosen)
            case "channels":
                return structs.replace(server, channels=tuple(int(value) for value in values if value.isdecimal()))
            case "pace" if visit.value in PACES:
                return structs.replace(server, pace=visit.value)
            case "absence" if visit.value in ABSENCES:
                return structs.replace(server, absence=cast("Absence", visit.value))
            case "per_person" | "in_all" if visit.value.isdecimal():
                return structs.replace(server, **{field: int(visit.value)})
            case "away_days" if visit.value in map(str, AWAY_DAYS):
                return structs.replace(server, away_days=int(visit.value))
            case "language" if visit.value.replace("-", "") in LANGUAGES:
                return structs.replace(server, language=visit.value.replace("-", ""))
            case "looking_role":
                return structs.replace(server, looking_role=int(visit.value) if visit.value.isdecimal() else 0)
            case "edit_boards":
                return structs.replace(server, edit_boards=not server.edit_boards)
            case "opens_threads":
                return structs.replace(server, opens_threads=not server.opens_threads)
            case "puzzle":
                zone = visit.bot.preferences.get(visit.user_id).zone
                language = server.language or visit.bot.texts.language(str(visit.interaction.guild_locale))
                return switch_post(server, PuzzlePost(visit.channel_id, language, zone), visit.now)
            case "own_puzzles":
                return structs.replace(server, own_puzzles=not server.own_puzzles)
            case "looks_across":
                return structs.replace(server, looks_across=not server.looks_across)
            case "shares_tables":
                return structs.replace(server, shares_tables=not server.shares_tables)
            case "palettes" if visit.value in PALETTES:
                return _choose_palette(server, visit.channel_id, cast("Palette", visit.value))
            case "edit_boards_in":
                return _switch_boards(server, visit.channel_id)
        raise make_old_button_error()

    server = await change_server(visit.referee, guild_id, change)
    visit.interaction.extras[SAVED] = True
    await _show(visit, server, next(page for page, (_, shown) in SETTING_PAGES.items() if field in shown))


@action("settings_page", "update")
async def turn_page(visit: Visit) -> None:
    """Show another page of the settings."""
    server = await read_server(visit.referee, require_manager(visit.interaction))
    if visit.id.rest not in SETTING_PAGES:
        raise make_old_button_error()
    await _show(visit, server, visit.id.rest)


def _switch_boards(server: Server, channel_id: int) -> Server:
    """Switch how boards are posted in a channel. A channel that is then like the rest of the server needs no
    setting."""
    edits = not server.edits_boards(channel_id)
    kept = _keep_others(server.edit_boards_in, channel_id)
    return structs.replace(server, edit_boards_in=kept if edits == server.edit_boards else {**kept, channel_id: edits})


def _choose_palette(server: Server, channel_id: int, palette: Palette) -> Server:
    """Choose how boards look in a channel. The usual palette needs no setting."""
    kept = _keep_others(server.palettes, channel_id)
    return structs.replace(server, palettes=kept if palette == "light" else {**kept, channel_id: palette})


def _keep_others(settings: Mapping[int, Value], channel_id: int) -> dict[int, Value]:
    """Return the other channels' settings, without the oldest if necessary to make room for one more."""
    others = {place: each for place, each in settings.items() if place != channel_id}
    return dict(list(others.items())[1 - MOST_CHANNELS :])


def list_languages(_: Slowboat) -> Mapping[str, Text]:
    """List the languages of matches."""
    return {code: said for code, said in LANGUAGES.items() if code}


async def show_settings(visit: Visit) -> None:
    """Show the panel to somebody who manages the server. Raises UserError for others."""
    server = await read_server(visit.referee, require_manager(visit.interaction))
    await _show(visit, server, "matches")


async def _show(visit: Visit, server: Server, page: str) -> None:
    place, guild = visit.channel_id, visit.interaction.guild
    panel = build_settings_panel(visit.bot, server, visit.say, channel_id=place, guild=guild, page=page)
    await visit.answer(panel)


def list_channels(server: Server, guild: discord.Guild | None) -> tuple[int, ...]:
    """List the channels allowed for matches that exist; all of them if the server is not known just now."""
    if guild is None or guild.unavailable:
        return server.channels
    return tuple(number for number in server.channels if guild.get_channel(number) is not None)


def leave_out_lost(server: Server, guild: discord.Guild | None) -> Server:
    """Return the settings without channels and roles that are gone. If all allowed channels are, they stay, because
    none would mean that every channel is allowed."""
    if guild is None or guild.unavailable:
        return server
    role = server.looking_role if guild.get_role(server.looking_role) is not None else 0
    return structs.replace(server, channels=list_channels(server, guild) or server.channels, looking_role=role)


@on("guild_channel_delete")
async def forget_channel(bot: Slowboat, channel: discord.abc.GuildChannel) -> None:
    await forget_place(bot.referee, channel.guild.id, channel.id)


@on("raw_thread_delete")
async def forget_thread(bot: Slowboat, payload: discord.RawThreadDeleteEvent) -> None:
    await forget_place(bot.referee, payload.guild_id, payload.thread_id)


@on("guild_role_delete")
async def forget_role(bot: Slowboat, role: discord.Role) -> None:
    await forget_place(bot.referee, role.guild.id, role.id)
