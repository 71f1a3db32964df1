"""The private panel of a lobby: of its host, who gets it when the lobby opens, and behind *More* on the card."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

import discord
from discord import ui
from msgspec import Struct

from client.core.bot import Slowboat
from client.core.client import Client
from client.core.controls import action
from client.core.events import on
from client.core.intake import answers_to
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.lobby.card import (
    ACCENT,
    describe_rules,
    describe_seats,
    describe_terms,
    make_rivals_menu,
    make_start_button,
)
from client.lobby.people import People, describe_own_stake, describe_people
from client.messages.crowd_text import describe_crowd
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import Row, button, layout, rows, selects, text
from games.text import Say, T, Text
from matches.clocks.pace import PACES, describe_pace
from matches.errors import StoreError, UserError
from matches.lobby import lobby
from matches.match import Match

log = logging.getLogger(__name__)

MOST: Final = 8
"""The most controls of the panel; what is seldom needed is behind the buttons with "…"."""

FIXED_HOUR: Final = "due"
"""The option of the menu of paces that leads to the hours of the day."""

LASTS: Final = 14 * 60.0
"""Seconds for which a panel can be edited; Discord's limit is 15 minutes after the last press."""


class _Shown(Struct, frozen=True):
    """The panel of a host: the visit that showed it, its message, the revision of the match, and when that was."""

    visit: Visit
    message: discord.Message
    rev: int
    at: float


class _Panels(dict[int, _Shown]):
    """The newest panel of each lobby's host, by match, until the host presses something in it."""

    def __init__(self, _: Client) -> None:
        super().__init__()


@action("host", "private")  # the same button on cards of releases up to 0.2
@action("lobby_more", "private")
async def open_lobby_panel(visit: Visit) -> None:
    """Handle *More* on the lobby card: open the panel."""
    await show_lobby_panel(visit, await visit.read_match())


@action("lobby_back", "update")
async def reopen_lobby_panel(visit: Visit) -> None:
    """Handle *Back* in a page of the panel."""
    await show_lobby_panel(visit, await visit.read_match())


async def show_lobby_panel(visit: Visit, match: Match, *, note: str = "") -> None:
    """Show the panel to the person who pressed, or say that the lobby is closed."""
    message = await answers_to(visit.interaction).show(await _build(visit, match, note=note), [])
    _note(visit, match, message)


async def open_host_panel(visit: Visit, match: Match) -> None:
    """Show its panel to the host of a new lobby, below the card, unless nobody else sees that. A failure is only
    logged: *More* on the card opens the panel, too."""
    if match.phase != "lobby" or match.is_direct:
        return
    try:
        message = await answers_to(visit.interaction).tell(await _build(visit, match))
    except FAILURES as error:
        log.info("match %s: its host was not shown the panel: %s", match.id, error)
        return
    if message is not None:
        _note(visit, match, message)


def _note(visit: Visit, match: Match, message: discord.Message) -> None:
    """Remember the panel of a host, to renew it when others join."""
    panels, now = visit.bot[_Panels], visit.referee.now()
    for other in [key for key, each in panels.items() if each.at < now - LASTS]:
        del panels[other]
    if visit.user_id == match.host_id and match.phase == "lobby":
        panels[match.id] = _Shown(visit, message, match.rev, now)


@on("arrival")
async def forget_panel(bot: Slowboat, interaction: discord.Interaction) -> None:
    """Forget a panel in which its host presses something: it may show another page from now on."""
    pressed = interaction.message
    for key in [key for key, each in bot[_Panels].items() if pressed is not None and each.message.id == pressed.id]:
        del bot[_Panels][key]


@on("card_shown")
async def renew_panel(bot: Slowboat, match_id: int) -> None:
    """Renew the panel of a host when somebody else has changed the lobby, so that *Start* is lit in time."""
    shown = bot[_Panels].get(match_id)
    if shown is None:
        return
    try:
        match = await bot.referee.match(match_id)
        if match.rev == shown.rev or shown.at < bot.referee.now() - LASTS:
            return
        view = await _build(shown.visit, match)
        if bot[_Panels].get(match_id) is shown:
            _note(shown.visit, match, shown.message)
            await shown.message.edit(view=view)
    except (*FAILURES, StoreError, UserError) as error:
        log.info("match %s: the panel of its host was not renewed: %s", match_id, error)


async def _build(visit: Visit, match: Match, *, note: str = "") -> ui.LayoutView:
    """Build the panel of a person, or say that the lobby is closed."""
    say = visit.say_about(match)
    if match.phase != "lobby":
        closed = (
            T("This match was cancelled before it began.") if match.phase == "cancelled" else T("The match has begun.")
        )
        return layout(text(say(closed)))
    home = await visit.referee.match(match.id)
    may_lead = visit.user_id == match.host_id or visit.who.manages(home)
    match = visit.see(match)
    people = await describe_people(visit.bot, match)
    stake = await describe_own_stake(visit.bot, match, visit.user_id, visit.interaction.user.display_name)
    return build_lobby_panel(match, say, visit.user_id, host=may_lead, note=note, people=people, stake=stake)


def build_lobby_panel(
    match: Match,
    say: Say,
    viewer: int,
    *,
    host: bool,
    note: str = "",
    people: People = MappingProxyType({}),
    stake: Sequence[Text] = (),
) -> ui.LayoutView:
    """Build the panel. Each choice takes effect at once.

    `viewer`: the id of the person who sees it. `host`: add the host's actions. `people`: the lines about the people in
    the lobby, by id. `stake`: how a rated match could change the rating of a viewer who has not joined.
    """
    lines = [*([note] if note else []), f"### {say(match.words.TITLE)}", *describe_rules(match, say)]
    lines += [*describe_terms(match, say), *describe_seats(match, say, people), *describe_partners(match, say)]
    lines += describe_crowd(match, say)
    if stake:
        lines.append("-# " + " · ".join((say(T("If you join")), *map(say, stake))))
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    items += _make_host_controls(match, say) if host else _make_guest_controls(match, say, viewer)
    return layout(*items, accent=ACCENT)


def _make_guest_controls(match: Match, say: Say, viewer: int) -> list[Row]:
    rules = button(say(T("Rules")), Id("rules", match.id, rest=f"{match.game_name}.0"))
    fair = button(say(T("Fair play")), Id("fair_play", match.id))
    return [*rows([*make_own_buttons(match, say, viewer), rules, fair]), *make_seat_menu(match, say, viewer)]


def make_own_buttons(match: Match, say: Say, viewer: int) -> list[ui.Button[ui.LayoutView]]:
    """Make the buttons for a person's own seats: *Join*, or *Leave* and *Take another seat*."""
    if viewer not in match.people:
        join = button(say(T("Join")), Id("join", match.id), style=discord.ButtonStyle.success)
        return [join] if _may_join(match, viewer) else []
    again = button(say(T("Take another seat")), Id("again", match.id))
    return [button(say(T("Leave")), Id("leave", match.id)), *([again] if lobby.has_room(match) else [])]


def _may_join(match: Match, viewer: int) -> bool:
    """Whether a seat is free for a person who has none."""
    is_invited = any(each.user == viewer for each in match.invited)
    return lobby.has_room(match, viewer) and (is_invited or not match.private)


def make_seat_menu(match: Match, say: Say, viewer: int) -> list[Row]:
    """Make the menu of the seats that a person may take."""
    taken = {holder.seat for holder in match.seats}
    taken |= {each.seat for each in match.invited if each.seat is not None and each.user != viewer}
    free = tuple(
        Option(say(T("Seat {number}", number=seat + 1)), str(seat))
        for seat in range(match.capacity)
        if seat not in taken
    )
    if not free or not (viewer in match.people or _may_join(match, viewer)):
        return []
    return selects([Menu("", free)], Id("sit", match.id), placeholder=say(T("Choose a seat")))


def _make_host_controls(match: Match, say: Say) -> list[Row]:
    """Make the host's controls, at most `MOST`."""
    guests = [button(say(T("Who may join …")), Id("guests", match.id))]
    buttons = [
        make_start_button(match, say),
        button(say(T("House rules …")), Id("house_rules", match.id)),
        button(say(T("Seats …")), Id("seats", match.id)),
        *([] if match.is_direct else guests),
        button(say(T("Cancel match")), Id("cancel", match.id), style=discord.ButtonStyle.danger),
    ]
    people: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(Id("invite", match.id)), placeholder=say(T("Invite people")), max_values=match.capacity
    )
    invite = [] if match.is_direct else [ui.ActionRow(people)]
    paces = [Option(say(pace.name), name) for name, pace in PACES.items()]
    paces.append(Option(say(T("A fixed hour …")), FIXED_HOUR))
    title = say(T("Pace: {pace}", pace=describe_pace(match)))
    pace = selects([Menu("", tuple(paces))], Id("pace", match.id), placeholder=title)
    return [*rows(buttons), *invite, *make_rivals_menu(match, say), *pace]


def describe_partners(match: Match, say: Say) -> list[str]:
    """Name the seats of partners, while seats can still be chosen."""
    capacity = match.capacity
    found = []
    for seat in range(capacity):
        other = match.game.partner(seat, capacity, match.options)
        if other is not None and seat < other:
            found.append(say(T("{one} and {other}", one=seat + 1, other=other + 1)))
    return ["-# " + say(T("Seats of partners:")) + " " + ", ".join(found)] if found else []
