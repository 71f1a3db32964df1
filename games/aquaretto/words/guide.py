"""The pages of `/rules`."""

from __future__ import annotations

from typing import Final

from games.text import T
from games.wording import RulesPage

_TRUCKS: Final = (
    "act=P1 round=2 turn=9 T1=3:DOL-F,COIN T2=3:HIP-FISH T3=3>P3: "
    "P1=coins:2;DOL@K11;DOL-M@K12;ORC@I11 P2=coins:1;PEN-FISH@L12;PEN@M12 P3=coins:1;SEA@J11;SEA-F@J12;depot:CRO"
)
_BASINS: Final = "act=P1 round=3 turn=14 P1=coins:1;DOL@J11;DOL-F@J12;ORC@L11;ORC@L10;PEN-FISH@K13 hand=DOL,HIP P3="
_OFFSPRING: Final = (
    "act=P1 round=5 turn=31 P1=coins:1;DOL-M@J12;DOL@K12;DOL@L12;DOL@L11;DOL-F@K11;PEN-FISH@K9 pending=coworker,DOL P3="
)
_COWORKERS: Final = (
    "act=P2 round=7 turn=52 P1=coins:3;cashier;trainer@K11;DOL@J10;DOL-F@K10;DOL@J11;DOL@J12;DOL-FLASH@K12;"
    "HIP-FISH@M12;HIP-FISH@M11 P2=coins:2;keeper;keeper;PEN-FISH@J12;PEN-FISH@K12;PEN-FISH@L12;PEN@K11;PEN-FISH@K13 P3="
)
_EXPANSIONS: Final = (
    "act=P1 round=6 turn=40 P1=coins:3;large@H13;small@N9/BR;DOL@K11;DOL@K12;ORC@M11;HIP-FISH@I14;depot:SEA,CRO "
    "P2=coins:2;depot:ORC-M P3="
)
_SCORED: Final = (
    "last over P1=coins:3;keeper;large@G11;small@H13/TL;small@N9/BR;"
    "DOL@G12;DOL@G11;DOL@H11;DOL@I11;DOL@J11;DOL-F@K11;SEA@H13;SEA@I13;SEA@J13;SEA@K13;SEA-FLASH@L13;"
    "POL-FISH@M12;POL-FISH@M11;POL-FISH@M10;POL-FISH@N10;POL@O10;POL-M@N9;HIP-FISH@K9;HIP@L9;"
    "trainer@H12;trainer@K12;depot:CRO,PEN P2=coins:2"
)


def rules() -> tuple[RulesPage, ...]:
    """Teach the rules in seven pages, from the idea to the final score."""
    return (
        RulesPage(
            T("The idea"),
            (
                T(
                    "You run a water zoo. Trucks bring animals: take a truck when you like its load, and place the"
                    " animals in basins. Large basins earn coins and coworkers; animals in the depot cost points."
                ),
                T(
                    "There are eight kinds of animals. Dolphins, orcas and sea lions always take part; with fewer than"
                    " five players, some of the other kinds do not."
                ),
                T(
                    "Some tiles carry a symbol: ♀ and ♂ can have offspring, a fish scores for keepers, and an animal"
                    " with a flash cannot be trained."
                ),
            ),
            _TRUCKS,
        ),
        RulesPage(
            T("Your turn"),
            (
                T("On your turn you do one of three things: draw, take a truck, or pay."),
                T(
                    "Draw: turn up a tile and put it on a truck with a free slot. You see the tile before you choose"
                    " the truck, but you cannot take the draw back."
                ),
                T(
                    "Take a truck that carries at least one tile. You get its coins and place its animals. Then you"
                    " wait for the next round."
                ),
                T("Pay: spend coins on one action, as explained on the page about money."),
                T(
                    "The round ends when everybody has a truck. The trucks come back empty, and the player who took"
                    " the last one begins. With two players the three trucks hold 3, 2 and 1 tiles, and the load of"
                    " the truck that nobody took leaves the game."
                ),
            ),
            _TRUCKS,
        ),
        RulesPage(
            T("Basins and depot"),
            (
                T(
                    "All animals of a kind form one basin: the first goes on any empty cell, every other one beside an"
                    " animal of its kind. Different kinds of animals must never share an edge; corners may touch."
                ),
                T(
                    "You may have three basins, and one more for every large expansion. Nothing may be placed on the"
                    " staff corner."
                ),
                T(
                    "Animals that do not fit, or that you do not want, go on top of your depot, a stack. At the end,"
                    " every kind of animal in it costs 2 points."
                ),
            ),
            _BASINS,
        ),
        RulesPage(
            T("Offspring, coins, coworkers"),
            (
                T(
                    "A ♀ and a ♂ in the same basin have one offspring at once, and each breeds only once. Place the"
                    " offspring like any animal of its kind; if it does not fit, it goes to the depot."
                ),
                T("A basin that grows to 3, 6, 9 or 12 animals earns a coin; at 5 and at 10 it earns a coworker."),
                T("Place offspring and coworkers before the next animal, in any order."),
            ),
            _OFFSPRING,
        ),
        RulesPage(
            T("Four jobs"),
            (
                T("Cashier (two at most): scores one point at the end for every coin you have."),
                T("Keeper (two at most): scores one point at the end for every fish in your zoo."),
                T("Manager (one at most): each kind of animal in your depot costs only 1 point."),
                T(
                    "Trainer: stands on an empty cell and scores one point for every dolphin, orca and sea lion on "
                    "the eight cells around, except those with a flash. No animal can be placed on the trainer's "
                    "cell."
                ),
            ),
            _COWORKERS,
        ),
        RulesPage(
            T("Money"),
            (
                T("You may pay for one action per turn, with coins you already have:"),
                T("1 coin: move the top animal of your depot into your zoo."),
                T("1 coin: give one of your coworkers another job or cell."),
                T("2 coins, one of them for the owner: buy the top animal of another depot and place it in your zoo."),
                T("2 coins: discard the top animal of your depot."),
                T(
                    "2 coins: build a large expansion (four cells and one more basin). 1 coin: build a small one"
                    " (three cells). You have two of each. An expansion must share an edge with your zoo and must not"
                    " cover the staff corner."
                ),
            ),
            _EXPANSIONS,
        ),
        RulesPage(
            T("The end"),
            (
                T(
                    "Fifteen tiles are set aside as a reserve. When the first of them is drawn, you finish the round,"
                    " and the game is over."
                ),
                T(
                    "You score one point for every animal in your zoo and the points of your coworkers, minus the"
                    " points for your depot. The most points win; if tied, the most coins."
                ),
                T(
                    "The zoo shown here scores 30: 19 for its animals, 10 for two trainers, 5 for the keeper with five"
                    " fish, minus 4 for two kinds in the depot."
                ),
            ),
            _SCORED,
        ),
    )
