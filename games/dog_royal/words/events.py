"""What happened, and whose turn it is, as sentences."""

from __future__ import annotations

from games.dog_royal.boards import HOME
from games.dog_royal.moves import place_name
from games.dog_royal.state import (
    AnyEvent,
    Captured,
    Chose,
    ColourIn,
    Dealt,
    Declined,
    Discarded,
    Drew,
    DroppedOut,
    Exchanged,
    Finished,
    FreeStarted,
    Jumped,
    Played,
    Reshuffled,
    State,
    Stayed,
    Swapped,
    is_in,
)
from games.dog_royal.words import phrases
from games.dog_royal.words.phrases import RANK
from games.text import Colour, Join, N, Player, T, Text


def event(view: State, event: AnyEvent) -> Text | None:
    """One sentence about an event; None for a card chosen in the exchange, where only who has not chosen matters."""
    match event:
        case Played():
            return _played(view, event)
        case Captured():
            piece = phrases.whose(event.colour, event.rank)
            return T("{piece} is captured on {place} and goes home.", piece=piece, place=place_name(event.place))
        case Swapped():
            piece, source, target = (
                phrases.whose(event.colour, event.rank),
                place_name(event.source),
                place_name(event.target),
            )
            return T("{piece} goes {source}→{target} in return.", piece=piece, source=source, target=target)
        case Jumped():
            source, target = place_name(event.source), place_name(event.target)
            return T(
                "{player}: the citizen jumps {source}→{target}.",
                player=Player(event.seat),
                source=source,
                target=target,
            )
        case Stayed():
            return T(
                "{player}: the citizen stays on {place}.", player=Player(event.seat), place=place_name(event.place)
            )
        case Drew():
            return T("{player} draws a card.", player=Player(event.seat))
        case Declined():
            return T("{player} does without the card.", player=Player(event.seat))
        case Discarded():
            card = phrases.card(event.card)
            return T("{player} can play nothing and discards: {card}.", player=Player(event.seat), card=card)
        case DroppedOut():
            hand = phrases.cards(event.hand)
            return T(
                "{player} can play nothing, shows the hand ({cards}) and is out until the next deal.",
                player=Player(event.seat),
                cards=hand,
            )
        case FreeStarted():
            player, place = Player(event.seat), place_name(event.place)
            return T("{player} sets out: {piece} on {place}.", player=player, piece=RANK[event.rank], place=place)
        case ColourIn():
            return T("All pieces of {colour} are in the goal!", colour=Colour(event.colour))
        case Reshuffled():
            return N(
                "The discard pile, {count} card, becomes the new deck.",
                "The discard pile, {count} cards, becomes the new deck.",
                event.cards,
            )
        case Chose():
            return None
        case Exchanged():
            return T("The passed cards have changed hands.")
        case Dealt():
            return _dealt(view, event)
        case Finished():
            return _finished(event)


def _played(view: State, event: Played) -> Text:
    player, card = Player(event.seat), phrases.card_as(view, event.card, event.effective)
    piece = RANK[event.rank] if event.colour == view.colours[event.seat] else phrases.whose(event.colour, event.rank)
    source, target = place_name(event.source), place_name(event.target)
    if event.source == event.target:
        return T("{player} plays {card}: nothing moves.", player=player, card=card)
    if event.source == HOME:
        return T(
            "{player} plays {card}: {piece} starts on {place}.", player=player, card=card, piece=piece, place=target
        )
    return T(
        "{player} plays {card}: {piece} {source}→{target}.",
        player=player,
        card=card,
        piece=piece,
        source=source,
        target=target,
    )


def _dealt(view: State, event: Dealt) -> Text:
    starter = Player(event.starter)
    if event.round == 1 and view.teams:
        return T(
            "Five cards each; {player} will start. Partners do not talk about their cards or plans.", player=starter
        )
    return T("Round {round}: five cards each; {player} will start.", round=event.round, player=starter)


def _finished(event: Finished) -> Text:
    winners = Join(tuple(Player(seat) for seat in event.winners))
    if event.limit:
        return T("The last round is over. Furthest ahead: {players}.", players=winners)
    if len(event.winners) > 1:
        return T("{players} have all their pieces in the goal and win!", players=winners)
    return T("{player} has all pieces in the goal and wins!", player=Player(event.winners[0]))


def turn(view: State) -> Text:
    """Who decides what now, for everybody to read."""
    player = Player(view.turn)
    match view.phase:
        case "exchange":
            missing = Join(tuple(Player(seat) for seat, card in enumerate(view.given) if not card))
            return T("Everybody passes on a card; still to choose: {players}.", players=missing)
        case "start":
            return T("{player} chooses a piece to set out.", player=player)
        case "turn" if is_in(view, view.colours[view.turn]):
            return T("{player} is to play, for the partner.", player=player)
        case "turn":
            return T("{player} is to play.", player=player)
        case "draw":
            return T("{player} may draw a card.", player=player)
        case "jump":
            return T("{player} decides whether the citizen jumps on.", player=player)
        case "discard":
            return T("{player} can play nothing and must discard a card.", player=player)
        case "discard_again":
            return T("{player} still can play nothing and must discard another card.", player=player)
        case _:
            return T("The game is over.")
