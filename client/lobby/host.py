"""The host's panel: invitations, removing people, pace, and the rule for absence."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from discord import ui
from msgspec import structs

from client.core.controls import Press, action
from client.lobby.card import ACCENT, describe_terms
from client.lobby.invitations import ping_invited
from client.lobby.people import refresh_card
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from games.text import Player, Say, T
from matches.change import Change
from matches.clocks.pace import ABSENCES, PACES
from matches.errors import Stale, UserError
from matches.lobby import invitations
from matches.match import Match
from matches.people.servers import read_blocked
from matches.referee import Done, Request
from matches.rows import Absence

_MOST_BLOCKED = 25
"""Blocked people listed at once."""


def build_host_panel(
    match: Match, say: Say, *, blocked: tuple[int, ...] | None = None, note: str = ""
) -> ui.LayoutView:
    """Build the host's private panel. Each choice takes effect at once.

    `blocked`: the people the host has blocked; None for a manager of the server, who is not shown them.
    """
    match_id = match.row.id
    heading = say(T("Host options"))
    lines = [*([note] if note else []), f"### {heading}", *describe_terms(match, say)]
    if blocked:
        mentions = " ".join(f"<@{user}>" for user in blocked[:_MOST_BLOCKED])
        lines.append(say(T("Blocked from your matches in this server:")) + f" {mentions}")
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    people: ui.UserSelect[ui.LayoutView] = ui.UserSelect(
        custom_id=str(Id("invite", match_id)), placeholder=say(T("Invite people")), max_values=match.row.capacity
    )
    items.append(ui.ActionRow(people))
    paces = tuple(Option(say(pace.name), name) for name, pace in PACES.items())
    items += selects([Menu("", paces)], Id("pace", match_id), placeholder=say(T("Choose the pace")))
    absences = tuple(Option(say(name), absence) for absence, name in ABSENCES.items())
    items += selects([Menu("", absences)], Id("absence", match_id), placeholder=say(T("When somebody's time is up")))
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
    heirs = tuple(option for option in others if int(option.value) in match.people)
    if heirs:
        items += selects([Menu("", heirs)], Id("heir", match_id), placeholder=say(T("Make somebody else the host")))
    label = T("Open it to everybody") if match.row.private else T("Make it private")
    terms = T("Play without ratings") if match.row.rated else T("Play for ratings")
    items += rows(
        [
            button(say(label), Id("private", match_id, rest="off" if match.row.private else "on")),
            button(say(terms), Id("rated", match_id, rest="off" if match.row.rated else "on")),
        ]
    )
    return layout(*items, accent=ACCENT)


def _list_others(match: Match, say: Say) -> tuple[Option, ...]:
    """List the other people in the lobby and those invited, as options."""
    seated = {
        row.user_id: say(T("{player}", player=Player(row.seat)))
        for row in match.seats
        if row.user_id not in (None, match.row.host_id)
    }
    asked = {each.user: say(T("{name}, who is invited", name=each.name)) for each in invitations.list_invited(match)}
    return tuple(Option(label[:100], str(user)) for user, label in {**asked, **seated}.items())


@action("host", "private")
async def open_panel(press: Press) -> None:
    """Open the panel (*For the host* on the lobby card)."""
    match = await press.bot.referee.match(press.id.match)
    invitations.require_host(match, press.bot.request(press.interaction))
    await _show(press, match)


@action("invite", "update")
async def invite(press: Press) -> None:
    """Invite the chosen people with one ping each. Inviting a blocked person lifts the block."""
    resolved = cast("dict[str, dict[str, dict[str, object]]]", dict(press.interaction.data or {}).get("resolved") or {})
    if any(user.get("bot") for user in resolved.get("users", {}).values()):
        raise UserError(T("Computer players are added with the button on the card; other bots cannot play."))
    people = {
        int(number): str(user.get("global_name") or user.get("username"))
        for number, user in resolved.get("users", {}).items()
    }
    fresh: list[int] = []

    def ask(match: Match, who: Request) -> Change:
        change = invitations.invite(match, who, people)
        known = {found.user for found in invitations.list_invited(match)}
        fresh.extend(found.user for found in invitations.list_invited(change.of(match)) if found.user not in known)
        return structs.replace(change, unblock=tuple(fresh) if who.user_id == match.row.host_id else ())

    done = await _change_lobby(press, ask)
    await ping_invited(press.bot, press.interaction, done.match, tuple(fresh))


@action("pace", "update")
async def set_pace(press: Press) -> None:
    """Change the pace."""
    await _change_lobby(press, lambda match, who: invitations.settle(match, who, pace=press.value))


@action("absence", "update")
async def set_absence(press: Press) -> None:
    """Change the rule for absence."""
    await _change_lobby(press, lambda match, who: invitations.settle(match, who, absence=cast("Absence", press.value)))


@action("private", "update")
async def set_private(press: Press) -> None:
    """Open the lobby to everybody, or to invited people only."""
    on = press.id.rest == "on"
    await _change_lobby(press, lambda match, who: invitations.settle(match, who, private=on))


@action("rated", "update")
async def set_rated(press: Press) -> None:
    """Let the result count for ratings, or not."""
    on = press.id.rest == "on"
    await _change_lobby(press, lambda match, who: invitations.settle(match, who, rated=on))


@action("remove", "update")
async def remove(press: Press) -> None:
    """Remove somebody from the lobby."""
    await _change_lobby(press, lambda match, who: invitations.remove(match, who, _read_user(press)))


@action("block", "update")
async def block(press: Press) -> None:
    """Remove somebody from this lobby and keep them out of this host's later lobbies in this server."""

    def remove_and_block(match: Match, who: Request) -> Change:
        invitations.require_host_alone(match, who)
        return structs.replace(invitations.remove(match, who, _read_user(press)), block=(_read_user(press),))

    await _change_lobby(press, remove_and_block)


@action("unblock", "update")
async def unblock(press: Press) -> None:
    """Let blocked people join this lobby and later ones again."""
    chosen = tuple(int(user) for user in press.values if user.isdecimal())
    row = (await press.bot.referee.match(press.id.match)).row
    blocked = await read_blocked(press.bot.referee, row.guild_id, row.host_id)

    def let_in(match: Match, who: Request) -> Change:
        invitations.require_host_alone(match, who)
        if not set(chosen) & set(blocked):
            raise UserError(T("You have not blocked this person."))
        return Change(match.row, unblock=chosen)

    await _change_lobby(press, let_in)


@action("heir", "update")
async def hand_over(press: Press) -> None:
    """Make somebody else the host."""
    await _change_lobby(press, lambda match, who: invitations.hand_over(match, who, _read_user(press)))


def _read_user(press: Press) -> int:
    return int(press.value) if press.value.isdecimal() else 0


async def _change_lobby(press: Press, work: Callable[[Match, Request], Change]) -> Done:
    """Change the lobby, then update the host's panel and the card."""
    bot, interaction = press.bot, press.interaction
    who = bot.request(interaction)
    before = await bot.referee.match(press.id.match)
    try:
        done = await bot.referee.change(press.id.match, who, lambda match: work(match, who))
    except Stale as stale:
        gone = bot.say(interaction)(stale.text)
        await interaction.edit_original_response(view=bot.notice(gone))
        raise
    await _show(press, done.match, note="✓ " + bot.say(interaction)(T("Done.")))
    await refresh_card(bot, done.match, before=before)
    return done


async def _show(press: Press, match: Match, *, note: str = "") -> None:
    """Show the host's panel to the person who pressed."""
    bot, interaction, row = press.bot, press.interaction, match.row
    blocked: tuple[int, ...] | None = None
    if interaction.user.id == row.host_id:
        blocked = await read_blocked(bot.referee, row.guild_id, row.host_id)
    panel = build_host_panel(match, bot.say(interaction, match), blocked=blocked, note=note)
    await interaction.edit_original_response(view=panel)
