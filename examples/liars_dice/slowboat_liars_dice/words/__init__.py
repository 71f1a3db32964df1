"""Liar's Dice in words: each sentence that players see, in English; the catalogues have the other languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

from games.core import GameError, Seat
from games.text import Join, N, Player, T, Text
from slowboat_liars_dice.play import outcome
from slowboat_liars_dice.standin import chance
from slowboat_liars_dice.state import Bid, Face, Lifted, Lost, Made, Move, State
from slowboat_liars_dice.words.guide import rules as rules

TITLE = T("Liar’s Dice")
PITCH = T("Bid on everybody’s dice, see only your own, and doubt what you cannot believe.")


def command_texts() -> Mapping[str, Text]:
    return {
        "dice": T("How many dice each player starts with"),
        "wild": T("Whether ones count as every face"),
    }


def option_name(option: str) -> Text:
    return {"dice": T("Dice of each player"), "wild": T("Ones")}[option]


def option_value(option: str, value: Any) -> Text:
    if option == "dice":
        return N("{count} die", "{count} dice", value)
    return T("count as every face") if value else T("count as ones only")


def preset(preset: str) -> Text:
    return {"standard": T("Standard"), "plain": T("Without wild ones"), "quick": T("Quick, with three dice")}[preset]


def event(view: State, event: Made | Lifted | Lost) -> Text:
    match event:
        case Made(seat, count, face):
            return T("{player} bids {bid}.", player=Player(seat), bid=bid_text(count, face))
        case Lifted(seat, bidder, count, face, found):
            return T(
                "{player} doubts the bid of {bidder}, {bid}: there are {found}.",
                player=Player(seat),
                bidder=Player(bidder),
                bid=bid_text(count, face),
                found=found,
            )
        case Lost(seat, 0):
            return T("{player} loses the last die and is out.", player=Player(seat))
        case Lost(seat):
            return T("{player} loses a die.", player=Player(seat))


def menu(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    if isinstance(move, Bid):
        return N("{count} die", "{count} dice", move.count), T("showing {face}", face=move.face)
    return (T("Doubt the bid"),)


def prompt(view: State, seat: Seat) -> Text:
    if view.bid is None:
        return T("You begin. How many dice under all cups show a face?")
    bid = bid_text(view.bid.count, view.bid.face)
    return T("The bid is {bid}. Raise it, or doubt it.", bid=bid)


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Say how unlikely one's own bid is; that it may be a bluff is the game, so only hopeless bids are mentioned."""
    if isinstance(move, Bid) and chance(view, seat, move) < 0.02:
        return (T("With the dice you see, this bid is almost certainly too high."),)
    return ()


def status(view: State) -> Text:
    """Whose turn it is, the last move and the dice left, for the picture's alternative text."""
    told = [_turn(view), *(event(view, each) for each in view.events), *_counts(view)]
    return reduce(lambda first, second: T("{first} {second}", first=first, second=second), told)


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Everything the picture shows, line by line."""
    told = [_turn(view)]
    if view.bid is not None:
        bid = bid_text(view.bid.count, view.bid.face)
        told.append(T("The bid of {player} stands: {bid}.", player=Player(view.bidder), bid=bid))
    told += _counts(view)
    if seat is not None and view.dice[seat]:
        told.append(T("Your dice: {dice}.", dice=Join(view.dice[seat])))
    told.append(T("Ones count as every face.") if view.wild else T("Ones count as ones only."))
    if view.out:
        told.append(T("Out, in this order: {players}.", players=Join(tuple(map(Player, view.out)))))
    return tuple(told)


def refusal(error: GameError) -> Text:
    """Say why a request is refused: the rule, and what to do instead."""
    match error.reason:
        case "seats":
            return T("Two to six can play.")
        case "turn_is_complete" | "not_before_confirming":
            return T("You have made your choice already. Confirm it, or change it.")
        case _:
            code = str(error.facts.get("code", ""))
            return T(
                "{move} is not possible now. In your turn, bid more dice than the last bid, or as many of a higher "
                "face; at most five dice more. Or doubt the bid.",
                move=code,
            )


def bid_text(count: int, face: Face) -> Text:
    """A bid, such as "4 dice showing 5"."""
    return N("{count} die showing {face}", "{count} dice showing {face}", count, face=face)


def _turn(view: State) -> Text:
    ended = outcome(view)
    if ended is None:
        return T("{player} is to bid or to doubt.", player=Player(view.turn))
    return T("The game is over: {player} has won.", player=Player(ended.winners[0]))


def _counts(view: State) -> list[Text]:
    return [
        N("{player} has {count} die.", "{player} has {count} dice.", len(hand), player=Player(seat))
        for seat, hand in enumerate(view.dice)
        if hand
    ]
