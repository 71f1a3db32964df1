"""The pages of `/rules`."""

from __future__ import annotations

from collections.abc import Sequence

from games.text import T
from games.wording import RulesPage


def rules() -> Sequence[RulesPage]:
    """Teach the rules in seven pages."""
    return (
        RulesPage(
            T("In short"),
            (
                T(
                    "A ship hangs in a gimbal and rocks in all directions. Everybody wants to get rid of their cargo"
                    " by loading it onto the ship."
                ),
                T(
                    "You have eight pieces, or sixteen with two players: crate, chest, bottle, boat, barrel, sailor,"
                    " plank and rat. The first player to load them all wins at once. Every piece that falls while you"
                    " are loading becomes yours."
                ),
                T(
                    "The ship has ten areas: 1 to 4 on deck, 5 and 6 on the lowest yard, 7 and 8 on the middle yard,"
                    " 9 and 10 on the top yard. Odd areas are to port, even areas to starboard; 1 and 2 are at the"
                    " bow."
                ),
            ),
            position="seats=4",
        ),
        RulesPage(
            T("Choosing a card"),
            (
                T(
                    "Everybody secretly chooses one of the cards 1 to 10 and can change it until all have chosen. "
                    "The number is the area you load. You play each card once. With two players, you both take your "
                    "cards back once."
                ),
                T(
                    "The player of the highest card becomes captain. If several players share it, the old captain "
                    "names one of them. The captain loads first, then the others from high cards to low. The "
                    "captain also decides the order of other ties."
                ),
                T("High areas are difficult, but you load early, before the others upset the balance."),
            ),
            position="seats=4 phase=piece captain=1 shown=7;9;4;2 order=1,0,2,3 announced=1",
        ),
        RulesPage(
            T("Loading"),
            (
                T(
                    "Choose a piece, a spot, a pose and your hands. A spot is a letter and a number. The letter is the"
                    " distance from the mast in steps of 5 mm: A is one step, B is two, and so on. On deck, the number"
                    " counts the steps from the centre line. On a yard, 1 is the fore edge, 2 the middle and 3 the aft"
                    " edge."
                ),
                T(
                    "The piece is lowered until it touches the area or a piece that counts for this area. It may hang"
                    " over the edge of the ship, but not reach into another area. From a yard, the sailor can also"
                    " hang by his hook."
                ),
                T(
                    "Long pieces can lean against the mast, a yard or other pieces. A piece that leans has its top"
                    " towards the bow; turned by 90°, towards port. You will see if it holds once you let go."
                ),
                T("On its way down, the piece pushes everything it touches. Nobody holds the ship."),
            ),
            position="seats=4 phase=piece shown=5;4;3;2 order=0,1,2,3 announced=1 "
            "cargo=crate@6/Q2/flat@0;rat@5/E2/belly@90",
        ),
        RulesPage(
            T("One piece or two"),
            (
                T(
                    "On a yard you may announce two pieces if the area held a piece when your turn began and you have"
                    " at least two left. Your announcement is binding: if the first piece holds, you must load the"
                    " second on the same area."
                ),
                T("On deck you always load one piece. If anything falls, your turn ends."),
            ),
            position="seats=4 phase=announce shown=8;4;3;2 order=0,1,2,3 cargo=plank@8/J2/flat@90",
        ),
        RulesPage(
            T("Falling and catching"),
            (
                T(
                    "Every piece that leaves the ship goes to your supply, no matter who loaded it. A piece that"
                    " slides from a yard to the deck has not fallen; it now counts for the area on which it rests."
                ),
                T(
                    "With both hands, you miss the spot by about 0.3 mm. With one hand, you miss it by about 1.2 mm "
                    "and let go more suddenly, but the other hand waits on the side you choose and can catch from "
                    "the start."
                ),
                T(
                    "The hands that load can catch too, on the side of your spot: a single hand 0.9 s after it begins "
                    "to let go, both hands after 2.2 s. A hand reaches 60 degrees to either side and can catch any "
                    "number of pieces. Of two pieces that fall at the same moment, but apart from each other, it "
                    "catches only one."
                ),
                T(
                    "Caught pieces leave the game, with one exception: if you catch only the piece you have just"
                    " loaded, you take it back. In another variant, one free hand catches at most two pieces."
                ),
            ),
        ),
        RulesPage(
            T("How the ship leans"),
            (
                T(
                    "A heavy ball under the keel keeps the ship upright. Every gram to port makes the ship lean to "
                    "port, and more so the further out it lies. Every gram high up makes the ship less stable. With "
                    "too much weight high up, the ship tips over."
                ),
                T("So load heavy pieces low and light pieces high, and balance left and right, bow and stern."),
                T(
                    "Full weights: crate 20 g, chest 15, bottle 10, boat 9, barrel 7, sailor 6, plank 5, rat 4. When"
                    " the ship leans more than about 20 degrees, everything slides."
                ),
            ),
            position="seats=4 options=weather:storm ship=7.7,0.0 cargo=crate@5/Q2/flat@0",
        ),
        RulesPage(
            T("The end"),
            (
                T(
                    "If your supply is empty at the end of your turn, you win at once and alone. Pieces that fall"
                    " during this turn and are not caught go back to your supply first."
                ),
                T(
                    "If the cards run out first, the player with the fewest pieces left wins. If several have "
                    "equally few, they share the win."
                ),
                T(
                    "A physics engine calculates each loading once, and the result is stored for good. The error of "
                    "your hand comes from a secret that is fixed before the match and revealed after it, so anybody "
                    "can check it. To repeat the movement of the ship exactly, you need the same version of the engine "
                    "and the same kind of machine."
                ),
            ),
        ),
    )
