"""One sentence for each event."""

from __future__ import annotations

from games.dog_royal.components.boards import HOME
from games.dog_royal.events import (
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
    Stayed,
    Swapped,
)
from games.dog_royal.moves import place_name
from games.dog_royal.state import State
from games.dog_royal.words import names
from games.dog_royal.words.names import RANK
from games.text import Colour, N, Player, T, Text


def event(view: State, event: AnyEvent) -> Text | None:
    """Describe an event in one sentence; None for a card chosen in the exchange, which the picture shows, and for the
    end of the game if the arrival of the last piece has just been described."""
    match event:
        case Played():
            return _describe_play(view, event)
        case Captured():
            piece = names.piece_name(event.colour, event.rank)
            return T("{piece} is captured on {place} and goes home.", piece=piece, place=place_name(event.place))
        case Swapped():
            piece, source, target = (
                names.piece_name(event.colour, event.rank),
                place_name(event.source),
                place_name(event.target),
            )
            return T("{piece} moves {source}→{target} in return.", piece=piece, source=source, target=target)
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
            return T("{player} declines the card.", player=Player(event.seat))
        case Discarded():
            card = names.card_name(event.card)
            return T("{player} has no legal play and discards: {card}.", player=Player(event.seat), card=card)
        case DroppedOut():
            hand = names.card_list(event.hand)
            return T(
                "{player} has no legal play, shows their hand ({cards}) and is out until the next deal.",
                player=Player(event.seat),
                cards=hand,
            )
        case FreeStarted():
            player, place = Player(event.seat), place_name(event.place)
            return T("{player} brings out: {piece} on {place}.", player=player, piece=RANK[event.rank], place=place)
        case ColourIn():
            return T("All pieces of {colour} are in the goal!", colour=Colour(event.colour))
        case Reshuffled():
            return N(
                "The discard pile ({count} card) becomes the new deck.",
                "The discard pile ({count} cards) becomes the new deck.",
                event.cards,
            )
        case Chose():
            return None
        case Exchanged():
            return T("The passed cards have changed hands.")
        case Dealt():
            return _describe_deal(view, event)
        case Finished(_, is_limit):
            return T("The last round is over: the side furthest ahead wins.") if is_limit else None


def _describe_play(view: State, event: Played) -> Text:
    player, card = Player(event.seat), names.name_played_card(event.card, event.effective)
    piece = RANK[event.rank] if event.colour == view.colours[event.seat] else names.piece_name(event.colour, event.rank)
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


def _describe_deal(view: State, event: Dealt) -> Text:
    starter = Player(event.starter)
    if event.round == 1 and view.teams:
        if view.options.talk == "open":
            return T(
                "Five cards each. {player} starts. Open table: partners may talk about their cards.", player=starter
            )
        return T("Five cards each. {player} starts. Partners must not talk about their cards or plans.", player=starter)
    return T("Round {round}: five cards each. {player} starts.", round=event.round, player=starter)
