"""The position in words: the alt text, and the complete position for players who do not see the picture."""

from __future__ import annotations

from games.core import Seat
from games.dog_royal.components.cards import hand_of
from games.dog_royal.events import Played
from games.dog_royal.state import State, count_pieces_in, find_receiver, is_in
from games.dog_royal.words import names
from games.dog_royal.words.events import event
from games.text import Colour, Join, N, Player, T, Text


def status(view: State) -> Text:
    """Summarise the position: the last play, whose turn it is, the pieces in the goal."""
    played = [item for item in view.events if isinstance(item, Played)]
    last = event(view, played[0]) if played else None
    standings = Join(
        tuple(
            T("{colour} {count}", colour=Colour(colour), count=count_pieces_in(view, colour)) for colour in view.colours
        )
    )
    turn = _turn_line(view)
    if last:
        return T(
            "Round {round}. {last} {turn} Pieces in the goal: {standings}.",
            round=view.round,
            last=last,
            turn=turn,
            standings=standings,
        )
    return T("Round {round}. {turn} Pieces in the goal: {standings}.", round=view.round, turn=turn, standings=standings)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe the position line by line; the seat's own cards last."""
    board = view.board
    lines = [
        T("Dealt by {player}.", player=Player(view.dealer)),
        _turn_line(view),
        _copy_line(view),
    ]
    lines += [_seat_line(view, k) for k in range(view.seats)]
    starts = Join(tuple(T("{colour} {place}", colour=Colour(c), place=str(board.starts[c])) for c in view.colours))
    last = board.length - 1
    lines.append(T("The track runs clockwise from 0 to {last}. Start spaces: {starts}.", last=last, starts=starts))
    if view.royal:
        lines.append(
            T(
                "Special spaces (marked with a hat; a move that ends on one draws a card): {places}.",
                places=Join(tuple(str(space) for space in board.specials)),
            )
        )
    lines.append(N("The deck holds {count} card.", "The deck holds {count} cards.", len(view.deck)))
    if view.discard:
        top, pile = names.card_name(view.discard[0]), names.card_list(hand_of(view.discard))
        lines.append(T("Discard pile: {top} on top. All cards in it: {cards}.", top=top, cards=pile))
    if seat is not None:
        lines += _own_lines(view, seat)
    return tuple(lines)


def _copy_line(view: State) -> Text:
    if view.last:
        return T("A copy (=) counts as: {card}.", card=names.card_name(view.last))
    return T("No card has been played in this round, so a copy (=) cannot be played.")


def _seat_line(view: State, seat: Seat) -> Text:
    pieces = names.piece_list(view, view.colours[seat])
    if seat in view.dropped:
        return T("{player}: {pieces}; out until the next deal.", player=Player(seat), pieces=pieces)
    hand = N("{count} card", "{count} cards", len(view.hands[seat]))
    return T("{player}: {pieces}; {hand}.", player=Player(seat), pieces=pieces, hand=hand)


def _own_lines(view: State, seat: Seat) -> list[Text]:
    lines = []
    if view.teams:
        lines.append(T("Your partner is {player}.", player=Player(find_receiver(view, seat))))
        if is_in(view, view.colours[seat]):
            lines.append(
                T(
                    "All your pieces are in the goal: you move those of {player}.",
                    player=Player(find_receiver(view, seat)),
                )
            )
    giver = next(other for other in range(view.seats) if find_receiver(view, other) == seat)
    if view.given[seat]:
        lines.append(T("You gave away: {card}.", card=names.card_name(view.given[seat])))
    if view.phase != "exchange" and view.given[giver]:
        lines.append(T("{player} gave you: {card}.", player=Player(giver), card=names.card_name(view.given[giver])))
    if view.drawn and view.drawer == seat:
        lines.append(T("You drew: {card}.", card=names.card_name(view.drawn)))
    if view.hands[seat]:
        lines.append(T("Your hand: {cards}.", cards=names.card_list(view.hands[seat])))
    else:
        lines.append(T("Your hand is empty."))
    return lines


def _turn_line(view: State) -> Text:
    """Say who has to decide what, or that the game is over."""
    player = Player(view.turn)
    match view.phase:
        case "exchange":
            missing = Join(tuple(Player(seat) for seat, card in enumerate(view.given) if not card))
            return T("Exchange of cards. Still to choose: {players}.", players=missing)
        case "start":
            return T("{player} chooses a piece to bring out.", player=player)
        case "turn" if is_in(view, view.colours[view.turn]):
            return T("{player} is to play, moving the partner's pieces.", player=player)
        case "turn":
            return T("{player} is to play.", player=player)
        case "draw":
            return T("{player} may draw a card.", player=player)
        case "jump":
            return T("{player} decides whether the citizen jumps.", player=player)
        case "discard":
            return T("{player} has no legal play and must discard a card.", player=player)
        case "discard_again":
            return T("{player} still has no legal play and must discard another card.", player=player)
        case _:
            return T("The game is over.")
