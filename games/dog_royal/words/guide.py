"""How to play DOG Royal: pages of rules, most of them with a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import RulesPage
from games.text import T

PAGES: Final = (
    RulesPage(
        T("The race"),
        (
            T(
                "Bring your four pieces from home once round the track and into your goal. Cards move "
                "them, never dice. Four or six people play in pairs, partners sit opposite and win "
                "together; two, three or five play alone."
            ),
            T(
                "Pieces move clockwise. Whoever ends a move on another piece's space sends it home, "
                "even a piece of the same colour or the partner's."
            ),
            T("On your own start space your piece is protected: nobody captures, swaps or passes it, not even you."),
        ),
        "base/4 0p@0 0p@20 0p@h 0p@h 1p@16 1p@25 1p@h 1p@h 2p@32 2p@h 2p@h 2p@g4 3p@48 3p@60 3p@h 3p@h hand0=5",
    ),
    RulesPage(
        T("A round"),
        (
            T(
                "Everybody gets five cards and passes one on, without looking at what comes: to the partner, or to the "
                "left when playing alone. You may change your choice until everybody has chosen."
            ),
            T("In the first round everybody then sets one piece on the start space without a card."),
            T(
                "Then all play one card each in turn until every hand is empty. If you can play, you "
                "must, even if it hurts. If a team player can play nothing, the whole hand is shown and "
                "that player is out until the next deal."
            ),
            T(
                "Playing alone, nobody drops out: without a legal play you discard a card and draw another. "
                "If you can play then, you must; otherwise you discard once more."
            ),
            T("Partners do not talk about their cards or plans."),
        ),
    ),
    RulesPage(
        T("The cards"),
        (
            T(
                "2, 3, 5, 6, 8, 9, 10 and 12 move one piece exactly that far. The 1-7 moves one piece one"
                " to seven spaces."
            ),
            T("The 1/11 and the 13 set a piece on the start space, or move 1, 11 or 13 spaces."),
            T("The 4 moves forward or backward: the only card that goes back, but never in the goal."),
            T(
                "The magnet pulls a piece forward to the space right behind the next piece, however far that is. "
                "It captures nothing and never enters the goal."
            ),
            T("The swap exchanges a piece of yours with one of another colour, both on the track and unprotected."),
            T("The copy (=) counts as the card last played in this round, whoever played it."),
        ),
        "base/4 1p@5 1p@16 1p@g2 1p@g4 0p@11 0p@h 0p@h 0p@h turn=1 hand1=1-7,4,magnet",
    ),
    RulesPage(
        T("The goal"),
        (
            T(
                "The goal branches off your start space. A piece that passes the start space with steps "
                "to spare may turn in; those steps must take it exactly to a free goal space. It may also"
                " run on for another lap."
            ),
            T("Inside the goal nobody passes or captures anybody, and nobody comes out again."),
            T(
                "A piece standing on the start space must first go round. But if a 4 takes it back over "
                "the start space, it may turn in with its next step forward."
            ),
            T("Once your own pieces are all in, you play your cards for your partner's pieces."),
        ),
        "base/4 0p@60 0p@g4 0p@h 0p@h 1p@16 1p@h 1p@h 1p@h hand0=5",
    ),
    RulesPage(
        T("Royal: ranks"),
        (
            T(
                "King, knight, citizen, jester: nobody passes a piece of higher rank, of any colour. "
                "Landing on one is allowed."
            ),
            T("Green cards, the 10 and the 4, ignore ranks."),
            T(
                "The king is captured by kings only; but if he stands on your start space, any piece of yours that "
                "arrives there captures him. He walks only one to seven spaces at a time."
            ),
            T("The knight passes protected pieces, if their rank is not higher or the card is green."),
            T("The jester may waste up to two points of a card when he enters the goal."),
        ),
        "royal/4 0J@20 0N@12 0K@h 0C@h 1K@22 1N@16 1C@h 1J@h hand0=10,3,8",
    ),
    RulesPage(
        T("Royal: special spaces"),
        (
            T(
                "Each arm has a special space. If you move a piece there with a number card or the magnet, "
                "you draw a card at once and may play it in this round."
            ),
            T(
                "A citizen who has arrived so may then jump to the next free special space, over "
                "everything in between. You decide when you have seen the card. The jump draws no other."
            ),
            T("A swap or a jump to a special space draws nothing."),
        ),
        "royal/4 0C@5 0K@0 0N@h 0J@h 1K@26 1N@h 1C@h 1J@h hand0=5",
    ),
    RulesPage(
        T("Playing here"),
        (
            T(
                "Open your hand with the button below the board: only you see it. Pick one of your legal "
                "plays, look at the preview and confirm."
            ),
            T(
                "Cards that can do nothing say why. When you have no legal play, everything happens by "
                "itself or you are asked for a discard."
            ),
        ),
    ),
)


def rules() -> Sequence[RulesPage]:
    """Return the pages in order."""
    return PAGES
