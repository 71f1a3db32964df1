"""Riff Raff taught in seven pages, one idea a page, with a position to look at."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import RulesPage
from games.text import T


def rules() -> Sequence[RulesPage]:
    return (
        RulesPage(
            T("Riff Raff in short"),
            (
                T(
                    "A ship hangs in a gimbal and rocks in all directions. Everybody wants to get rid of cargo by "
                    "loading it."
                ),
                T(
                    "You have eight pieces each, with two players sixteen: crate, chest, bottle, boat, barrel, "
                    "sailor, plank and rat. Whoever has loaded the last one wins at once. What falls while you "
                    "load is yours again."
                ),
                T(
                    "The ship has ten areas: 1 to 4 on deck, 5 and 6 on the lowest yard, 7 and 8 on the middle "
                    "one, 9 and 10 at the top. Odd areas lie to port, even ones to starboard; 1 and 2 are at the "
                    "bow."
                ),
            ),
            position="seats=4",
        ),
        RulesPage(
            T("Choosing a card"),
            (
                T(
                    "Everybody secretly chooses one of the cards 1 to 10; you may change your mind until all have "
                    "chosen. The number is the area you will load. A card is played once; two players take theirs "
                    "back once."
                ),
                T(
                    "The highest card makes its player captain. Tied for the highest? Then the old captain names "
                    "one of them. The captain loads first, then the others by falling numbers; the captain orders "
                    "other ties."
                ),
                T("High areas are hard, but you go early, before the others have upset the balance."),
            ),
            position="seats=4 phase=piece captain=1 shown=7;9;4;2 order=1,0,2,3 announced=1",
        ),
        RulesPage(
            T("Loading"),
            (
                T(
                    "You choose a piece, a spot, a pose and your hands. Spots have a letter and a number: the "
                    "letter is the distance from the mast, A being 5 mm, B 10 mm and so on. The number is the "
                    "distance from the centre line on deck, and on a yard 1 is its fore edge, 2 the middle, 3 its "
                    "aft edge."
                ),
                T(
                    "The piece is lowered until it meets the area or a piece that counts for it. It may stick out "
                    "over the edge of the ship, but not into another area. Only the sailor can hang, and only on "
                    "a yard."
                ),
                T("On the way down it pushes what it meets. Nobody holds the ship."),
            ),
            position="seats=4 phase=piece shown=5;4;3;2 order=0,1,2,3 announced=1 "
            "cargo=crate@6/Q2/flat@0;rat@5/E2/belly@90",
        ),
        RulesPage(
            T("One piece or two"),
            (
                T(
                    "On a yard you may announce two pieces if something lay in that area when your turn began and "
                    "you have at least two left. That is binding: if the first holds, the second follows on the "
                    "same area."
                ),
                T("On deck it is always one. If anything falls, your turn ends."),
            ),
            position="seats=4 phase=announce shown=8;4;3;2 order=0,1,2,3 cargo=plank@8/J2/flat@90",
        ),
        RulesPage(
            T("What falls and what is caught"),
            (
                T(
                    "What leaves the ship goes to your supply, whoever had loaded it. Sliding from a yard to the "
                    "deck is no fall; the piece then counts for the area it rests on."
                ),
                T(
                    "Both hands are steady: an error of about 0.3 mm. One hand errs by about 1.2 mm and lets go "
                    "more suddenly, but the other waits on the side you choose and can catch from the start."
                ),
                T(
                    "Hands that have let go catch too, on the side of your spot: one hand after 0.9 s, two after "
                    "2.2 s. Each hand reaches 45 degrees to either side and catches any number of pieces, a moment "
                    "apart."
                ),
                T(
                    "Caught pieces leave the game. The exception: if you catch nothing but the piece you have "
                    "just loaded, you take it back. With another option under Catching, "
                    "one hand waits in one sector and catches two pieces at most."
                ),
            ),
        ),
        RulesPage(
            T("How she leans"),
            (
                T(
                    "A heavy ball under the keel keeps the ship upright. Every gram to port makes her lean to "
                    "port, the more the farther out it lies; every gram aloft weakens the ball's hold. Too much "
                    "aloft, and she flops over."
                ),
                T("So: heavy things low, light things high, and always balance left and right, bow and stern."),
                T(
                    "Weights at full scale: crate 20 g, chest 15, bottle 10, boat 9, barrel 7, sailor 6, plank 5, "
                    "rat 4. From about 20 degrees on everything slides."
                ),
            ),
            position="seats=4 options=weather:storm ship=7.7,0.0 cargo=crate@5/Q2/flat@0",
        ),
        RulesPage(
            T("The end"),
            (
                T(
                    "Whoever has an empty supply at the end of the own turn wins at once and alone. Pieces that "
                    "fall then and are missed count against it."
                ),
                T("If the cards run out first, the fewest pieces left win; a tie is shared."),
                T(
                    "A physics engine works out each loading once, and the result is stored for good. The error "
                    "of your hand comes from a secret that is fixed before the match and shown after it, so it "
                    "can be checked; repeating the movement of the ship exactly takes the same version of the "
                    "engine on the same kind of machine."
                ),
            ),
        ),
    )
