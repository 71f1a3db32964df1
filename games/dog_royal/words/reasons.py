"""Why a turn is good, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.coaching import SeenPly
from games.core import Seat
from games.dog_royal import standin
from games.dog_royal.choices import legal_plays
from games.dog_royal.components.boards import GOAL, HOME, Place
from games.dog_royal.components.cards import START
from games.dog_royal.moves import Decline, Drop, Give, Jump, Play, Stay, Take
from games.dog_royal.moves import Start as FreeStart
from games.dog_royal.state import State, find_acting_colour, find_receiver, is_protected
from games.dog_royal.words import names
from games.dog_royal.words.menus import Effects
from games.dog_royal.words.names import RANK
from games.text import N, Player, T, Text

_OPENING: Final = {
    "K": T("The king is the hardest piece to capture."),
    "N": T("The knight may pass pieces that block everybody else."),
    "C": T("From a hat, the citizen may jump to the next one."),
    "J": T("The jester enters the goal even with a card that is 1 or 2 too high."),
}
"""Why a rank is a good first piece (rules, sections 8.5 to 8.8)."""


def reason(plies: Sequence[SeenPly], seat: Seat) -> Text | None:
    """Give the main reason for a turn, by its first ply."""
    view: State = plies[0].view
    match plies[0].move:
        case Play() as play:
            return _explain_play(view, seat, play)
        case Give(card):
            return _explain_gift(view, seat, card)
        case Drop(card):
            return T("You need this card least: {card}.", card=names.card_name(card))
        case FreeStart(rank):
            return _OPENING[rank]
        case Jump(target):
            if _count_hunters(view, seat, target) < _count_hunters(view, seat, view.arrived):
                return T("There the citizen is out of reach.")
            return T("That hat is the better place for the citizen.")
        case Stay():
            return T("No free hat is a better place for the citizen.")
        case Take():
            return T("One more card gives you more choice.")
        case Decline():
            return T("You can do without the card.")
    return None


def _explain_play(view: State, seat: Seat, play: Play) -> Text:
    effects = Effects(view, seat, play)
    mine = effects.colour
    piece = RANK[play.rank] if mine == view.colours[seat] else names.piece_name(mine, play.rank)
    is_plain = not view.royal and mine == view.colours[seat]  # a base piece has no name to add
    if play.target > GOAL and play.source < GOAL:
        if is_plain:
            return T("It brings a piece into the goal.")
        return T("It brings a piece into the goal: {piece}.", piece=piece)
    if effects.captures and not _is_friend(view, seat, effects.captures[0]):
        ahead = _count_steps(view, effects.captures[0], play.target)
        return N(
            "It captures {piece}, which loses {count} step.",
            "It captures {piece}, which loses {count} steps.",
            ahead,
            piece=names.piece_name(*effects.captures),
        )
    if play.source == HOME:
        if is_plain:
            return T("It brings a piece onto the track.")
        return T("It brings a piece onto the track: {piece}.", piece=piece)
    if play.source > GOAL:
        return T("It makes room in the goal.")
    gained = _count_steps(view, mine, play.target) - _count_steps(view, mine, play.source)
    if effects.effective == "swap" and effects.hit and gained > 0:
        return N(
            "The swap takes your piece {count} step ahead.", "The swap takes your piece {count} steps ahead.", gained
        )
    if effects.jumps:
        return T("It draws a card, and the citizen may jump.")
    if effects.draws:
        return T("It draws a card.")
    before, after = (_count_hunters(view, seat, place, but=play.source) for place in (play.source, play.target))
    if after < before:
        return N(
            "It takes your piece out of reach of a rival.",
            "It takes your piece out of reach of {count} rivals.",
            before - after,
        )
    if gained > 0 and not after:
        return N("It gains {count} step and risks little.", "It gains {count} steps and risks little.", gained)
    if gained > 0:
        return N("It gains {count} step.", "It gains {count} steps.", gained)
    return _explain_rest(view, seat, play, steps=_count_steps(view, mine, play.target))


def _explain_rest(view: State, seat: Seat, play: Play, *, steps: int) -> Text:
    """Explain a play that gains nothing: the others are worse, or there are none."""
    colour, plays = find_acting_colour(view, seat), legal_plays(view, seat)
    passing = [each.target for each in plays if each.source == play.source and 0 <= each.target < GOAL]
    if any(_count_steps(view, colour, target) < steps - view.board.length // 2 for target in passing):
        return T("It keeps the piece in front of the goal.")
    if len(plays) == 1:
        return T("It is the only move.")
    if len(set(view.hands[seat])) == 1:
        return T("Every other move with this card costs you more.")
    return T("It keeps your better cards for later.")


def _explain_gift(view: State, seat: Seat, card: str) -> Text:
    taker = find_receiver(view, seat)
    if not view.teams:
        if card in START:
            return T("The cards you keep are worth more to you.")
        return T("This card helps {player} least.", player=Player(taker))
    if card in START and HOME in view.pieces[view.colours[taker]]:
        return T("With this card, {player} can bring out a piece.", player=Player(taker))
    kept = list(view.hands[seat])
    kept.remove(card)
    if any(each in START for each in kept):
        return T("You keep your start card, and the card you pass helps {player}.", player=Player(taker))
    return T("{player} can use this card better than you.", player=Player(taker))


def _is_friend(view: State, seat: Seat, colour: int) -> bool:
    mates = {view.colours[seat], view.colours[find_receiver(view, seat)] if view.teams else view.colours[seat]}
    return colour in mates


def _count_steps(view: State, colour: int, place: Place) -> int:
    """Count the steps of a piece on the track from its start."""
    return 0 if place <= HOME else (place - view.board.starts[colour]) % view.board.length


def _count_hunters(view: State, seat: Seat, place: Place, *, but: Place = HOME) -> int:
    """Count the hostile pieces that stand within reach behind a place of the track."""
    colour = find_acting_colour(view, seat)
    if not 0 <= place < GOAL or is_protected(view, colour, place):
        return 0
    return sum(
        1
        for other, row in enumerate(view.pieces)
        if row and not _is_friend(view, seat, other)
        for where in row
        if 0 <= where < GOAL and where != but and 0 < (place - where) % view.board.length <= standin.REACH
    )
