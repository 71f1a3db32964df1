"""Liar's Dice in words. `python -m locales liars_dice` collects the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import Seat
from games.text import Join, N, Player, T, Text
from games.wording import RulesPage
from slowboat_liars_dice import GAME
from slowboat_liars_dice.game import rate
from slowboat_liars_dice.state import AnyEvent, Bid, Face, Lifted, Lost, Made, Move, State

TITLE: Final = T("Liar’s Dice")
PITCH: Final = T("Bid on everybody’s dice, see only your own, and doubt what you cannot believe.")
PRESETS: Final = {"standard": T("Standard"), "plain": T("Without wild ones"), "quick": T("Quick, with three dice")}
REFUSALS: Final = {
    "not_legal": T(
        "That is not possible now. In your turn, bid one to five dice more than the last bid, or as many of a higher "
        "face. Or doubt the bid."
    )
}


def bid_text(count: int, face: Face) -> Text:
    """Name a bid, such as "4 dice showing 5"."""
    return N("{count} die showing {face}", "{count} dice showing {face}", count, face=face)


def event(view: State, event: AnyEvent) -> Text:
    """Describe an event in one sentence."""
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
    """Name a move: a bid by two labels, its count and its face."""
    if isinstance(move, Bid):
        return N("{count} die", "{count} dice", move.count), T("showing {face}", face=move.face)
    return (T("Doubt the bid"),)


def prompt(view: State, seat: Seat) -> Text:
    """Ask for a bid, naming the last one."""
    if view.bid is None:
        return T("You begin: bid a number of dice and a face.")
    bid = bid_text(view.bid.count, view.bid.face)
    return T("The bid is {bid}. Raise it, or doubt it.", bid=bid)


def warnings(view: State, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Warn of one's own bid if it is almost certainly too high. Other unlikely bids are fair bluffs."""
    if isinstance(move, Bid) and rate(view, seat, move) < 0.02:
        return (T("With the dice you see, this bid is almost certainly too high."),)
    return ()


def position(view: State, seat: Seat | None) -> tuple[Text, ...]:
    """Describe everything the picture shows, line by line: first whose turn it is, or how the game ended."""
    ended = GAME.outcome(view)
    if ended is None:
        told = [T("{player} is to bid or to doubt.", player=Player(view.turn))]
    else:
        told = [T("The game is over: {player} has won.", player=Player(ended.winners[0]))]
    if view.bid is not None:
        bid = bid_text(view.bid.count, view.bid.face)
        told.append(T("The bid of {player} stands: {bid}.", player=Player(view.bidder), bid=bid))
    for other, hand in enumerate(view.dice):
        if hand:
            told.append(N("{player} has {count} die.", "{player} has {count} dice.", len(hand), player=Player(other)))
    if seat is not None and view.dice[seat]:
        told.append(T("Your dice: {dice}.", dice=Join(view.dice[seat])))
    told.append(T("Ones count as every face.") if view.wild else T("Ones count as ones only."))
    if view.out:
        told.append(T("Out, in this order: {players}.", players=Join(tuple(map(Player, view.out)))))
    return tuple(told)


def rules() -> Sequence[RulesPage]:
    """Return the pages of `/rules`, each with a position to look at."""
    return (
        RulesPage(
            T("Liar’s Dice in short"),
            (
                T("Each of you has five dice under a cup. You see your own; everybody bids on all of them."),
                T("If you bid too high, or doubt a bid that is true, you lose a die. The last player with dice wins."),
            ),
            position='dice=[["1","2","4","5","5"],["2","3","3","6","6"],["1","1","2","4","6"]]',
        ),
        RulesPage(
            T("Bidding"),
            (
                T("A bid names a face, and how many dice under all cups show it at least: four fives, for instance."),
                T(
                    "The next player raises it: more dice of any face, or as many dice of a higher face. "
                    "A bid may name at most five dice more than the one before."
                ),
                T("Here yellow has bid three dice showing 4. Green may bid three dice showing 5, or four of any face."),
            ),
            position='dice=[["1","2","4","5","5"],["2","3","3","6","6"],["1","1","2","4","6"]] '
            'bid={"count":3,"face":"4"} bidder=1 turn=2',
        ),
        RulesPage(
            T("Doubting"),
            (
                T("Instead of raising you may doubt the bid. All cups are lifted, and the dice are counted."),
                T(
                    "If there are at least as many as were bid, you lose a die; if there are fewer, the bidder does. "
                    "All dice are rolled again, and the loser begins the next round."
                ),
                T("A player without dice is out."),
            ),
            position='dice=[["1","2","4","5","5"],["2","3","3","6"],["1","1","2","4","6"]] turn=1',
        ),
        RulesPage(
            T("Wild ones, and a few hints"),
            (
                T("Usually ones are wild: they count as every face, and nobody bids on ones. An option changes that."),
                T(
                    "When ones are wild, about a third of the hidden dice match a bid; otherwise a sixth. Add your "
                    "own, and you have a good estimate."
                ),
                T("A bid tells the others something about your dice. It need not be the truth."),
            ),
            position='dice=[[],["2","3","6"],["1","1","4"]] bid={"count":2,"face":"6"} bidder=2 turn=1 out=[0]',
        ),
    )
