"""Describe what happened in a match, and how it ended."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from client.messages.menus import join_labels
from games.core import Seat
from games.story import Told
from games.text import Join, N, Player, Say, T, Text
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
"""Lines on a phone that the story of a board may take, so that the whole board fits on one screen."""

_PHONE: Final = 44
"""Letters in a line on a phone."""

_HEADING: Final = 28
"""Letters in a line of a heading on a phone."""


class Tale(Struct, frozen=True):
    """What a board tells. `shout`: the moment that comes first; "" for none. `is_short`: the log tells more."""

    lines: tuple[str, ...]
    shout: str = ""
    is_short: bool = False

    @property
    def rest(self) -> tuple[str, ...]:
        """The lines, without one that only repeats the shout."""
        return tuple(line for line in self.lines if line != self.shout)


def describe_tale(match: Match, tale: Tale, say: Say) -> list[str]:
    """List the lines of a message about a match: the shout, the game's title, and what has happened."""
    title = say(match.words.TITLE)
    head = [f"### {tale.shout}", f"-# {title}"] if tale.shout else [f"### {title}"]
    return [*head, *tale.rest]


def describe_standing(match: Match, say: Say) -> list[str]:
    """Say who leads in a running match, or who is in danger, in a line; nothing if there is nothing to say."""
    standing = match.words.standing(match.view(None)) if match.phase == "running" else None
    return [] if standing is None else ["-# " + say(standing)]


def tell_story(match: Match, log: Iterable[LogRow], say: Say, *, room: int = ROOM) -> Tale:
    """Tell what happened in few lines. Undone turns are left out; the undo is mentioned. `room`: see `fit_story`."""
    lines: list[str] = []
    shouts: list[str] = []
    plies: list[Told] = []
    count, log = 0, tuple(log)
    kept = {row.seq for row in drop_undone(log)}
    before: Any = None
    by: Text | None = None

    def close() -> None:
        """Tell the plies collected so far."""
        if plies:
            story = match.words.story(tuple(plies))
            lines.extend(map(say, story.lines))
            shouts.extend([say(story.shout)] if story.shout is not None else [])
            plies.clear()

    for row in log:
        if row.kind != "undo" and row.seq not in kept:
            continue
        around, mover = _describe_around(match, row, say), _describe_mover(row)
        if mover is not None and mover != by:
            around.append("-# " + say(mover))
        if around:
            close()
            lines.append("\n".join(around))  # a reason stays with what it explains
        events = events_of(match.game, row)
        view = _view_after(match, row) if events or row.snapshot is not None else before
        revises = before is not None and row.kind == "ply" and row.seat in match.game.may_revise(before)
        if events and not (revises and any(each.events == events for each in plies)):
            plies.append(Told(view, events, before))
            count += sum(match.words.event(view, each) is not None for each in events)
        before, by = view, mover
    close()
    shout = shouts[-1] if shouts else ""
    shown = fit_story(lines, say, room=room - len(shout) // _HEADING)
    return Tale(shown, shout, is_short=len(shown) < len(lines) or count > len(lines))


def fit_story(lines: Sequence[str], say: Say, *, room: int) -> tuple[str, ...]:
    """Shorten a story to the first line and the newest ones, and count those between. `room`: in lines on a phone."""
    heights = [sum(-(-len(part) // _PHONE) for part in line.split("\n")) for line in lines]
    if sum(heights) <= room or len(lines) < 3:
        return tuple(lines)
    first, room = 1, room - heights[0] - 1
    last = len(lines)
    while last - 1 > first and heights[last - 1] <= room:
        last -= 1
        room -= heights[last]
    last = min(last, len(lines) - 1)
    more = N("… and one more", "… and {count} more", last - first)
    return (lines[0], "-# " + say(more), *lines[last:]) if last > first else tuple(lines)


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
    """Name the winners and the order of the others."""
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
    place = 1 + len(outcome.winners)
    for group in outcome.ranking[1:]:
        players = say(T("{players}", players=Join(tuple(Player(seat) for seat in group))))
        lines.append(f"{place}. {players}")
        place += len(group)
    if outcome.scores is not None:
        scores = ", ".join(
            say(N("{player}: {count} point", "{player}: {count} points", score, player=Player(seat)))
            for seat, score in enumerate(outcome.scores)
        )
        lines.append(scores)
    return lines


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
