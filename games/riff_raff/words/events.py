"""What has happened, in words: one sentence an event."""

from __future__ import annotations

from games.riff_raff.events import (
    Announced,
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
from games.riff_raff.state import AnyEvent, State
from games.riff_raff.words import names
from games.text import Arg, Join, N, Player, T, Text


def event(view: State, event: AnyEvent) -> Text | None:
    match event:
        case Chose(seat):
            return T("{player} has chosen a card.", player=Player(seat))
        case Revealed(number, cards):
            shown = tuple(T("{player} {card}", player=Player(s), card=c) for s, c in enumerate(cards))
            return T("Round {round}, the cards: {cards}.", round=number, cards=Join(shown))
        case Captained(seat, by):
            if by is None or by == seat:
                return T("{player} is captain.", player=Player(seat))
            return T("{old} makes {player} captain.", old=Player(by), player=Player(seat))
        case Ordered(captain, seats):
            return T("{captain} puts them in order: {players}.", captain=Player(captain), players=names.players(seats))
        case Announced(seat, count, area):
            where = names.area(area)
            return N(
                "{player} will load {count} piece, area {area}.",
                "{player} will load {count} pieces, area {area}.",
                count,
                player=Player(seat),
                area=where,
            )
        case Lowered():
            return _lowered(event)
        case Rested(_, roll, pitch, peak):
            return T(
                "The ship comes to rest: {lean}. Largest tilt: {peak}°.",
                lean=names.lean(roll, pitch),
                peak=names.degree(peak),
            )
        case Moved(_, kind, source, target):
            return T(
                "Slid from area {source} to area {target}: {kind}.",
                source=source,
                target=target,
                kind=names.piece(kind),
            )
        case Heels(seat, sector):
            return T("She heels: {sector}! {player} may catch.", sector=names.SECTOR[sector], player=Player(seat))
        case Fell():
            return _fell(event)
        case Supplied(seat, _, after):
            return N(
                "{player} has {count} piece left.", "{player} has {count} pieces left.", after, player=Player(seat)
            )
        case Passed(seat, area):
            return T("{player} finds no room and passes, area {area}.", player=Player(seat), area=names.area(area))
        case Voided(seat):
            return T("The ship could not be worked out; {player} loads once more.", player=Player(seat))
        case RoundBegan(number):
            return T("Round {round}: everybody chooses a card.", round=number)
        case TakenBack():
            return T("Both take all their cards back.")
        case Ended(winners, emptied):
            if emptied:
                return T("{player} has nothing left to load and wins!", player=Player(winners[0]))
            return T("The cards are played. Fewest pieces left: {players}.", players=names.players(winners))
    return None


def _lowered(event: Lowered) -> Text:
    what: dict[str, Arg] = {
        "player": Player(event.seat),
        "kind": names.piece(event.kind),
        "area": names.area(event.area),
        "spot": event.spot,
        "pose": names.POSE[event.pose],
        "turn": event.turn,
    }
    if event.hands == "both":
        return T("{player} loads with both hands: {kind}, {pose}, {turn}°, on {spot}, area {area}.", **what)
    if event.sector is None:
        return T("{player} loads with one hand: {kind}, {pose}, {turn}°, on {spot}, area {area}.", **what)
    what["sector"] = names.SECTOR[event.sector]
    return T(
        "{player} loads with one hand: {kind}, {pose}, {turn}°, on {spot}, area {area}. The other waits: {sector}.",
        **what,
    )


def _fell(event: Fell) -> Text:
    what: dict[str, Arg] = {
        "player": Player(event.seat),
        "kind": names.piece(event.kind),
        "sector": names.SECTOR[event.sector],
    }
    if event.out:
        return T("Caught by {player} ({sector}): {kind}. It leaves the game.", **what)
    if event.caught:
        return T("Caught by {player} ({sector}): {kind}, just loaded and nothing else. It goes back.", **what)
    return T("Overboard ({sector}): {kind}. {player} takes it.", **what)
