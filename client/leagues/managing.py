"""The panel of `/league`: the channel's league, and for managers buttons and forms to set one up, start and end its
seasons, correct results, and remove people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui
from msgspec import structs

import games
from client.commands.pages import Page
from client.core.bot import Slowboat
from client.core.client import wait_for_store
from client.core.controls import action
from client.core.errors import SAVED
from client.core.permissions import (
    list_missing_for_threads,
    list_missing_permissions,
    make_permission_error,
    require_manager,
)
from client.core.visit import Visit
from client.leagues.leagues import update_league
from client.leagues.sharing import ask_to_part, ask_to_share
from client.leagues.tables import build_tables
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.messages.menus import MOST_OPTIONS
from client.messages.parts import button, layout, rows, text
from games.text import Say, T, Text
from matches.clocks.pace import PACES
from matches.errors import UserError
from matches.leagues import season
from matches.leagues.keeping import Kept, Work, change_league, found_league, read_kept
from matches.leagues.league import Kind, League
from matches.leagues.sharing import HIDDEN, find_user
from matches.leagues.table import Result
from matches.machines.worker import WorkerFailed
from matches.people.preferences import read_server
from matches.texts import defuse

RESULTS: dict[Result, Text] = {
    "first": T("The person named first has won"),
    "second": T("The person named second has won"),
    "draw": T("A draw"),
    "void": T("No result"),
    "": T("Reopen the match"),
}
"""The results that a correction can set."""


KINDS: dict[Kind, Text] = {
    "divisions": T("A league: everybody of a division plays everybody"),
    "ladder": T("A ladder: challenge somebody above you and take their place"),
    "cup": T("A knock-out cup: the loser of a match is out"),
}
"""The kinds of league that can be set up."""


async def _answer(visit: Visit, told: Text) -> None:
    """Answer the manager after a change; the background loop shows it in the tables within half a minute."""
    visit.interaction.extras[SAVED] = True
    await visit.answer(visit.say(told), files=[])


async def _change(visit: Visit, work: Work) -> None:
    """Change the league of the channel, which must be its home. Raises UserError."""
    await change_league(visit.referee, visit.channel_id, work, manage=True)


def _require_permissions(interaction: discord.Interaction) -> None:
    """Raise UserError if the bot lacks a permission that a league needs in its channel. In the background loop nobody
    would see the error."""
    if missing := [*list_missing_permissions(interaction), *list_missing_for_threads(interaction)]:
        raise make_permission_error(dict.fromkeys(missing), interaction.channel_id or 0)


DAYS: Final = range(7, 181)
"""How many days a season may last."""

MATCHES: Final = range(1, 1000)
"""The numbers of matches."""

_OPEN: Final = "open"
"""The value of the option that reopens a match."""


def list_games_for_two(bot: Slowboat) -> Mapping[str, Text]:
    """List the games that two can play, as choices."""
    return {name: games.words(name).TITLE for name in bot.list_playable() if 2 in games.load(name).seats}


def list_kinds(_: Slowboat) -> Mapping[Kind, Text]:
    """List the kinds of league, as choices."""
    return KINDS


@action("league_new_now", "private")
async def set_up_from_form(visit: Visit) -> None:
    """Set up a league, ladder or cup in the channel, as the form says. Raises UserError."""
    fields = visit.fields
    name, game, pace = (fields.get(key, "").strip() for key in ("name", "game", "pace"))
    wrong = T("A season lasts from {least} to {most} days.", least=DAYS[0], most=DAYS[-1])
    days = _read_number(fields.get("days", ""), DAYS, wrong)
    await set_up_league(visit, name, game=game, pace=pace, days=days, kind=fields.get("kind", ""))


async def set_up_league(visit: Visit, name: str, *, game: str, pace: str, days: int, kind: str) -> None:
    """Set up a league, ladder or cup in the channel. `pace`: "" for the server's. `days`: of a season; one of
    `DAYS`. Raises UserError."""
    guild_id = require_manager(visit.interaction)
    if not name:
        raise UserError(T("Give the league a name."))
    if not isinstance(visit.interaction.channel, discord.TextChannel):
        raise UserError(T("A league needs an ordinary text channel, in which threads can be opened."))
    _require_permissions(visit.interaction)
    server = await read_server(visit.referee, guild_id)
    pace = pace or server.pace
    if game not in visit.bot.list_playable() or pace not in PACES:
        raise UserError(T("I don't know this game. Pick one from the list."))
    language = server.language or visit.bot.texts.language(str(visit.interaction.guild_locale))
    chosen: Kind = next((each for each in KINDS if each == kind), "divisions")
    made = League(defuse(name)[:60], game, pace, "stand_in", days, language, kind=chosen)
    await found_league(visit.referee, guild_id, visit.interaction.channel.id, made)
    await _answer(visit, T("The league is set up. People join with the button under its tables."))
    if (kept := await read_kept(visit.referee, visit.channel_id)) is not None:
        await update_league(visit.bot, kept.row, visit.now)


@action("league_start", "private")
async def start_season(visit: Visit) -> None:
    """Start the next season of the league of the channel."""
    require_manager(visit.interaction)
    _require_permissions(visit.interaction)
    await _change(visit, lambda found: season.start_season(found, visit.now))
    await _answer(visit, T("The season has begun. Its matches are opened in threads, a few at a time."))


@action("league_end", "private")
async def ask_to_end(visit: Visit) -> None:
    """Ask for confirmation before ending the season."""
    require_manager(visit.interaction)
    say = visit.say
    question = T("End the season now? Matches still open stay without a result.")
    sure = button(say(T("Yes, end it")), Id("league_end_now"), style=discord.ButtonStyle.danger)
    await visit.answer(layout(text(say(question)), *rows([sure])), files=[])


@action("league_end_now", "update")
async def end_season(visit: Visit) -> None:
    """End the season of the league of the channel."""
    require_manager(visit.interaction)
    await _change(visit, season.end_season)
    await _answer(visit, T("The season is over. Matches still open stay without a result."))


@action("league_correct_now", "private")
async def correct_result(visit: Visit) -> None:
    """Correct the result of a match of the league of the channel, as the form says."""
    require_manager(visit.interaction)
    chosen = next((key for key in RESULTS if (key or _OPEN) == visit.fields.get("result")), None)
    if chosen is None:
        raise UserError(T("Choose a result from the list."))
    number = visit.fields.get("match", "").strip().removeprefix("#")
    match = _read_number(number, MATCHES, T("Give the number in the name of the match's thread."))
    why = _read_reason(visit)
    await _change(
        visit,
        lambda found: season.correct(found, match, chosen, by=visit.user_id, reason=why, now=visit.now),
    )
    await _answer(visit, T("Done. The table shows the correction and its reason."))


@action("league_remove_now", "private")
async def remove_member(visit: Visit) -> None:
    """Remove a person from the league of the channel, as the form says."""
    require_manager(visit.interaction)
    player, number = (visit.fields.get(name, "").strip() for name in ("player", "number"))
    why = _read_reason(visit)

    def work(found: League) -> League:
        away = find_user(found, HIDDEN + int(number)) if number.isdecimal() and len(number) < 9 else 0
        user = away or (int(player) if player.isdecimal() else 0)
        if not any(each.user == user and (each.guest or not away) for each in found.members):
            raise UserError(T("This person is not in this league."))
        return season.expel(found, user, by=visit.user_id, reason=why, now=visit.now)

    await _change(visit, work)
    await _answer(
        visit,
        T("Removed. Open matches of this person count as lost; the league's message shows the reason."),
    )


def _read_number(typed: str, allowed: range, told: Text) -> int:
    """Read a number of a form. Raises UserError, which says `told`, unless it is one of the allowed ones."""
    number = int(typed) if typed.strip().isdecimal() and len(typed) < 9 else -1
    if number not in allowed:
        raise UserError(told)
    return number


def _read_reason(visit: Visit) -> str:
    return defuse(visit.fields.get("reason", ""))[:200]


def _make_choice(name: str, offered: Mapping[Any, Text], say: Say, *, default: str = "") -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=say(label)[:100], value=value, default=value == default)
        for value, label in offered.items()
    ]
    return ui.Select(custom_id=name, options=options[:MOST_OPTIONS])


def _make_reason(say: Say) -> dict[str, ui.Item[Any]]:
    return {say(T("Why? Everybody will see your answer.")): ui.TextInput(custom_id="reason", max_length=200)}


@action("league_new", "form")
async def ask_for_league(visit: Visit) -> None:
    """Open the form for a new league."""
    require_manager(visit.interaction)
    say = visit.say
    paces = {name: pace.short or pace.name for name, pace in PACES.items()}
    offered = list_games_for_two(visit.bot)
    fields: dict[str, ui.Item[Any]] = {
        say(T("Name")): ui.TextInput(custom_id="name", max_length=60),
        say(T("Game")): _make_choice("game", offered, say, default=next(iter(offered))),
        say(T("Pace")): _make_choice("pace", paces, say, default="daily"),
        say(T("Days of a season")): ui.TextInput(custom_id="days", default="60", max_length=3),
        say(T("Kind")): _make_choice("kind", KINDS, say, default="divisions"),
    }
    await visit.interaction.response.send_modal(Form(say(T("A new league")), Id("league_new_now"), fields))


@action("league_correct", "form")
async def ask_for_correction(visit: Visit) -> None:
    """Open the form for a correction."""
    require_manager(visit.interaction)
    say = visit.say
    results = {key or _OPEN: said for key, said in RESULTS.items()}
    fields: dict[str, ui.Item[Any]] = {
        say(T("The number in the name of its thread")): ui.TextInput(custom_id="match", max_length=4),
        say(T("How it ended")): _make_choice("result", results, say),
        **_make_reason(say),
    }
    await visit.interaction.response.send_modal(Form(say(T("Correct a result")), Id("league_correct_now"), fields))


@action("league_remove", "form")
async def ask_whom_to_remove(visit: Visit) -> None:
    """Open the form for a removal. People of another server are named by their number."""
    require_manager(visit.interaction)
    say, kept = visit.say, await wait_for_store(read_kept(visit.referee, visit.channel_id))
    shared = kept is not None and kept.league.is_shared
    fields: dict[str, ui.Item[Any]] = {
        say(T("Who leaves the league")): ui.UserSelect(custom_id="player", required=not shared)
    }
    if shared:
        fields[say(T("Or a number of the other server"))] = ui.TextInput(
            custom_id="number", max_length=4, required=False
        )
    fields |= _make_reason(say)
    await visit.interaction.response.send_modal(Form(say(T("Remove a person")), Id("league_remove_now"), fields))


PAGES: Final[Mapping[str, Page]] = {
    "new": Page(T("New …"), ask_for_league, "league_new"),
    "start": Page(T("Start the next season"), start_season, "league_start"),
    "end": Page(T("End the season …"), ask_to_end, "league_end"),
    "correct": Page(T("Correct a result …"), ask_for_correction, "league_correct"),
    "remove": Page(T("Remove a person …"), ask_whom_to_remove, "league_remove"),
    "share": Page(T("Play with another server …"), ask_to_share, "league_share"),
    "part": Page(T("End the shared league …"), ask_to_part, "league_ask_part"),
}
"""What managers do, by the values of `/league show:`."""

FORMS: Final = ("new", "correct", "remove")
"""The pages that are forms."""


async def show_league(visit: Visit, show: str | None = None) -> None:
    """Show the league of the channel to one person, and to managers what they may do about it; or do one of these at
    once (`/league`)."""
    if show is not None and show in PAGES:
        await PAGES[show].show(visit)
        return
    say, manages = visit.say, visit.interaction.permissions.manage_guild
    kept = await read_kept(visit.referee, visit.channel_id)
    if kept is None:
        told = (
            T("This channel has no league.")
            if manages
            else T("This channel has no league. Managers can set one up with /league.")
        )
        await visit.answer(layout(text(say(told)), *rows(_make_buttons(visit, None) if manages else [])))
        return
    face = kept.face_in(visit.channel_id)
    league = structs.replace(face.league, language=visit.language)
    try:
        view, files = await build_tables(visit.bot, league, rev=kept.row.rev)
    except WorkerFailed as error:
        raise UserError(T("The picture could not be drawn just now. Try again in a minute.")) from error
    for row in rows(_make_buttons(visit, kept)) if manages else ():
        view.add_item(row)
    await visit.answer(view, files=files)


def _make_buttons(visit: Visit, kept: Kept | None) -> list[ui.Button[ui.LayoutView]]:
    """Make the managers' buttons: those that are of use for the channel's league."""
    if kept is None:
        return [button(visit.say(PAGES["new"].name), Id("league_new"), style=discord.ButtonStyle.primary)]
    played, shared = kept.league.season, kept.league.is_shared
    offered = ["part" if shared else "share"]
    if kept.side_of(visit.channel_id) == "home":
        runs = played is not None and not played.is_over
        offered = ["end" if runs else "start", *(["correct"] if played is not None else []), "remove", *offered]
    return [button(visit.say(PAGES[key].name), Id(PAGES[key].action)) for key in offered]
