"""The rules, taught page by page."""

from __future__ import annotations

from typing import Final

from games.core import RulesPage
from games.text import T

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
    """Seven pages, from the idea to the last point."""
    return (
        RulesPage(
            T("The idea"),
            (
                T(
                    "You run a water zoo. Trucks bring animals; you take a truck when you like its load and fit the"
                    " animals into basins. Large basins earn coins and coworkers; surplus animals cost points."
                ),
                T(
                    "There are eight kinds of animals. Dolphin, orca and sea lion are always there; with fewer than"
                    " five players some of the others stay out."
                ),
                T(
                    "A sign on a tile tells more: ♀ and ♂ can have offspring, a fish is worth points to keepers, and"
                    " an animal with a flash cannot be trained."
                ),
            ),
            _TRUCKS,
        ),
        RulesPage(
            T("Your turn"),
            (
                T("In your turn you do exactly one thing."),
                T(
                    "Draw: turn up a tile and put it on a truck that has a free slot. You see the tile before you"
                    " choose the truck, and there is no way back."
                ),
                T(
                    "Take a truck with at least one tile: its coins are yours, and you place its animals. Then you are"
                    " out until the next round."
                ),
                T("Spend coins on one action: see the page on money."),
                T(
                    "When everybody has a truck, the trucks come back empty. Whoever took the last one begins. With two"
                    " players the trucks hold 3, 2 and 1 tiles, and the load of the third leaves the game."
                ),
            ),
            _TRUCKS,
        ),
        RulesPage(
            T("Basins and depot"),
            (
                T(
                    "All animals of one kind form one basin: the first goes on any free cell, every other one beside"
                    " an animal of its kind. Animals of different kinds must never share an edge; corners may touch."
                ),
                T("You may have three basins, and one more for every large expansion. The staff corner stays free."),
                T(
                    "What does not fit, or what you do not want, goes on top of your depot, a stack. At the end"
                    " every kind of animal in it costs 2 points."
                ),
            ),
            _BASINS,
        ),
        RulesPage(
            T("Offspring, coins, coworkers"),
            (
                T(
                    "A ♀ and a ♂ in the same basin have one offspring at once, and each breeds only once. Offspring"
                    " must be placed like any animal of its kind; without room it goes to the depot."
                ),
                T("A basin that grows to 3, 6, 9 or 12 animals earns a coin, at 5 and at 10 a coworker."),
                T("Offspring and coworkers are placed before the next animal, in the order you like."),
            ),
            _OFFSPRING,
        ),
        RulesPage(
            T("Four jobs"),
            (
                T("Cashier (two at most): at the end one point for every coin you have."),
                T("Keeper (two at most): at the end one point for every fish in your zoo."),
                T("Manager (one at most): kinds in your depot cost only 1 point each."),
                T(
                    "Trainer: stands on an empty cell and scores one point for every dolphin, orca and sea lion on"
                    " the eight cells around, but not for those with a flash. The cell is blocked for animals."
                ),
            ),
            _COWORKERS,
        ),
        RulesPage(
            T("Money"),
            (
                T("One action in a turn, paid with coins you already have:"),
                T("1 coin: move the top animal of your depot into your zoo."),
                T("1 coin: give one of your coworkers another job or cell."),
                T("2 coins, one of them to the owner: buy the top animal of another depot; it must go into your zoo."),
                T("2 coins: discard the top animal of your depot."),
                T(
                    "2 coins for a large expansion (four cells and one more basin), 1 coin for a small one (three"
                    " cells). You have two of each. It must share an edge with your zoo and keep off the staff corner."
                ),
            ),
            _EXPANSIONS,
        ),
        RulesPage(
            T("The end"),
            (
                T(
                    "Fifteen tiles are set aside as a reserve. When the first of them is drawn, the round is played to"
                    " its end, and the game is over."
                ),
                T(
                    "You score one point for every animal in your zoo and what your coworkers earn, less the depot."
                    " The most points win; after a tie, the most coins."
                ),
                T(
                    "The zoo shown scores 30: 19 animals, 10 by two trainers, 5 fish by the keeper, less 4 for two"
                    " kinds in the depot."
                ),
            ),
            _SCORED,
        ),
    )
