"""Describe how a match ended: on the card of the winners, and to each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from client.messages.clocks import describe_duration
from games.colours import COLOURS
from games.core import Seat
from games.text import Join, N, Player, Say, T, Text
from matches.archive import history
from matches.match import Match
from matches.rows import FORMER
from matches.texts import Persona, defuse_name
from rendering.drawing.writing.names import make_writable
from rendering.posters.result import Placed


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


def list_notes(match: Match, turns: Sequence[history.Step], say: Say) -> tuple[str, ...]:
    """Describe the length of the match in turns and time, and the decisive turn."""
    lasted = describe_duration((match.ended_at or match.created_at) - (match.started_at or match.created_at))
    count = max(1, len(turns) - 1)
    lines = [say(N("{count} turn in {time}", "{count} turns in {time}", count, time=lasted))]
    if (decisive := describe_decisive_turn(match, turns)) is not None:
        lines.append(say(T("Decisive: {move}", move=decisive)))
    return tuple(lines)


def describe_decisive_turn(match: Match, turns: Sequence[history.Step]) -> Text | None:
    """Describe the last turning point whose events have words; None if there is none."""
    turning = history.find_turning_points(match.game, turns)
    for step, is_turning in zip(reversed(turns), reversed(turning), strict=True):
        if not is_turning:
            continue
        shown = history.show_step(match, step)
        view = shown.view(None)
        told = [text for event in view.events if (text := match.words.event(view, event)) is not None]
        if told:
            return told[0]
    return None


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
