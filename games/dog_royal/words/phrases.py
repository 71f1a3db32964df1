"""The parts sentences are made of: cards, pieces, places, and what a play does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from games.dog_royal.boards import GOAL, HOME, Place
from games.dog_royal.cards import BACKWARD, Card
from games.dog_royal.choices import occupant
from games.dog_royal.moves import Play, place_name
from games.dog_royal.state import CITIZEN, RANKS, State, acting_colour, is_protected, rank_name
from games.text import Colour, Join, T, Text

RANK: Final = {"K": T("King"), "N": T("Knight"), "C": T("Citizen"), "J": T("Jester"), "p": T("Piece")}

_NAMED: Final = {"magnet": T("magnet"), "swap": T("swap"), "=": T("copy (=)")}


def card(name: Card) -> Text:
    """A card's name; the numbers are the same in every language."""
    return _NAMED.get(name) or T("{card}", card=name)


def cards(names: Iterable[Card]) -> Join:
    """A list of cards, several of a kind counted."""
    return Join(tuple(_counted(name, count) for name, count in Counter(names).items()))


def _counted(name: Card, count: int) -> Text:
    return card(name) if count == 1 else T("{count} × {card}", count=count, card=card(name))


def card_as(view: State, name: Card, effective: Card) -> Text:
    """A card with what a copy stands for."""
    return T("= as {card}", card=card(effective)) if name == "=" and effective else card(name)


def whose(colour: int, rank: str) -> Text:
    """A piece with its colour."""
    return T("{colour} {rank}", colour=Colour(colour), rank=RANK[rank])


def place(where: Place) -> Text:
    """A place in a list of places; the goal is g1 to g4 as in the picture."""
    if where == HOME:
        return T("home")
    return T("goal {place}", place=place_name(where)) if where > GOAL else T("{place}", place=str(where))


def standing(view: State, colour: int) -> Join:
    """All pieces of a colour with their places."""
    items = []
    for slot, where in enumerate(view.pieces[colour]):
        if where < HOME:
            continue
        name = RANK[rank_name(view, slot)]
        if is_protected(view, colour, where):
            items.append(T("{piece} {place} (protected)", piece=name, place=place(where)))
        else:
            items.append(T("{piece} {place}", piece=name, place=place(where)))
    return Join(tuple(items))


class Effects:
    """What a play does beyond moving its piece."""

    def __init__(self, view: State, seat: int, play: Play) -> None:
        self.effective = view.last if play.card == "=" else play.card
        self.colour = acting_colour(view, seat)
        self.hit: tuple[int, str] | None = None
        """Colour and rank of the piece captured or swapped."""
        if play.target < GOAL and play.target != play.source and (there := occupant(view, play.target)):
            self.hit = there[0], rank_name(view, there[1])
        self.captures = self.hit if self.effective != "swap" else None
        self.draws = (
            view.royal
            and self.effective != "swap"
            and play.source != play.target
            and play.target in view.board.specials
        )
        self.jumps = self.draws and play.rank == RANKS[CITIZEN] and _may_jump(view, play)


def _may_jump(view: State, play: Play) -> bool:
    """Whether another special space is free once the citizen has left where it came from."""
    others = [space for space in view.board.specials if space != play.target]
    return any(space == play.source or occupant(view, space) is None for space in others)


def move_name(view: State, seat: int, play: Play) -> Text:
    """The piece and its way: "Knight 21→26"."""
    effects = Effects(view, seat, play)
    own = effects.colour == view.colours[seat]
    piece = RANK[play.rank] if own else whose(effects.colour, play.rank)
    source, target = place_name(play.source), place_name(play.target)
    if play.source == play.target:
        return T("nothing moves")
    if play.source == HOME:
        return T("{piece} starts on {place}", piece=piece, place=target)
    if effects.effective == "swap" and effects.hit:
        other = whose(*effects.hit)
        return T("{piece} {source} ⇄ {other} {target}", piece=piece, source=source, other=other, target=target)
    return T("{piece} {source}→{target}", piece=piece, source=source, target=target)


def result(view: State, seat: int, play: Play) -> Text:
    """The whole result in one line: the move, who is captured, whether a card is drawn."""
    effects = Effects(view, seat, play)
    move = move_name(view, seat, play)
    if effects.captures and effects.draws:
        return T("{move}, captures {piece}, draws a card", move=move, piece=whose(*effects.captures))
    if effects.captures:
        return T("{move}, captures {piece}", move=move, piece=whose(*effects.captures))
    return T("{move}, draws a card", move=move) if effects.draws else move


def overshoots(view: State, seat: int, play: Play) -> bool:
    """Whether the piece runs past its own goal and must go round once more."""
    effects = Effects(view, seat, play)
    if play.source == HOME or play.source > GOAL or play.target > GOAL or effects.effective == "swap":
        return False
    length = view.board.length
    entry = (view.board.starts[effects.colour] - play.source) % length
    forward = (play.target - play.source) % length
    backward = effects.effective == str(BACKWARD) and forward == length - BACKWARD
    return 0 < entry < forward and not backward
