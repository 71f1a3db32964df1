"""Handle the host's menus in a lobby: invitations, removing people, pace, and the rule for absence."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec import structs

from client.core.controls import action
from client.core.visit import Visit
from client.lobby.card import refresh_card
from client.lobby.host_pages import BY_SEAT
from client.lobby.invitations import ping_invited
from client.lobby.lobby_panel import FIXED_HOUR, show_lobby_panel
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from games.text import T
from matches.change import Change
from matches.clocks.zones import name_zone
from matches.errors import Stale, UserError
from matches.lobby import invitations
from matches.match import Match
from matches.people.servers import read_blocked
from matches.referee import Done, Request


@action("invite", "update")
async def invite(visit: Visit) -> None:
    """Invite the chosen people with one ping each. Inviting a blocked person lifts the block."""
    resolved = cast("dict[str, dict[str, dict[str, object]]]", dict(visit.interaction.data or {}).get("resolved") or {})
    if any(user.get("bot") for user in resolved.get("users", {}).values()):
        raise UserError(T("Bots cannot be invited. To play with a computer player, use the menu of computer players."))
    people = {
        int(number): str(user.get("global_name") or user.get("username"))
        for number, user in resolved.get("users", {}).items()
    }
    fresh: list[int] = []

    def ask(match: Match, who: Request) -> Change:
        change = invitations.invite(match, who, people)
        known = {found.user for found in match.invited}
        fresh.extend(found.user for found in change.match.invited if found.user not in known)
        return structs.replace(change, unblock=tuple(fresh) if who.user_id == match.host_id else ())

    done = await _change_lobby(visit, ask)
    await ping_invited(visit, done.match, tuple(fresh))


@action("pace", "update")
async def set_pace(visit: Visit) -> None:
    """Change the pace, or ask for an hour of the day. In panels of release 0.3 each pace is a button."""
    pace = visit.value or visit.id.rest
    if pace == FIXED_HOUR:
        await ask_for_hour(visit)
        return
    await _change_lobby(visit, lambda match, who: invitations.change_settings(match, who, pace=pace))


@action("ask_due", "update")
async def ask_for_hour(visit: Visit) -> None:
    """Show the hours at which turns may be due each day, in the host's time zone."""
    match = await visit.read_match()
    invitations.require_host(match, visit.who)
    say = visit.say_about(match)
    zone = (await visit.bot.preferences.load(visit.user_id)).zone
    question = T(
        "At what hour are moves due each day? The hours are in your time zone, {zone}; /me changes it.",
        zone=name_zone(zone),
    )
    terms = T("The match goes on earlier if everybody has moved. Everybody may take one extra day in the match.")
    hours = tuple(Option(f"{hour}:00", str(hour)) for hour in range(24))
    menu = selects([Menu("", hours)], Id("due", match.id), placeholder=say(T("When?")))
    back = rows([button(say(T("Back")), Id("lobby_back", match.id))])
    view = layout(text(say(question), "-# " + say(terms)), *menu, *back)
    await visit.answer(view, files=[])


@action("due", "update")
async def set_due_hour(visit: Visit) -> None:
    """Choose the hour of the day at which turns are due, in the host's time zone."""
    zone = (await visit.bot.preferences.load(visit.user_id)).zone
    hour = int(visit.value) if visit.value.isdecimal() else -1
    await _change_lobby(visit, lambda match, who: invitations.change_settings(match, who, due=(hour, zone)))


@action("private", "update")
async def set_private(visit: Visit) -> None:
    """Choose whether only invited people may join."""
    on = visit.id.rest == "on"
    await _change_lobby(visit, lambda match, who: invitations.change_settings(match, who, private=on))


@action("remove", "update")
async def remove(visit: Visit) -> None:
    """Remove somebody from the lobby."""
    await _change_lobby(visit, lambda match, who: invitations.remove(match, who, _read_user(visit, match)))


@action("block", "update")
async def block(visit: Visit) -> None:
    """Remove somebody from this lobby and keep them out of this host's later lobbies in this server."""

    def remove_and_block(match: Match, who: Request) -> Change:
        invitations.require_host_alone(match, who)
        user = _read_user(visit, match)
        return structs.replace(invitations.remove(match, who, user), block=(user,))

    await _change_lobby(visit, remove_and_block)


@action("unblock", "update")
async def unblock(visit: Visit) -> None:
    """Let blocked people join this lobby and later ones again."""
    chosen = tuple(int(user) for user in visit.values if user.isdecimal())
    home = await visit.referee.match(visit.id.match)  # the blocks are those of the match's home
    blocked = await read_blocked(visit.referee, home.guild_id, home.host_id)

    def let_in(match: Match, who: Request) -> Change:
        invitations.require_host_alone(match, who)
        if not set(chosen) & set(blocked):
            raise UserError(T("You have not blocked this person."))
        return Change(match, unblock=chosen)

    await _change_lobby(visit, let_in)


@action("heir", "update")
async def hand_over(visit: Visit) -> None:
    """Make somebody else the host."""
    await _change_lobby(visit, lambda match, who: invitations.hand_over(match, who, _read_user(visit, match)))


def _read_user(visit: Visit, match: Match) -> int:
    """Read the chosen person, by id or by seat."""
    if visit.value.isdecimal():
        return int(visit.value)
    seat = visit.value.removeprefix(BY_SEAT)
    return next((holder.user_id or 0 for holder in match.seats if str(holder.seat) == seat), 0)


async def _change_lobby(visit: Visit, work: Callable[[Match, Request], Change]) -> Done:
    """Change the lobby, then update the host's panel and the card."""
    before = await visit.read_match()
    try:
        done = await visit.change(lambda match: work(match, visit.who))
    except Stale as stale:
        gone = visit.say(stale.text)
        await visit.answer(gone)
        raise
    await show_lobby_panel(visit, done.match, note="✓ " + visit.say(T("Done.")))
    await refresh_card(visit.bot, done.match, before=before)
    return done
