"""How to play DOG Royal: pages of rules, most of them with a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.text import T
from games.wording import RulesPage

PAGES: Final = (
    RulesPage(
        T("The race"),
        (
            T(
                "Bring your four pieces from home once round the track and into your goal. Cards move them, "
                "not dice. Four or six players form pairs: partners sit opposite and win together. Two, three"
                " or five play alone."
            ),
            T(
                "Pieces move clockwise. A piece that ends its move on the space of another piece sends that other "
                "piece home, even one of its own colour or the partner's."
            ),
            T("On your own start space your piece is protected: nobody captures, swaps or passes it, not even you."),
        ),
        "base/4 0p@0 0p@20 0p@h 0p@h 1p@16 1p@25 1p@h 1p@h 2p@32 2p@h 2p@h 2p@g4 3p@48 3p@60 3p@h 3p@h hand0=5",
    ),
    RulesPage(
        T("A round"),
        (
            T(
                "Everybody gets five cards and passes one face down: to the partner or, without partners, to"
                " the left. You can change your choice until everybody has chosen."
            ),
            T("In the first round everybody then puts one piece on their start space without playing a card."),
            T(
                "Then the players take turns and play one card each until all hands are empty. If you can "
                "play, you must, even if it hurts. With partners, a player who has no legal play shows the "
                "whole hand and is out until the next deal."
            ),
            T(
                "Without partners nobody drops out: if you have no legal play, you discard a card and draw "
                "another. If you can play then, you must; if not, you discard another card."
            ),
            T("Partners must not talk about their cards or plans."),
            T("The host may choose an open table instead: then partners may talk about their cards and plans."),
        ),
    ),
    RulesPage(
        T("The cards"),
        (
            T(
                "2, 3, 5, 6, 8, 9, 10 and 12 move one piece exactly that far. The 1-7 moves one piece one"
                " to seven spaces."
            ),
            T(
                "The 1/11 and the 13 bring a piece from home to the start space. Or they move a piece: the "
                "1/11 by 1 or 11, the 13 by 13 spaces."
            ),
            T("The 4 moves forward or backward. It is the only card that moves backward, and never inside the goal."),
            T(
                "The magnet pulls a piece forward to the space right behind the next piece, however far that is. "
                "It captures nothing and never enters the goal."
            ),
            T("The swap exchanges a piece of yours with one of another colour, both on the track and unprotected."),
            T("The copy (=) counts as the last card that anybody played in this round."),
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
            T("Inside the goal no piece passes or captures another, and none comes out again."),
            T(
                "A piece on its start space must first go round the track. But once a 4 has taken it back behind the "
                "start space, it may turn into the goal on its next move forward."
            ),
            T("Once all your own pieces are in, your cards move your partner's pieces."),
        ),
        "base/4 0p@60 0p@g4 0p@h 0p@h 1p@16 1p@h 1p@h 1p@h hand0=5",
    ),
    RulesPage(
        T("Royal: ranks"),
        (
            T(
                "The ranks are king, knight, citizen and jester. A piece cannot pass a piece of higher rank, not "
                "even one of its own colour, but it may land on such a piece."
            ),
            T("Green cards, the 10 and the 4, ignore ranks."),
            T(
                "Only a king captures a king. But any piece of yours that arrives on your start space "
                "captures a king of another colour there. Kings move at most seven spaces at a time."
            ),
            T("The knight passes protected pieces if their rank is not higher or the card is green."),
            T("The jester may waste up to two points of a card when entering the goal."),
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
                "A citizen that draws a card in this way may then jump to the next free special space, over "
                "everything in between. You decide after you have seen the card."
            ),
            T("Swaps and jumps to a special space draw no card."),
        ),
        "royal/4 0C@5 0K@0 0N@h 0J@h 1K@26 1N@h 1C@h 1J@h hand0=5",
    ),
    RulesPage(
        T("Playing here"),
        (
            T(
                "Open your hand with the button under the board; nobody else can see it. Pick one of your legal "
                "plays, look at the preview and confirm."
            ),
            T(
                "Each card you cannot play shows the reason. If you have no legal play, you drop out "
                "automatically or, without partners, choose a discard."
            ),
        ),
    ),
)


def rules() -> Sequence[RulesPage]:
    """Return the pages in order."""
    return PAGES
