"""Describe how a match ended: on the card of the winners, and to each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from client.messages.clocks import describe_duration
from games.colours import COLOURS
from games.core import Seat
from games.story import Told, tell_decisive, tell_turn
from games.text import Join, N, Player, Say, T, Text
from matches.archive import history
from matches.delivery.outbox import Cheered
from matches.match import Match
from matches.results.records import Broken
from matches.rows import FORMER
from matches.texts import Persona, defuse_name
from rendering.drawing.writing.names import make_writable
from rendering.posters.result import Placed

_LONG: Final = 6
"""Turns of a match, with the start, from which on somebody may have had a best one."""


def write_name(persona: Persona, say: Say) -> str:
    """Name a player for a picture: by name, or by colour if the name is unknown or the fonts lack its letters."""
    name = "" if persona.former else make_writable(defuse_name(persona.name))
    return name or say(COLOURS[persona.colours[0]].name)


def write_headline(match: Match, say: Say) -> str:
    """Name the winners in a few words. `match` has ended."""
    outcome, cast = match.outcome, match.cast()
    if outcome is None:
        return say(match.words.TITLE)
    names = Join(tuple(write_name(cast[seat], say) for seat in outcome.winners))
    if len(outcome.ranking) == 1:
        return say(T("A draw"))
    return say(N("{winners} wins!", "{winners} win!", len(outcome.winners), winners=names))


def list_places(match: Match, say: Say, avatars: Mapping[int, bytes] = MappingProxyType({})) -> tuple[Placed, ...]:
    """List everybody by place. `avatars`: files of people's avatars, by user id."""
    outcome, cast, found = match.outcome, match.cast(), list[Placed]()
    for group in outcome.ranking if outcome is not None else ():
        place = len(found) + 1
        for seat in group:
            points = "" if outcome is None or outcome.scores is None else str(outcome.scores[seat])
            user_id = match.holder(seat).user_id
            own, name = avatars.get(user_id or FORMER, b""), write_name(cast[seat], say)
            found.append(Placed(place, cast[seat].colours, name, points, own, machine=user_id is None))
    return tuple(found)


def list_notes(match: Match, turns: Sequence[history.Step], say: Say, broken: Sequence[Broken] = ()) -> tuple[str, ...]:
    """Describe the length of the match in turns and time, the decisive turn, and the records that were `broken`."""
    lasted = describe_duration((match.ended_at or match.created_at) - (match.started_at or match.created_at))
    count = max(1, len(turns) - 1)
    lines = [say(N("{count} turn in {time}", "{count} turns in {time}", count, time=lasted))]
    decisive = history.find_decisive_turn(match.game, turns, match.outcome)
    if decisive is not None and (told := describe_step(match, turns[decisive])) is not None:
        lines.append(say(tell_decisive(told)))
    lines += [say(_describe_broken(match, each, say)) for each in broken]
    return tuple(lines)


def _describe_broken(match: Match, broken: Broken, say: Say) -> Text:
    """Tell a record of the server that the match has broken, and by whom."""
    record = broken.record
    seat = next(holder.seat for holder in match.seats if holder.user_id == record.user_id)
    return T(
        "Record of this server! {name}: {number}, by {player} (before: {before})",
        name=record.name,
        number=record.number,
        player=write_name(match.cast()[seat], say),
        before=broken.before,
    )


def describe_step(match: Match, step: history.Step) -> Text | None:
    """Tell a turn in one sentence; None if it has no words."""
    return tell_turn(match.words, history.show_step(match, step).view(None))


def describe_cheers(match: Match, turns: Sequence[history.Step], cheered: Cheered) -> Text | None:
    """Tell the turn whose board had the most reactions: of several, the first with a shout, or else the last. None if
    it has no words."""
    shown = [turn for turn in turns if turn.number and cheered.since < turn.rows[0].seq <= cheered.seq]
    views = {turn.number: history.show_step(match, turn).view(None) for turn in shown}
    loud = [number for number, view in views.items() if match.words.story([Told(view, view.events)]).shout is not None]
    number = next(iter(loud or reversed(views)), None)
    told = None if number is None else tell_turn(match.words, views[number])
    if number is None or told is None:
        return None
    return N(
        "The crowd cheered most at turn {turn}, with {count} reaction: {move}",
        "The crowd cheered most at turn {turn}, with {count} reactions: {move}",
        cheered.count,
        turn=number,
        move=told,
    )


def describe_best_turn(
    match: Match, turns: Sequence[history.Step], course: Sequence[Sequence[float]], seat: Seat
) -> list[Text]:
    """Tell somebody who has lost what nearly was: their best turn, and how far ahead they were once. `course`: the
    chances after each turn, from `history.sketch_course`."""
    outcome = match.outcome
    if outcome is None or seat in outcome.winners or len(course) < _LONG:
        return []
    mine = [shares[seat] for shares in course]
    own = [index for index in range(1, len(mine)) if any(row.seat == seat for row in turns[index].rows)]
    found: list[Text] = []
    if own:
        best = max(own, key=lambda index: mine[index] - mine[index - 1])
        if mine[best] > mine[best - 1] and (told := describe_step(match, turns[best])) is not None:
            found.append(T("Your best turn, number {turn}: {move}", turn=turns[best].number, move=told))
    peak = max(range(len(mine)), key=mine.__getitem__)
    if mine[peak] == max(course[peak]) and peak > 0:
        percent = round(100 * mine[peak])
        found.append(
            T("After turn {turn} you were ahead, with chances of about {percent}%.", turn=peak, percent=percent)
        )
    return found


def describe_place(match: Match, seat: Seat) -> Text | None:
    """Tell a player their result: "You finished in position 2, 3 points behind Ben." None without a result."""
    outcome = match.outcome
    if outcome is None:
        return None
    if len(outcome.ranking) == 1:
        return T("A draw: nobody came out ahead.")
    if seat in outcome.winners:
        others = tuple(Player(each) for each in outcome.winners if each != seat)
        return T("You have won together with {players}!", players=Join(others)) if others else T("You have won!")
    place = 1 + sum(len(group) for group in outcome.ranking[: _find_group(outcome.ranking, seat)])
    best = outcome.winners[0]
    if outcome.scores is None:
        return T("You finished in place {place}. {winner} has won.", place=place, winner=Player(best))
    behind = outcome.scores[best] - outcome.scores[seat]
    return N(
        "You finished in place {place}, {count} point behind {winner}.",
        "You finished in place {place}, {count} points behind {winner}.",
        behind,
        place=place,
        winner=Player(best),
    )


def _find_group(ranking: Sequence[Sequence[Seat]], seat: Seat) -> int:
    return next(number for number, group in enumerate(ranking) if seat in group)
