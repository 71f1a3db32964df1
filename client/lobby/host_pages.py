"""The pages behind the host's panel: *Seats …*, about those who sit there, and *Who may join …*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from client.core.controls import action
from client.core.visit import Visit
from client.lobby.card import ACCENT, describe_seats
from client.lobby.lobby_panel import describe_partners, make_own_buttons, make_seat_menu
from client.messages.crowd_text import describe_crowd
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import Row, button, layout, rows, selects, text
from games.text import Player, Say, T
from matches import two_servers
from matches.lobby import lobby
from matches.lobby.invitations import require_host
from matches.match import CROWD, Match
from matches.people.preferences import read_server
from matches.people.servers import read_blocked

BY_SEAT: Final = "seat."
"""The prefix of an option's value that names a person by seat: ids of people in another server are not shown."""

MOST_BLOCKED: Final = 25
"""Blocked people listed at once."""

FORMER_PAGES: Final = (CROWD, "share", "part")
"""Choices in the menu of computer players of releases up to 0.3, which are in *Who may join …* now."""


@action("seats", "update")
async def open_seats_page(visit: Visit) -> None:
    """Handle *Seats …*."""
    match = await visit.read_match()
    require_host(match, visit.who)
    home = await visit.referee.match(match.id)
    is_host = visit.user_id == match.host_id
    blocked = await read_blocked(visit.referee, home.guild_id, match.host_id) if is_host else None
    await visit.answer(build_seats_page(match, visit.say_about(match), visit.user_id, blocked=blocked), files=[])


def build_seats_page(match: Match, say: Say, viewer: int, *, blocked: Sequence[int] | None = None) -> ui.LayoutView:
    """Build the page. `viewer`: the id of the person who sees it. `blocked`: the people the host has blocked; None:
    hide them, because the viewer is not the host."""
    lines = [f"### {say(match.words.TITLE)}", *describe_seats(match, say), *describe_partners(match, say)]
    if blocked:
        mentions = " ".join(f"<@{user}>" for user in blocked[:MOST_BLOCKED])
        lines.append(say(T("Blocked from your matches in this server:")) + f" {mentions}")
    shuffle = button(say(T("Shuffle seats")), Id("shuffle", match.id), disabled=len(match.seats) < 2)
    back = button(say(T("Back")), Id("lobby_back", match.id))
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    items += rows([*make_own_buttons(match, say, viewer), shuffle, back])
    items += make_seat_menu(match, say, viewer)
    seats = _list_seated(match, say)
    others = (*_list_invited(match, say), *seats)
    items += _choose(match, others, "remove", say(T("Remove somebody")))
    items += _choose(match, others if blocked is not None else (), "block", say(T("Remove and block somebody")))
    if blocked:
        free: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
            custom_id=str(Id("unblock", match.id)),
            placeholder=say(T("Unblock somebody")),
            max_values=min(len(blocked), MOST_BLOCKED),
        )
        items.append(ui.ActionRow(free))
    items += _choose(match, seats, "heir", say(T("Make somebody else the host")))
    return layout(*items, accent=ACCENT)


def _choose(match: Match, options: tuple[Option, ...], name: str, title: str) -> list[Row]:
    """Make a menu of people, if there are any."""
    return selects([Menu("", options)], Id(name, match.id), placeholder=title) if options else []


def _list_invited(match: Match, say: Say) -> tuple[Option, ...]:
    return tuple(Option(say(T("{name} (invited)", name=each.name))[:100], str(each.user)) for each in match.invited)


def _list_seated(match: Match, say: Say) -> tuple[Option, ...]:
    """List the other people in the lobby, as options by id; those of another server by seat."""
    found = {}
    for holder in match.seats:
        if holder.user_id not in (None, match.host_id):
            value = f"{BY_SEAT}{holder.seat}" if match.is_elsewhere(holder) else str(holder.user_id)
            found[holder.user_id] = Option(say(T("{player}", player=Player(holder.seat)))[:100], value)
    return tuple(found.values())


@action("guests", "update")
async def open_guests_page(visit: Visit) -> None:
    """Handle *Who may join …*."""
    match = await visit.read_match()
    require_host(match, visit.who)
    home = await visit.referee.match(match.id)
    here = visit.who.guild_id == home.guild_id
    shares = here and two_servers.has_right(visit.who, await read_server(visit.referee, home.guild_id))
    parts = two_servers.may_part(home, visit.who)
    await visit.answer(build_guests_page(match, visit.say_about(match), shares=shares, parts=parts), files=[])


def build_guests_page(match: Match, say: Say, *, shares: bool, parts: bool) -> ui.LayoutView:
    """Build the page: everybody here or only people who are invited, the channel by vote, and another server.

    `shares`, `parts`: whether the viewer may offer the table to another server, and end that. What the other terms of
    the match rule out is not offered.
    """
    rule = T("Only people you invite may join.") if match.private else T("Everybody who sees the card may join.")
    title, is_alone = say(T("Who may join …")), not any(holder.crowd for holder in match.seats)
    buttons: list[ui.Button[ui.LayoutView]] = []
    if not match.is_shared:
        label = T("Open it to everybody") if match.private else T("Make it private")
        buttons.append(button(say(label), Id("private", match.id, rest="off" if match.private else "on")))
    if not (match.is_shared or match.rated) and (lobby.has_room(match) or not is_alone):
        buttons.append(button(say(T("Let the channel play a seat …")), Id("ask_crowd", match.id)))
    if match.is_shared and parts:
        buttons.append(button(say(T("End the shared table …")), Id("ask_part", match.id)))
    elif shares and is_alone and not (match.is_shared or match.rated or match.private):
        buttons.append(button(say(T("Play with another server …")), Id("ask_share", match.id)))
    buttons.append(button(say(T("Back")), Id("lobby_back", match.id)))
    return layout(text(f"### {title}", say(rule), *describe_crowd(match, say)), *rows(buttons), accent=ACCENT)
