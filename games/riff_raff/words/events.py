"""One sentence for each event."""

from __future__ import annotations

from games.riff_raff.events import (
    Announced,
    AnyEvent,
    Captained,
    Chose,
    Ended,
    Fell,
    Heels,
    Lowered,
    Moved,
    Ordered,
    Passed,
    Rested,
    Revealed,
    RoundBegan,
    Supplied,
    TakenBack,
    Voided,
)
from games.riff_raff.state import State
from games.riff_raff.words import names
from games.text import Arg, Join, N, Player, T, Text


def event(view: State, event: AnyEvent) -> Text | None:
    """Describe an event in one sentence."""
    match event:
        case Chose(seat):
            return T("{player} has chosen a card.", player=Player(seat))
        case Revealed(number, cards):
            shown = tuple(T("{player} {card}", player=Player(s), card=c) for s, c in enumerate(cards))
            return T("Cards of round {round}: {cards}.", round=number, cards=Join(shown))
        case Captained(seat, by):
            if by is None or by == seat:
                return T("{player} is captain.", player=Player(seat))
            return T("{old} makes {player} captain.", old=Player(by), player=Player(seat))
        case Ordered(captain, seats):
            return T("{captain} decides the order: {players}.", captain=Player(captain), players=names.order(seats))
        case Announced(seat, count, area):
            where = names.area(area)
            return N(
                "{player} announces {count} piece for area {area}.",
                "{player} announces {count} pieces for area {area}.",
                count,
                player=Player(seat),
                area=where,
            )
        case Lowered():
            return _describe_lowered(event)
        case Rested(_, roll, pitch, peak):
            return T(
                "The ship comes to rest, {lean}. On the way it leaned {how_far}.",
                lean=names.lean(roll, pitch),
                how_far=names.how_far(peak),
            )
        case Moved(_, kind, source, target):
            return T(
                "Slid from area {source} to area {target}: {kind}.",
                source=source,
                target=target,
                kind=names.piece(kind),
            )
        case Heels(seat, sector):
            return T("The ship heels: {sector}! {player} may catch.", sector=names.SECTOR[sector], player=Player(seat))
        case Fell():
            return _describe_fall(event)
        case Supplied(seat, _, after):
            return N(
                "{player} has {count} piece left.", "{player} has {count} pieces left.", after, player=Player(seat)
            )
        case Passed(seat, area):
            return T("{player} finds no room on area {area} and passes.", player=Player(seat), area=names.area(area))
        case Voided(seat):
            return T("The loading could not be calculated. {player} loads again.", player=Player(seat))
        case RoundBegan(number):
            return T("Round {round}: everybody chooses a card.", round=number)
        case TakenBack():
            return T("Both players take back all their cards.")
        case Ended(winners, is_emptied):
            if is_emptied:
                return T("{player} has nothing left to load!", player=Player(winners[0]))
            return T("All cards are played: the fewest pieces left win.")
    return None


def _describe_lowered(event: Lowered) -> Text:
    """Describe a piece that was let go."""
    what: dict[str, Arg] = {
        "player": Player(event.seat),
        "kind": names.piece(event.kind),
        "area": names.area(event.area),
        "spot": event.spot,
        "pose": names.POSE[event.pose],
        "turn": names.turn(event.turn),
    }
    if event.hands == "both":
        return T("{player} loads with both hands: {kind}, {pose}, {turn}, on {spot}, area {area}.", **what)
    if event.sector is None:
        return T("{player} loads with one hand: {kind}, {pose}, {turn}, on {spot}, area {area}.", **what)
    what["sector"] = names.SECTOR[event.sector]
    return T(
        "{player} loads with one hand: {kind}, {pose}, {turn}, on {spot}, area {area}. The other hand waits: {sector}.",
        **what,
    )


def _describe_fall(event: Fell) -> Text:
    """Describe a piece that fell or was caught."""
    what: dict[str, Arg] = {
        "player": Player(event.seat),
        "kind": names.piece(event.kind),
        "sector": names.SECTOR[event.sector],
    }
    if event.out:
        return T("Caught by {player} ({sector}): {kind}. It leaves the game.", **what)
    if event.caught:
        return T("Caught by {player} ({sector}): {kind}, the piece just loaded. It goes back to the supply.", **what)
    return T("Overboard ({sector}): {kind}. {player} takes it.", **what)
