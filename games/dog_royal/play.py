"""Apply plies: exchange, free start, turns, drop-outs, end (rules, sections 3, 4, 7 and 9)."""

from __future__ import annotations

from msgspec.structs import replace

from games.dog_royal.choices import jump_target, legal_plays, occupant
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import Card, hand_of
from games.dog_royal.dealing import choose_card, deal_round, draw_cards, exchange_cards, with_hand, without_card
from games.dog_royal.events import (
    AnyEvent,
    Captured,
    Chose,
    ColourIn,
    Declined,
    Discarded,
    Drew,
    DroppedOut,
    Exchanged,
    Finished,
    FreeStarted,
    Jumped,
    Played,
    Stayed,
    Swapped,
)
from games.dog_royal.moves import Decline, Drop, Give, Jump, Move, Pieces, Play, Start, Stay, Take
from games.dog_royal.scoring import find_winners, rank
from games.dog_royal.state import BASE_RANK, CITIZEN, RANKS, TURN_LIMIT, State, find_acting_colour, is_in
from games.rng import Rng


def apply(state: State, seat: int, move: Move, rng: Rng) -> State:
    """Apply a legal move and go on to the next decision."""
    if state.drawn and isinstance(move, (Give, Play, Drop)):
        state = replace(state, drawer=-1, drawn="")
    events: list[AnyEvent] = []
    match move:
        case Play():
            return _play(state, seat, move, rng, events)
        case Give():
            return _give(state, seat, move.card, rng)
        case Start():
            return _start_free(state, seat, RANKS.index(move.rank), rng)
        case Take():
            state = _take(state, seat, rng, events)
            return _offer_jump(state, rng, events)
        case Decline():
            events.append(Declined(seat))
            if move.keeps_jump:
                return _offer_jump(state, rng, events)
            return pass_turn(replace(state, arrived=-1), rng, events)
        case Jump(target=target):
            colour = find_acting_colour(state, seat)
            events.append(Jumped(seat, colour, state.arrived, target))
            pieces = _move_piece(state.pieces, colour, CITIZEN, target)
            return pass_turn(replace(state, pieces=pieces, arrived=-1), rng, events)
        case Stay():
            events.append(Stayed(seat, find_acting_colour(state, seat), state.arrived))
            return pass_turn(replace(state, arrived=-1), rng, events)
        case Drop():
            return _discard(state, seat, move.card, rng, events)


def _give(state: State, seat: int, card: Card, rng: Rng) -> State:
    """Choose the card to pass, or change the choice; after the last choice all cards change hands and play begins."""
    state = choose_card(state, seat, card)
    events: list[AnyEvent] = [Chose(seat)]
    if not all(state.given):
        return replace(state, events=tuple(events))
    state = replace(exchange_cards(state), turn=(state.starter - 1) % state.seats)
    events.append(Exchanged())
    if state.round > 1:
        return pass_turn(state, rng, events)
    if state.royal:
        return replace(state, phase="start", turn=state.starter, turns=1, events=tuple(events))
    for k in range(state.seats):
        mover = (state.starter + k) % state.seats
        for _ in range(_count_free_starts(state)):
            state = _set_out(state, mover, state.pieces[state.colours[mover]].index(HOME), events)
    return pass_turn(state, rng, events)


def _count_free_starts(state: State) -> int:
    """Return the number of pieces each colour sets out without a card."""
    return 2 if state.options.short == "two_out" else 1


def _has_set_out(state: State, seat: int) -> bool:
    """Tell whether `seat` has set out all the pieces it may."""
    return sum(place >= 0 for place in state.pieces[state.colours[seat]]) >= _count_free_starts(state)


def _set_out(state: State, seat: int, slot: int, events: list[AnyEvent]) -> State:
    """Set a piece on the start space or, if that is taken, on the first special space ahead."""
    colour = state.colours[seat]
    place = state.board.starts[colour]
    if place in state.pieces[colour]:
        place = state.board.specials[colour]
    events.append(FreeStarted(seat, colour, RANKS[slot] if state.royal else BASE_RANK, place))
    return replace(state, pieces=_move_piece(state.pieces, colour, slot, place, royal=state.royal))


def _start_free(state: State, seat: int, slot: int, rng: Rng) -> State:
    """Set out a piece in round 1 of the Royal game; the seats choose in turn and see earlier choices."""
    events: list[AnyEvent] = []
    state = _set_out(state, seat, slot, events)
    if not _has_set_out(state, seat):
        return replace(state, events=tuple(events))
    following = (seat + 1) % state.seats
    if following == state.starter:
        return pass_turn(state, rng, events)
    return replace(state, turn=following, turns=state.turns + 1, events=tuple(events))


def _move_piece(pieces: Pieces, colour: int, slot: int, place: Place, *, royal: bool = True) -> Pieces:
    """Return the pieces with one of them on another place; in the base game they are sorted again."""
    row = [*pieces[colour]]
    row[slot] = place
    if not royal:
        row.sort()
    rows = [*pieces]
    rows[colour] = tuple(row)
    return tuple(rows)


def _play(state: State, seat: int, move: Play, rng: Rng, events: list[AnyEvent]) -> State:
    """Play a card and move a piece, with captures, special spaces and the goal (section 4, step 4 of a turn)."""
    card, rank, source, target = move.card, move.rank, move.source, move.target
    effective = state.last if card == "=" else card
    colour = find_acting_colour(state, seat)
    events.append(Played(seat, card, effective, colour, rank, source, target))
    pieces, royal = state.pieces, state.royal
    if target < GOAL and source != target and (there := occupant(state, target)):
        other, slot = there
        name = RANKS[slot] if royal else BASE_RANK
        if effective == "swap":
            events.append(Swapped(other, name, target, source))
            pieces = _move_piece(pieces, other, slot, source, royal=royal)
        else:
            events.append(Captured(other, name, target))
            pieces = _move_piece(pieces, other, slot, HOME, royal=royal)
    slot = RANKS.index(rank) if royal else pieces[colour].index(source)
    pieces = _move_piece(pieces, colour, slot, target, royal=royal)
    state = replace(
        state,
        phase="turn",
        pieces=pieces,
        discard=(card, *state.discard),
        hands=with_hand(state, seat, without_card(state.hands[seat], card)),
        last=effective,
    )
    if target > GOAL:
        if is_in(state, colour):
            events.append(ColourIn(colour))
            if find_winners(state) is not None:
                return _finish(state, events)
        return pass_turn(state, rng, events)
    # A swap draws no card. Starting needs no check, because no start space is special (8.4).
    if state.royal and effective != "swap" and source != target and target in state.board.specials:
        state = replace(state, arrived=target)
        if state.options.draw_optional:
            return replace(state, phase="draw", events=tuple(events))
        state = _take(state, seat, rng, events)
        return _offer_jump(state, rng, events)
    return pass_turn(state, rng, events)


def _take(state: State, seat: int, rng: Rng, events: list[AnyEvent]) -> State:
    """Draw one card into the hand."""
    state, cards = draw_cards(state, 1, rng, events)
    events.append(Drew(seat))
    hands = with_hand(state, seat, hand_of(state.hands[seat] + cards))
    return replace(state, hands=hands, drawer=seat, drawn=cards[0])


def _offer_jump(state: State, rng: Rng, events: list[AnyEvent]) -> State:
    """Let a citizen decide about a jump; end the turn of any other piece."""
    if jump_target(state, state.arrived) is None:
        return pass_turn(replace(state, arrived=-1), rng, events)
    return replace(state, phase="jump", events=tuple(events))


def _discard(state: State, seat: int, card: Card, rng: Rng, events: list[AnyEvent]) -> State:
    """Discard a card (section 9): after the first discard draw a card, after the second one end the turn."""
    events.append(Discarded(seat, card))
    again = state.phase == "discard_again"
    hand = without_card(state.hands[seat], card)
    state = replace(state, discard=(*state.discard, card), hands=with_hand(state, seat, hand))
    if again:
        return pass_turn(state, rng, events)
    state = _take(state, seat, rng, events)
    return replace(state, phase="turn" if legal_plays(state, seat) else "discard_again", events=tuple(events))


def pass_turn(state: State, rng: Rng, events: list[AnyEvent]) -> State:
    """Pass the turn to the next seat that has a decision; end the round, or the game, if there is none.

    Seats in teams that have no legal play drop out on the way.
    """
    n, seat, turns = state.seats, state.turn, state.turns
    for _ in range(n):
        seat = (seat + 1) % n
        hand = state.hands[seat]
        if not hand:
            continue
        if turns >= TURN_LIMIT:
            return _finish(state, events)
        turns += 1
        if legal_plays(state, seat):
            return replace(state, phase="turn", turn=seat, turns=turns, events=tuple(events))
        if not state.teams:
            return replace(state, phase="discard", turn=seat, turns=turns, events=tuple(events))
        events.append(DroppedOut(seat, hand))
        state = replace(
            state,
            discard=state.discard + hand,
            hands=with_hand(state, seat, ()),
            dropped=(*state.dropped, seat),
        )
    if state.round == state.options.round_limit:
        return _finish(state, events)
    return deal_round(replace(state, dealer=state.starter, turns=turns), rng, events)


def _finish(state: State, events: list[AnyEvent]) -> State:
    """End the game; all remaining hands are discarded."""
    events.append(Finished(rank(state).winners, find_winners(state) is None))
    return replace(
        state,
        phase="over",
        turn=-1,
        discard=state.discard + tuple(card for hand in state.hands for card in hand),
        hands=((),) * state.seats,
        arrived=-1,
        events=tuple(events),
    )
