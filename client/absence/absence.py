"""Announce an absence: until when, in which matches, and how much of each budget it uses."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import discord
from babel.dates import format_date
from discord import app_commands, ui
from msgspec import structs

from client.absence.typed_times import read_days, read_span
from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.clocks import describe_duration, describe_spans
from client.messages.custom_ids import Id
from client.messages.forms import Form
from client.messages.menus import Menu, Option
from client.messages.parts import button, layout, rows, selects, text
from client.turn.turn import show_panel
from games.text import Channel, Moment, Say, T, Text
from matches.clocks import absence
from matches.clocks.absence import compute_away_left
from matches.clocks.pace import DAY, HOUR, MINUTE, PACES
from matches.clocks.zones import load_zone
from matches.directory import find_open_of
from matches.errors import Stale, UserError, make_no_seat_error
from matches.leagues.terms import split_by_league
from matches.match import Match
from matches.referee import Request

DAYS = (1, 2, 3, 4, 5, 7, 10, 14)
"""Days offered in the menu."""

MOST_DAYS = 60

LEAGUE_TERMS = T(
    "You only play league matches, and their clocks keep running, so that the season can end in time. If you "
    "cannot play on, find a substitute under More."
)
"""Why somebody who plays only league matches cannot announce an absence."""

_MOST_LISTED = 20

_DAY_OF_RETURN = " · "
"""What stands between a suggested span and the day on which it ends."""


def find_end(typed: str, now: float, zone: str, language: str = "en") -> float:
    """Find the end of an absence as typed: a span from now, or the day of return, which begins at midnight in the
    person's time zone. Raises UserError for anything else, and for an end that is too near or too far."""
    here = datetime.fromtimestamp(now, load_zone(zone))
    typed = typed.partition(_DAY_OF_RETURN)[0]
    span = read_span(typed)
    if span is None:
        days = read_days(typed, here.date(), month_first=language == "en")
        ends = [datetime.combine(day, time(), here.tzinfo).timestamp() for day in days]
    else:
        ends = [now + span] if span >= HOUR else []
    found = [end for end in ends if now < end <= now + MOST_DAYS * DAY]
    if len(found) == 1:
        return found[0]
    if found:
        first, second = (_format_day(end, zone, language) for end in sorted(found))
        reason = T("This may be {first} or {second}.", first=first, second=second)
    elif any(end > now for end in ends):
        reason = T("You can be away for at most {days} days.", days=MOST_DAYS)
    elif ends:
        reason = T("That day has begun already.")
    else:
        reason = T("I cannot read this.") if span is None else T("You can be away for an hour or more.")
    example = (here.date() + timedelta(days=14)).isoformat()
    raise UserError(
        T(
            "{reason} Write for how long, such as “2 weeks” or “12 h”, or when you are back, such as {day}.",
            reason=reason,
            day=example,
        )
    )


def read_until(typed: str, now: float, zone: str, language: str = "en") -> float | None:
    """Read the end of an absence as typed; None if it cannot be used."""
    try:
        return find_end(typed, now, zone, language)
    except UserError:
        return None


def _format_day(at: float, zone: str, language: str) -> str:
    return format_date(datetime.fromtimestamp(at, load_zone(zone)).date(), "EEE d MMM", locale=language)


def suggest_dates(typed: str, now: float, zone: str, say: Say, language: str) -> list[app_commands.Choice[str]]:
    """Autocomplete `/me away:`: what was typed, and numbers of days, with the date of each."""
    wanted, span = typed.casefold().strip(), read_span(typed)
    until = read_until(typed, now, zone, language)
    whole = span is not None and span % DAY == 0
    found = []
    if until is not None and not whole:
        day = _format_day(until, zone, language)
        if span is None:  # it goes on meaning the same after midnight
            value = datetime.fromtimestamp(until, load_zone(zone)).date().isoformat()
            found.append(app_commands.Choice(name=day, value=value))
        else:
            found.append(app_commands.Choice(name=f"{typed.strip()}{_DAY_OF_RETURN}{day}", value=typed.strip()))
    days_typed = [round(span / DAY)] if until is not None and span is not None and whole else []
    for days, name in describe_spans([*days_typed, *(days for days in DAYS if days not in days_typed)]):
        label = f"{say(name)}{_DAY_OF_RETURN}{_format_day(now + days * DAY, zone, language)}"
        if any(word.startswith(wanted) for word in label.casefold().split()) or days in days_typed:
            found.append(app_commands.Choice(name=label, value=str(days)))
    return found


async def go_away(visit: Visit, until: float) -> None:
    """Stop a person's clocks in all their matches until `until`, as far as each budget allows, and show the result."""
    user, referee = visit.interaction.user, visit.referee
    who = Request(user.id, user.display_name)  # no interaction id, because it takes effect in several matches
    changed = []
    free, bound = await split_by_league(referee, await list_matches(visit.bot, user.id))
    if bound and not free:
        raise UserError(LEAGUE_TERMS)
    for match in free:
        try:
            done = await visit.referee.change(
                match.id,
                who,
                lambda found: absence.announce_absence(
                    found, user.id, until, now=visit.now, outages=referee.outages_of(found)
                ),
            )
        except Stale:
            continue
        changed.append(done.match)
    await show_away(visit)
    for match in changed:
        await visit.bot[Postman].refresh(match)


async def list_matches(bot: Slowboat, user_id: int) -> list[Match]:
    """List the running and paused matches of a person, in every server."""
    found = await find_open_of(bot.referee, user_id)
    matches = [await bot.referee.match(row.id) for row in found if row.phase in ("running", "paused")]
    return [match.seen_from(None, user_id) for match in matches]


async def show_away(visit: Visit) -> None:
    """Show the page *I am away …*: each match with its used budget, a menu of days, and *I'm back*."""
    say = visit.say
    found = await list_matches(visit.bot, visit.user_id)
    heading = say(T("Away"))
    explained = T(
        "While you are away, your clocks are stopped and you are not pinged. Each match allows this for a limited "
        "number of days. In matches with a fixed hour, each day by which your deadline moves uses up one of them."
    )
    lines = [f"### {heading}", say(explained)]
    bound = {match.id for match in (await split_by_league(visit.referee, found))[1]}
    lines += [
        _describe_match(match, visit.user_id, visit.now, say, in_league=match.id in bound)
        for match in found[:_MOST_LISTED]
    ]
    if not found:
        lines.append(say(T("You are not playing in any match just now.")))
    options = tuple(Option(say(name), str(days)) for days, name in describe_spans(DAYS))
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    if found:
        items += selects([Menu("", options)], Id("away_for"), placeholder=say(T("How long will you be away?")))
    buttons = [button(say(T("Until when …")), Id("away_until"))] if found else []
    if any(is_absent(match, visit.user_id, visit.now) for match in found):
        buttons.insert(0, make_back_button(say))
    items += rows(buttons)
    await visit.answer(layout(*items), files=[])


def _describe_match(match: Match, user_id: int, now: float, say: Say, *, in_league: bool) -> str:
    """Describe a match with the smallest budget that any of the person's seats has left."""
    mine = [each for each in match.seats if each.user_id == user_id and not each.resigned]
    holder = max(mine, key=lambda row: row.away_used)
    left = compute_away_left(match, holder)
    spent = match.away_days * DAY - left
    used = T("used: {used}, left: {left}", used=_describe_rest(spent), left=_describe_rest(left))
    title = say(
        T("{game} in our direct messages", game=match.words.TITLE)
        if match.is_direct
        else T("{game} in {channel}", game=match.words.TITLE, channel=Channel(match.channel_id))
    )
    if in_league:
        return f"• **{title}** · " + say(T("a league match: your clock keeps running"))
    parts = [f"• **{title}**", say(used)]
    if holder.away_until is not None and holder.away_until > now:
        parts.append(say(T("away until {when}", when=Moment(holder.away_until, "f"))))
    elif holder.stand_in:
        parts.append(say(T("a stand-in plays for you")))
    elif not PACES[match.pace].strict:
        parts.append(say(T("no clock")))
    return " · ".join(parts)


def _describe_rest(seconds: float) -> Text:
    return describe_duration(seconds) if seconds >= MINUTE / 2 else T("nothing")


@action("away", "update")
async def open_away(visit: Visit) -> None:
    """Open the page (*I am away …* under *More*)."""
    await show_away(visit)


@action("away_for", "update")
async def choose_days(visit: Visit) -> None:
    """Handle a number of days chosen in the menu."""
    await go_away(visit, find_end(visit.value, visit.now, "UTC"))


async def begin_absence(visit: Visit, until: str) -> None:
    """Stop a person's clocks until a time as typed: a span, or the day of return."""
    person = await visit.bot.preferences.load(visit.user_id)
    await go_away(visit, find_end(until, visit.now, person.zone, visit.language))


@action("away_until", "form")
async def ask_until_when(visit: Visit) -> None:
    """Open the form for another time than the days of the menu."""
    say = visit.say
    until: ui.TextInput[Form] = ui.TextInput(
        custom_id="until", placeholder=say(T("2 weeks, 12 h, 24.12.")), max_length=60
    )
    asked = {say(T("For how long, or until when?")): until}
    await visit.interaction.response.send_modal(Form(say(T("Away")), Id("away_until_now"), asked))


@action("away_until_now", "update")
async def begin_as_typed(visit: Visit) -> None:
    """Handle the form."""
    await begin_absence(visit, visit.fields.get("until", ""))


async def complete_until(visit: Visit, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete `/me away:` for a person."""
    person = await visit.bot.preferences.load(visit.user_id)
    say, language = visit.say, visit.language
    return suggest_dates(typed, visit.now, person.zone, say, language)


@action("back", "private")
async def come_back(visit: Visit) -> None:
    """Handle *I'm back*: in one match, or in all of them (match 0)."""
    found = await find_open_of(visit.referee, visit.user_id)
    here = None
    for row in found:
        if row.phase == "lobby" or visit.id.match not in (0, row.id):
            continue
        match = await visit.referee.match(row.id)
        if is_absent(match, visit.user_id, visit.now):
            match = await welcome(visit, match, now=visit.now)
        here = match if row.id == visit.id.match else here
    if visit.id.match and here is None:
        raise make_no_seat_error()
    hello = visit.say(T("Welcome back!"))
    if here is not None and here.phase == "running":
        await show_panel(visit, here, note=hello)
    else:
        await visit.answer(hello)


async def welcome(visit: Visit, match: Match, *, now: float) -> Match:
    """Give a returning player their seat back."""
    outages = visit.referee.outages_of(match)
    again = structs.replace(visit.who, interaction_id=None)  # one press may change several matches
    done = await visit.referee.change(
        match.id, again, lambda found: absence.end_absence(found, again, now=now, outages=outages)
    )
    done = await visit.bot.machines.run(done)
    if done.outbox_id is None:
        await visit.bot[Postman].refresh(done.match)
    else:
        await visit.bot.announce(done)
    return done.match


def is_absent(match: Match, user_id: int, now: float) -> bool:
    """Tell whether a stand-in plays for this person, or they have said that they are away."""
    return any(
        holder.user_id == user_id and not holder.resigned and (holder.stand_in or (holder.away_until or 0.0) > now)
        for holder in match.seats
    )


def make_back_button(say: Say, match_id: int = 0) -> ui.Button[ui.LayoutView]:
    """Build *I'm back*; without a match, for all of them."""
    return button(say(T("I'm back")), Id("back", match_id), style=discord.ButtonStyle.primary)
