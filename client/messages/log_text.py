"""Describe what happened in a match, and how it ended."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from client.messages.menus import join_labels
from games.core import Outcome, Seat
from games.story import Told
from games.text import Arg, Join, N, Player, Say, T, Text, hide_names
from matches.archive.history import is_over
from matches.lobby.rivals import find_rival
from matches.machines.demo import is_demo
from matches.match import Match, drop_undone, events_of, unpack
from matches.plans.plan import PLANNED
from matches.rows import LogRow
from matches.two_servers import PARTED
from matches.votes.crowd import read_tally
from matches.votes.undo import CORRECTED, SEPARATOR

_MOST_EVENTS: Final = 24
"""The most lines of a description; of more, those after the first are counted."""

ROOM: Final = 8
"""Lines on a phone that a story may take where no picture of a game stands above it; see `Words.STORY_ROOM`."""

END_ROOM: Final = 4
"""Lines for the story of the last board, which has two pictures and the order of the players."""

_PHONE: Final = 36
"""Letters in a line on a phone."""

_HEADING: Final = 28
"""Letters in a line of a heading on a phone."""

_SMALL: Final = 46
"""Letters in a line of small print on a phone."""

_SMALL_HEIGHT: Final = 0.8
"""The height of such a line, in lines."""

_SMALL_PRINT: Final = "-# "
"""Begins a line of small print."""


class Tale(Struct, frozen=True):
    """What a board tells. `shout`: the moment that comes first; "" for none. `rest`: the lines under the shout, without
    one that only repeats it. `is_short`: the log tells more."""

    lines: tuple[str, ...]
    shout: str
    rest: tuple[str, ...]
    is_short: bool


def describe_tale(match: Match, tale: Tale, say: Say) -> list[str]:
    """List the lines of a message about a match: the shout, the game's title, and what has happened."""
    title = say(match.words.TITLE)
    head = [f"### {tale.shout}", f"-# {title}"] if tale.shout else [f"### {title}"]
    return [*head, *tale.rest]


def describe_standing(match: Match, say: Say) -> list[str]:
    """Say who leads in a running match, or who is in danger, in a line; nothing if there is nothing to say. Players are
    named by their colours."""
    standing = match.words.standing(match.view(None)) if match.phase == "running" else None
    return [] if standing is None else ["-# " + say(hide_names(standing, _list_colours(match)))]


def _list_colours(match: Match) -> list[int]:
    """List the first colour of each seat."""
    return [each[0] for each in match.game.colours(match.capacity, match.options)]


class Said(Struct, frozen=True):
    """A line of a story in the reader's language, and its brief form; "": it may be left out."""

    text: str
    brief: str = ""


def tell_story(match: Match, log: Iterable[LogRow], say: Say, *, room: int = ROOM) -> Tale:
    """Tell what happened in few lines. Undone turns are left out; the undo is mentioned. `room`: see `fit_story`."""
    lines: list[Said] = []
    shouts: list[str] = []
    plies: list[Told] = []
    count, log = 0, tuple(log)
    kept = {row.seq for row in drop_undone(log)}
    colours = _list_colours(match)
    before: Any = None
    by: Text | None = None

    def close() -> None:
        """Tell the plies collected so far."""
        if plies:
            story = match.words.story(tuple(plies))
            lines.extend(
                Said(say(line.text), "" if line.brief is None else say(hide_names(line.brief, colours)))
                for line in story.lines
            )
            shouts.extend([say(story.shout)] if story.shout is not None else [])
            plies.clear()

    for row in log:
        if row.kind != "undo" and row.seq not in kept:
            continue
        around, mover = _describe_around(match, row, say), _describe_mover(row)
        brief = " ".join(each.removeprefix(_SMALL_PRINT) for each in around)
        if mover is not None and mover != by:
            around.append(_SMALL_PRINT + say(mover))
        if around:
            close()
            lines.append(Said("\n".join(around), brief))  # a reason stays with what it explains
        events = events_of(match.game, row)
        view = _view_after(match, row) if events or row.snapshot is not None else before
        revises = before is not None and row.kind == "ply" and row.seat in match.game.may_revise(before)
        if events and not (revises and any(each.events == events for each in plies)):
            plies.append(Told(view, events, before))
            count += sum(match.words.event(view, each) is not None for each in events)
        before, by = view, mover
    close()
    shout = shouts[-1] if shouts else ""
    room, most = room - len(shout) // _HEADING, find_most(match.words.STORY_ROOM)
    others = [line for line in lines if line.text != shout]
    rest = fit_story(others, say, room=room, most=most)
    is_short = rest != tuple(line.text for line in others) or count > len(lines)
    return Tale(fit_story(lines, say, room=room, most=most), shout, rest, is_short=is_short)


def find_most(room: int) -> int:
    """Find how many lines on a phone a story may take to tell what matters, in a game with this `STORY_ROOM`."""
    return max(ROOM, room * 3 // 2)


def fit_story(lines: Sequence[Said], say: Say, *, room: int, most: int) -> tuple[str, ...]:
    """Shorten a story to `room` lines on a phone, the oldest lines first and the first one, one's own move, at last.

    Lines that may be left out are counted. If that is not enough, the others are told briefly, as small print. They
    are counted only where even this takes more than `most` lines.
    """
    forms = ["full"] * len(lines)
    minor, major = ([n for n in range(1, len(lines)) if bool(lines[n].brief) is matters] for matters in (False, True))
    steps = [(n, "gone", room) for n in minor] + [(n, "brief", room) for n in (*major, 0) if lines and lines[n].brief]
    for n, form, limit in (*steps, *((n, "gone", most) for n in major)):
        if _measure(_lay_out(lines, forms, say)) <= limit:
            break
        forms[n] = form
    return _lay_out(lines, forms, say)


def _lay_out(lines: Sequence[Said], forms: Sequence[str], say: Say) -> tuple[str, ...]:
    """List the lines of a story in their forms. Behind the first one, neighbours that are brief share a paragraph of
    small print, and the last of these counts what is gone."""
    shown: list[list[str]] = []
    paragraphs: list[list[str]] = []
    for line, form in zip(lines, forms, strict=True):
        if form == "full" or not shown:
            shown.append([line.text if form == "full" else line.brief])
            continue
        if not (paragraphs and shown[-1] is paragraphs[-1]):
            shown.append([])
            paragraphs.append(shown[-1])
        paragraphs[-1].extend([line.brief] if form == "brief" else [])
    if gone := forms.count("gone"):
        paragraphs[-1].append(say(N("… and one more", "… and {count} more", gone)))
    small = {id(each) for each in paragraphs}
    return tuple(_SMALL_PRINT * (id(each) in small) + " ".join(each) for each in shown if each)


def _measure(lines: Iterable[str]) -> float:
    """Measure the height of lines on a phone, in lines."""
    parts = [part for line in lines for part in line.split("\n")]
    small = [part for part in parts if part.startswith(_SMALL_PRINT)]
    height = sum(-(-len(part) // _PHONE) for part in parts if part not in small)
    return height + _SMALL_HEIGHT * sum(-(-len(part) // _SMALL) for part in small)


def describe_log(match: Match, log: Iterable[LogRow], say: Say) -> list[str]:
    """Describe what happened, one line for each event. Undone turns are left out; the undo is mentioned."""
    lines: list[str] = []
    log = tuple(log)
    kept = {row.seq for row in drop_undone(log)}
    for index, row in enumerate(log):
        if row.kind != "undo" and row.seq not in kept:
            continue
        lines += _describe_around(match, row, say)
        if (by := _describe_mover(row)) is not None and (index == 0 or _describe_mover(log[index - 1]) != by):
            lines.append("-# " + say(by))
        events = events_of(match.game, row)
        view = _view_after(match, row) if events else None
        news = [say(sentence) for event in events if (sentence := match.words.event(view, event)) is not None]
        if (
            index
            and row.kind == "ply"
            and any(each in lines for each in news)
            and _is_revision(match, log[index - 1], row)
        ):
            news = [each for each in news if each not in lines]  # such as a card chosen in place of another
        lines += news
    return count_rest(lines, _MOST_EVENTS, say)


def count_rest(lines: list[str], most: int, say: Say) -> list[str]:
    """Shorten a list to `most` lines: the newest ones, and how many there are before them."""
    if len(lines) <= most:
        return lines
    more = N("… and {count} more before", "… and {count} more before", len(lines) - most + 1)
    return ["-# " + say(more), *lines[len(lines) - most + 1 :]]


def _describe_around(match: Match, row: LogRow, say: Say) -> list[str]:
    """Describe a row but for its events: what it did if it is not a ply, its reason, and that it was planned."""
    lines: list[str] = []
    if row.kind == "place" and row.code not in ("", match.side, PARTED):
        return lines  # the other server shows the match in another channel
    if (told := _describe_row(match, row)) is not None:
        lines.append(say(told))
        if row.kind == "undo" and row.code:
            lines += [f"-# {each}" for each in describe_edits(match, row.code.split(SEPARATOR), say)]
        if row.note and row.kind != "resign" and row.note != CORRECTED:
            lines.append("-# " + say(T("Reason: {reason}", reason=row.note)))
    if row.note == PLANNED and is_over(match) and row.seat is not None:  # secret until the match is over
        lines.append("-# " + say(T("{player} had planned this.", player=Player(row.seat))))
    return lines


def _is_revision(match: Match, before: LogRow, row: LogRow) -> bool:
    """Tell whether a ply replaced a choice that its seat had made already. `before`: the row in front of it."""
    return row.seat in match.game.may_revise(_view_after(match, before))


def _view_after(match: Match, row: LogRow) -> Any:
    """Return the public view of the position after a row, because its events are about that position; the newest view
    where another version of the rules wrote that position."""
    if row.snapshot is not None and row.seq != match.head:
        with contextlib.suppress(msgspec.ValidationError, zlib.error):
            return match.game.view(unpack(match.game, row.snapshot), None)
    return match.view(None)


def describe_edits(match: Match, codes: Sequence[str], say: Say) -> list[str]:
    """Describe changes to a position, one line each."""
    return [join_labels(list(map(say, match.words.edit(code)))) for code in codes]


def _describe_row(match: Match, row: LogRow) -> Text | None:
    """Describe a log row that is not a ply."""
    seat = row.seat
    match row.kind:
        case "resign" if seat is not None and row.note == "time":
            return T("{player} has run out of time and is out of the match.", player=Player(seat))
        case "resign" if seat is not None:
            return T("{player} has resigned.", player=Player(seat))
        case "cancel":
            return T("The demonstration is over.") if is_demo(match) else T("The match was cancelled.")
        case "undo" if row.code:
            return T("Everybody has agreed to correct the position. The log keeps the position as it was.")
        case "undo" if row.note == CORRECTED:
            return T("Everybody has agreed to go back to an earlier position. The log keeps what was taken back.")
        case "undo" if seat is not None:
            return T(
                "{player} has taken back a turn. The match continues from the position before it.", player=Player(seat)
            )
        case "undo":
            return T("The last turn was taken back. The match continues from the position before it.")
        case "resume":
            return T("The match goes on.")
        case "replace" if seat is not None:
            return T("{player} plays this seat from now on.", player=Player(seat))
        case "ask":
            return T(
                "Nobody has played here for two weeks. Do you want to go on? If nobody moves within a week, the "
                "match is paused until one of its players resumes it."
            )
        case "place" if row.code == PARTED:
            return T("The match is no longer shared with the other server. Computer players take the seats there.")
        case "place":
            return T("The match goes on here.")
        case "skip" if seat is not None:
            return T("At a server manager's request, a stand-in moves for {player}.", player=Player(seat))
    return None


def _describe_mover(row: LogRow) -> Text | None:
    """Say who made a ply instead of the player: a stand-in, the bot, or the channel by vote."""
    if row.seat is None or row.seat < 0:
        return None
    match row.made_by:
        case "auto":
            return T("The only legal move, made without asking.")
        case "stand_in":
            return T("A stand-in moved for {player}.", player=Player(row.seat))
        case "crowd" if (tally := read_tally(row)) is not None:
            return T("The channel has voted: {agree} of {votes} for this turn.", agree=tally[0], votes=tally[1])
    return None


def describe_result(match: Match, say: Say) -> list[str]:
    """Name the winners, then the order of the others, or of all with their points."""
    outcome = match.outcome
    if outcome is None:
        return []
    winners = Join(tuple(Player(seat) for seat in outcome.winners))
    if len(outcome.ranking) == 1:
        drawn = say(T("A draw between {players}.", players=winners))
        lines = [f"**{drawn}**"]
    elif not _are_partners(match, outcome.winners):
        shared = say(T("{players} share first place.", players=winners))
        lines = [f"## {shared}"]
    else:
        won = say(N("{winners} wins!", "{winners} win!", len(outcome.winners), winners=winners))
        lines = [f"## {won}"]
    place = 1
    for group in outcome.ranking:
        if outcome.scores is not None or place > 1:
            named = say(T("{players}", players=Join(_name_with_points(outcome, group))))
            lines.append(f"{place}. {named}")
        place += len(group)
    return lines


def _name_with_points(outcome: Outcome, seats: Sequence[Seat]) -> tuple[Arg, ...]:
    """Name players, with their points where points are counted."""
    if outcome.scores is None:
        return tuple(map(Player, seats))
    return tuple(
        N("{player}: {count} point", "{player}: {count} points", outcome.scores[seat], player=Player(seat))
        for seat in seats
    )


def quote_rivals(match: Match, say: Say) -> list[str]:
    """Quote one of the computer players about the end: a winner if there is one among them; nothing without them."""
    outcome = match.outcome
    known = [(holder, rival) for holder in match.seats if holder.user_id is None and (rival := find_rival(holder.name))]
    if outcome is None or not known or len(outcome.ranking) < 2:
        return []
    holder, rival = max(known, key=lambda each: each[0].seat in outcome.winners)
    said = rival.won if holder.seat in outcome.winners else rival.lost
    return ["-# " + say(T("{player}: “{line}”", player=Player(holder.seat), line=said))]


def _are_partners(match: Match, winners: Sequence[Seat]) -> bool:
    """Tell whether there is one winner, or the winners are partners."""
    partners = {match.game.partner(seat, match.capacity, match.options) for seat in winners}
    return len(winners) == 1 or partners == set(winners)
