"""Build the private panel behind *More* on the lobby card: less common actions, and the host's menus."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import discord
from discord import ui

from client.core.controls import action
from client.core.visit import Visit
from client.lobby.card import ACCENT, describe_rules, describe_seats, describe_terms, list_levels
from client.lobby.people import People, describe_own_stake, describe_people
from client.messages.crowd_text import describe_crowd
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from games.text import Player, Say, T, Text
from matches.clocks.pace import PACES
from matches.match import CROWD, Match
from matches.people.servers import read_blocked

BY_SEAT = "seat."
"""The prefix of an option's value that names a person by seat: ids of people in another server are not shown."""

SHARE, PART = "share", "part"
PAGES = (CROWD, SHARE, PART)
"""Choices in the menu of players that lead to pages of other features (the events `page_…`)."""

"""The values of the options that offer the lobby to another server, and end the link with one."""

_MOST_BLOCKED = 25
"""Blocked people listed at once."""


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
    say = visit.say_about(match)
    if match.phase != "lobby":
        closed = (
            T("This match was cancelled before it began.") if match.phase == "cancelled" else T("The match has begun.")
        )
        await visit.answer(say(closed), files=[])
        return
    blocked: tuple[int, ...] | None = None
    is_host = visit.user_id == match.host_id
    home = await visit.referee.match(match.id)
    if is_host:
        blocked = await read_blocked(visit.referee, home.guild_id, match.host_id)
    may_lead = is_host or visit.who.manages(home)
    match = visit.see(match)
    people = await describe_people(visit.bot, match)
    stake = await describe_own_stake(visit.bot, match, visit.user_id, visit.interaction.user.display_name)
    seated = visit.user_id in match.people
    panel = build_lobby_panel(
        match, say, host=may_lead, seated=seated, blocked=blocked, note=note, people=people, stake=stake
    )
    await visit.answer(panel, files=[])


def build_lobby_panel(
    match: Match,
    say: Say,
    *,
    host: bool,
    seated: bool = True,
    blocked: tuple[int, ...] | None = None,
    note: str = "",
    people: People = MappingProxyType({}),
    stake: Sequence[Text] = (),
) -> ui.LayoutView:
    """Build the panel. Each choice takes effect at once.

    `host`: add the host's actions. `seated`: the viewer has a seat, which they can leave. `blocked`: the people the
    host has blocked; None: hide them, because the viewer is not the host. `people`: the lines about the people in the
    lobby, by id. `stake`: how a rated match could change the rating of a viewer who has not joined.
    """
    lines = [*([note] if note else []), f"### {say(match.words.TITLE)}", *describe_rules(match, say)]
    lines += [*describe_terms(match, say), *describe_seats(match, say, people), *_describe_partners(match, say)]
    lines += describe_crowd(match, say)
    if stake:
        lines.append("-# " + " · ".join((say(T("If you join")), *map(say, stake))))
    if blocked:
        mentions = " ".join(f"<@{user}>" for user in blocked[:_MOST_BLOCKED])
        lines.append(say(T("Blocked from your matches in this server:")) + f" {mentions}")
    items: list[ui.Item[ui.LayoutView]] = [text(*lines), *rows(_make_buttons(match, say, host=host, seated=seated))]
    items += _make_seat_menu(match, say)
    if host:
        items += _make_host_menus(match, say, blocked)
    return layout(*items, accent=ACCENT)


def _make_buttons(match: Match, say: Say, *, host: bool, seated: bool) -> list[ui.Button[ui.LayoutView]]:
    match_id = match.id
    leave = button(say(T("Leave")), Id("leave", match_id))
    again = button(say(T("Take another seat")), Id("again", match_id))
    join = button(say(T("Join")), Id("join", match_id), style=discord.ButtonStyle.success)
    found = [
        *([leave, again] if seated else [join]),
        button(say(T("Rules")), Id("rules", match_id, rest=f"{match.game_name}.0")),
        button(say(T("Fair play")), Id("fair_play", match_id)),
    ]
    if not host:
        return found
    label = T("Open it to everybody") if match.private else T("Make it private")
    terms = T("Play without ratings") if match.rated else T("Play for ratings")
    rest = T("Let clocks run on weekends") if match.weekends else T("Stop clocks on weekends")
    with_others = [
        button(say(label), Id("private", match_id, rest="off" if match.private else "on")),
        button(say(terms), Id("rated", match_id, rest="off" if match.rated else "on")),
    ]
    return [
        *found,
        button(say(T("House rules …")), Id("house_rules", match_id)),
        button(say(T("A fixed hour …")), Id("ask_due", match_id)),
        button(say(T("Shuffle seats")), Id("shuffle", match_id), disabled=len(match.seats) < 2),
        button(say(rest), Id("weekends", match_id, rest="off" if match.weekends else "on")),
        *([] if match.is_direct else with_others),
        button(say(T("Cancel match")), Id("cancel", match_id), style=discord.ButtonStyle.danger),
    ]


def _make_seat_menu(match: Match, say: Say) -> list[ui.ActionRow[ui.LayoutView]]:
    taken = {holder.seat for holder in match.seats}
    free = tuple(
        Option(say(T("Seat {number}", number=seat + 1)), str(seat))
        for seat in range(match.capacity)
        if seat not in taken
    )
    return selects([Menu("", free)], Id("sit", match.id), placeholder=say(T("Choose a seat"))) if free else []


def _list_machines(match: Match, say: Say) -> Menu:
    """List who else can play: the levels of the computer player, the channel by vote, and another server."""
    levels, crowd = list_levels(match, say), Option(say(T("Let the channel play a seat …")), CROWD)
    share, part = T("Play with another server …"), T("End the shared table …")
    other = Option(say(part), PART) if match.is_shared else Option(say(share), SHARE)
    return levels if match.is_direct else Menu("", (*levels.options, crowd, other))


def _make_host_menus(match: Match, say: Say, blocked: tuple[int, ...] | None) -> list[ui.ActionRow[ui.LayoutView]]:
    match_id, items = match.id, list[ui.ActionRow[ui.LayoutView]]()
    people: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(Id("invite", match_id)), placeholder=say(T("Invite people")), max_values=match.capacity
    )
    if not match.is_direct:
        items.append(ui.ActionRow(people))
    computer = say(T("Add a computer player"))
    items += selects([_list_machines(match, say)], Id("computer", match_id), placeholder=computer)
    chosen = match.pace if match.due_hour < 0 else ""
    items += rows(
        [
            button(say(pace.short or pace.name), Id("pace", match_id, rest=name), disabled=name == chosen)
            for name, pace in PACES.items()
        ]
    )
    others = _list_others(match, say)
    if others:
        items += selects([Menu("", others)], Id("remove", match_id), placeholder=say(T("Remove somebody")))
    if others and blocked is not None:
        items += selects([Menu("", others)], Id("block", match_id), placeholder=say(T("Remove and block somebody")))
    if blocked:
        back: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
            custom_id=str(Id("unblock", match_id)),
            placeholder=say(T("Unblock somebody")),
            max_values=min(len(blocked), _MOST_BLOCKED),
        )
        items.append(ui.ActionRow(back))
    heirs = _list_seated(match, say)
    if heirs:
        items += selects([Menu("", heirs)], Id("heir", match_id), placeholder=say(T("Make somebody else the host")))
    return items


def _describe_partners(match: Match, say: Say) -> list[str]:
    """Name the seats of partners, while seats can still be chosen."""
    capacity = match.capacity
    found = []
    for seat in range(capacity):
        other = match.game.partner(seat, capacity, match.options)
        if other is not None and seat < other:
            found.append(say(T("{one} and {other}", one=seat + 1, other=other + 1)))
    return ["-# " + say(T("Seats of partners:")) + " " + ", ".join(found)] if found else []


def _list_others(match: Match, say: Say) -> tuple[Option, ...]:
    """List the other people in the lobby and those invited, as options."""
    invited = match.invited
    asked = tuple(Option(say(T("{name} (invited)", name=each.name))[:100], str(each.user)) for each in invited)
    return (*asked, *_list_seated(match, say))


def _list_seated(match: Match, say: Say) -> tuple[Option, ...]:
    """List the other people in the lobby, as options by id; those of another server by seat."""
    found = {}
    for holder in match.seats:
        if holder.user_id not in (None, match.host_id):
            value = f"{BY_SEAT}{holder.seat}" if match.is_elsewhere(holder) else str(holder.user_id)
            found[holder.user_id] = Option(say(T("{player}", player=Player(holder.seat)))[:100], value)
    return tuple(found.values())
