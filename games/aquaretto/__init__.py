"""Aquaretto (Michael Schacht, 2008): water zoos for two to five.

In a turn a player draws a tile and puts it on a truck, or takes a truck and places its animals, or pays for one
action. A player who has taken a truck waits for the next round. Section numbers in this package refer to the rules.

A *position* is a line of `key=value` words in any order. Missing words have their value at the start of a game, and
missing piles hold all tiles that are not elsewhere. Seats are P1 to P5, trucks T1 to T5.

    act=P2 round=3 turn=17            the seat to move; the counters
    last  over                        the last round has begun; the game has ended
    T1=3:DOL-F,COIN  T2=3>P1:         slots, the seat that has taken it, load
    P1=coins:2;large@H10;DOL-F@K11;DOL@(2,3);cashier;keeper;manager;trainer@L12;depot:HIP,ORC-M
                                      a zoo; boards, tiles, trainers and depot (bottom first) in their order;
                                      a cell is its label or (columns, rows) from the staff corner I9
    out=TUR,HIP                       types that are not in the game
    drawn=ORC  hand=HIP,HIP-F  pending=DOL,coworker
                                      the tile to load; the tiles to place; the bonuses to place
    box=DOL*2,COIN  cashed=3          tiles out of the game; coin tiles turned into coins
    pile=DOL,?*49  reserve=?*15       the piles, next tile last; `?` is hidden

Tiles are described in `zoo.tiles`, cells and boards in `zoo.geometry`. A *record* is written as in `games.record`; the
plies have the codes of `moves`, for example `draw`, `truck/2`, `take/2`, `DOL-F@K11`, `HIP@depot`, `rest@depot`,
`baby@J12`, `keeper`, `trainer@L11`, `move@K11`, `shift/keeper>trainer@K11`, `buy/2@M10`, `discard`, `large@L13`,
`small@M13/BR`.
"""

from games.aquaretto.game import Aquaretto

GAME = Aquaretto()
