"""The words of DOG Royal (the `Words` protocol): facts as texts. Gets views, never states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.core import HIDDEN, GameError, Seat
from games.dog_royal.boards import HOME
from games.dog_royal.cards import Card, hand_of
from games.dog_royal.choices import jump_target, legal, obstacle
from games.dog_royal.moves import AnyMove, Drop, Give, Jump, Play, Start, Stay, Take
from games.dog_royal.state import AnyEvent, Played, State, acting_colour, is_in, pieces_in, receiver
from games.dog_royal.words import events, phrases
from games.dog_royal.words.guide import rules as rules
from games.dog_royal.words.phrases import RANK, Effects
from games.text import Colour, Join, N, Player, T, Text

TITLE: Final = T("DOG Royal")
PITCH: Final = T("A race for two to six: pass a card to your partner, then play whatever your hand allows.")

MENU: Final = 25
"""What fits into one menu."""

OPTION: Final = {
    "mode": T("Rules"),
    "short": T("Shorter game"),
    "solo": T("Everyone alone"),
    "three_on_six": T("Three on the big board"),
    "magnet_zero": T("Magnet may move nothing"),
    "plus4_green": T("Green 4"),
    "draw_optional": T("Special card optional"),
    "round_limit": T("Round limit"),
    "jester_in_goal": T("Jester lapses in the goal"),
    "king_exception_any_arrival": T("King captured backward"),
}

COMMAND: Final = {
    "card": T("The card"),
    "move": T("What to do with the card"),
    "mode": T("With ranks and special spaces, or the plain race"),
    "short": T("House rule: a second piece on the track from the start, or only three pieces each"),
    "solo": T("House rule: four or six people without partners"),
    "three_on_six": T("Three people sit round the board with six arms"),
    "magnet_zero": T("A magnet may be played on a piece right behind another and moves nothing"),
    "plus4_green": T("The 4 ignores ranks when it goes forward too, not only backward"),
    "draw_optional": T("The card on a special space may be declined"),
    "round_limit": T("After so many rounds progress decides; 0 for no limit"),
    "jester_in_goal": T("The jester may waste points inside the goal too"),
    "king_exception_any_arrival": T("A king on your start space can be captured by a backward 4 too"),
}

VALUE: Final = {
    "royal": T("Royal: ranks and special spaces"),
    "base": T("Base: the plain race"),
    "no": T("full game"),
    "two_out": T("two pieces on the track at once"),
    "three_pieces": T("three pieces each"),
    "True": T("yes"),
    "False": T("no"),
}

PRESET: Final = {
    "royal": T("Royal"),
    "base": T("Base"),
    "royal_short": T("Royal, three pieces"),
    "base_short": T("Base, three pieces"),
}

REASON: Final[Mapping[str, Text]] = {
    "no_copy": T("A copy needs a card played earlier in this round, and there is none yet."),
    "alone": T("A magnet needs another piece on the track, and there is none."),
    "directly_behind": T("Your pieces stand right behind others: the magnet would move nothing."),
    "no_swap": T("A swap needs a piece of yours and one of another colour, both on the track and unprotected."),
    "nobody_out": T("None of your pieces is out yet; only a start card (1/11 or 13) brings one in."),
    "start_taken": T("Your start space is taken by a piece of your own, and nobody can walk with this card."),
    "king_only": T("Your king walks at most seven spaces, and no other piece can use this card."),
    "blocked": T("Every way is blocked: by a protected piece, a higher rank or your own pieces in the goal."),
    "over": T("The game is over. Thanks for playing!"),
    "not_your_turn": T("It is not your turn yet. You will be called when it is."),
    "must_play": T("Passing is not allowed: whoever can play a card must play one. Pick one of your legal plays."),
    "not_in_hand": T("You do not hold that card. Open your hand to see what you have."),
    "not_with_this_card": T("This card cannot do that here. Open your hand to see what it can do."),
    "not_legal": T("That cannot be done now. Open your hand to see what can."),
    "seats": T("DOG Royal is for two to six people."),
}


def command_texts() -> Mapping[str, Text]:
    return COMMAND


def option_name(option: str) -> Text:
    return OPTION[option]


def option_value(option: str, value: Any) -> Text:
    if option == "round_limit":
        return N("{count} round", "{count} rounds", value) if value else T("none")
    return VALUE[str(value)]


def preset(preset: str) -> Text:
    return PRESET[preset]


def event(view: State, event: AnyEvent) -> Text | None:
    return events.event(view, event)


def menu(view: State, seat: Seat, move: AnyMove) -> tuple[Text, ...]:
    """Plays: card, then result; a card with more results than a menu holds asks for the piece in between."""
    match move:
        case Play():
            card = phrases.card_as(view, move.card, view.last)
            result = phrases.result(view, seat, move)
            siblings = sum(isinstance(other, Play) and other.card == move.card for other in legal(view, seat))
            what = T("· {what}", what=result)
            return (card, T("· {what}", what=_piece(view, move)), what) if siblings > MENU else (card, what)
        case Give():
            return (T("Pass on: {card}", card=phrases.card(move.card)),)
        case Drop():
            return (T("Discard: {card}", card=phrases.card(move.card)),)
        case Start():
            return (T("Set out: {piece}", piece=RANK[move.rank]),)
        case Jump():
            return (T("Jump to {place}", place=str(move.target)),)
        case Stay():
            return (T("Stay on {place}", place=str(view.arrived)),)
        case Take(draw=True):
            return (T("Draw a card"),)
        case Take():
            return (T("Do without a card"),)


def _piece(view: State, play: Play) -> Text:
    if play.source == HOME:
        return T("{piece} at home", piece=RANK[play.rank])
    return T("{piece} {place}", piece=RANK[play.rank], place=phrases.place(play.source))


def prompt(view: State, seat: Seat) -> Text:
    match view.phase:
        case "exchange" if view.given[seat]:
            given = phrases.card(view.given[seat])
            return T("You pass on: {card}. You may change that until everybody has chosen.", card=given)
        case "exchange" if HIDDEN in view.hands[seat]:  # the public is told in one sentence for all who must choose
            return T("Choose the card that you pass on.")
        case "exchange":
            other = Player(receiver(view, seat))
            if view.teams:
                return T("Choose a card for your partner {player}.", player=other)
            return T("Choose a card for {player} on your left.", player=other)
        case "start" if view.board.starts[view.colours[seat]] in view.pieces[view.colours[seat]]:
            space = str(view.board.specials[view.colours[seat]])
            return T("Choose a second piece: it goes to the special space {place}.", place=space)
        case "start":
            return T("Choose the piece that goes to your start space.")
        case "draw":
            return T("Your piece is on a special space. Do you want the card?")
        case "jump":
            target = jump_target(view, view.arrived)
            if view.drawn and view.drawer == seat:
                card = phrases.card(view.drawn)
                return T("You drew: {card}. Does your citizen jump to {place}?", card=card, place=str(target))
            return T("Does your citizen jump to {place}?", place=str(target))
        case "discard":
            return T("You can play nothing. Discard a card; you draw another for it.")
        case "discard_again":
            card = phrases.card(view.drawn)
            return T("You drew: {card}. Still nothing to play: discard a card, then your turn ends.", card=card)
        case "turn" if view.drawn and view.drawer == seat:
            return T("You drew: {card}. Now you can play, so you must.", card=phrases.card(view.drawn))
        case "turn" if acting_colour(view, seat) != view.colours[seat]:
            return T("All your pieces are in. Play a card for your partner {player}.", player=_partner(view, seat))
        case "turn":
            return T("Play a card.")
        case _:
            return T("The game is over.")


def _partner(view: State, seat: Seat) -> Player:
    return Player(receiver(view, seat))


def warnings(view: State, seat: Seat, move: AnyMove) -> tuple[Text, ...]:
    if isinstance(move, Drop):
        return (T("You draw a card at once; it cannot be taken back."),) if view.phase == "discard" else ()
    if not isinstance(move, Play):
        return ()
    effects = Effects(view, seat, move)
    texts: list[Text] = []
    if effects.captures:
        colour, piece = effects.captures[0], phrases.whose(*effects.captures)
        if colour == view.colours[seat]:
            texts.append(T("This sends your own piece home: {piece}.", piece=piece))
        elif view.teams and colour == view.colours[receiver(view, seat)]:
            texts.append(T("This sends your partner's piece home: {piece}.", piece=piece))
    if phrases.overshoots(view, seat, move):
        rivals = [other for other in legal(view, seat) if isinstance(other, Play) and other.source == move.source]
        if any(other.card == move.card and other.target > view.board.length for other in rivals):
            texts.append(T("This runs past the goal, which this piece could enter: it needs another lap."))
        else:
            texts.append(T("This runs past the goal: the piece needs another lap."))
    if effects.draws and view.options.draw_optional:
        texts.append(T("A special space: you may draw a card."))
    elif effects.draws:
        texts.append(T("A special space: you draw a card at once."))
    if effects.jumps:
        texts.append(T("After that your citizen may jump on."))
    return tuple(texts)


def status(view: State) -> Text:
    played = [event for event in view.events if isinstance(event, Played)]
    last = events.event(view, played[0]) if played else None
    standings = Join(
        tuple(T("{colour} {count} in", colour=Colour(colour), count=pieces_in(view, colour)) for colour in view.colours)
    )
    turn = events.turn(view)
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
    board = view.board
    lines = [
        T("Round {round}; {player} dealt.", round=view.round, player=Player(view.dealer)),
        events.turn(view),
        _copy(view),
    ]
    lines += [_seat_line(view, k) for k in range(view.seats)]
    starts = Join(tuple(T("{colour} {place}", colour=Colour(c), place=str(board.starts[c])) for c in view.colours))
    last = board.length - 1
    lines.append(T("The track runs clockwise from 0 to {last}. Start spaces: {starts}.", last=last, starts=starts))
    if view.royal:
        lines.append(T("Special spaces: {places}.", places=Join(tuple(str(space) for space in board.specials))))
    lines.append(N("The deck holds {count} card.", "The deck holds {count} cards.", len(view.deck)))
    if view.discard:
        top, pile = phrases.card(view.discard[0]), phrases.cards(hand_of(view.discard))
        lines.append(T("Discard pile: {top} on top; in all {cards}.", top=top, cards=pile))
    if seat is not None:
        lines += _own_lines(view, seat)
    return tuple(lines)


def _copy(view: State) -> Text:
    if view.last:
        return T("A copy (=) would be: {card}.", card=phrases.card(view.last))
    return T("No card has been played in this round, so a copy (=) cannot be played.")


def _seat_line(view: State, seat: Seat) -> Text:
    pieces = phrases.standing(view, view.colours[seat])
    if seat in view.dropped:
        return T("{player}: {pieces}; out until the next deal.", player=Player(seat), pieces=pieces)
    hand = N("{count} card", "{count} cards", len(view.hands[seat]))
    return T("{player}: {pieces}; {hand}.", player=Player(seat), pieces=pieces, hand=hand)


def _own_lines(view: State, seat: Seat) -> list[Text]:
    lines = []
    if view.teams:
        lines.append(T("Your partner is {player}.", player=_partner(view, seat)))
        if is_in(view, view.colours[seat]):
            lines.append(T("All your pieces are in: you move those of {player}.", player=_partner(view, seat)))
    giver = next(other for other in range(view.seats) if receiver(view, other) == seat)
    if view.given[seat]:
        lines.append(T("You passed on: {card}.", card=phrases.card(view.given[seat])))
    if view.phase != "exchange" and view.given[giver]:
        lines.append(T("{player} passed you: {card}.", player=Player(giver), card=phrases.card(view.given[giver])))
    if view.drawn and view.drawer == seat:
        lines.append(T("You drew: {card}.", card=phrases.card(view.drawn)))
    if view.hands[seat]:
        lines.append(T("Your hand: {cards}.", cards=phrases.cards(view.hands[seat])))
    else:
        lines.append(T("Your hand is empty."))
    return lines


def why_not(view: State, seat: Seat, card: Card) -> Text | None:
    """Why a card of the hand cannot be played in this position; None where it can."""
    reason = obstacle(view, seat, card)
    return REASON[reason] if reason else None


def refusal(error: GameError) -> Text:
    return REASON.get(error.reason, REASON["not_legal"])
