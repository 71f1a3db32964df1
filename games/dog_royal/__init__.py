"""DOG Royal (Johannes Schmidauer-König, 2012): race four pieces round a cross by playing cards from a hidden hand.

Four and six play in pairs. Everybody passes a card before each round. Section numbers in this package refer to the
rules.

Spaces. The track is numbered clockwise from colour 0's start space: 0..63 on the four-armed side, 0..95 on the
six-armed one; colour c starts on 16·c, special spaces lie 10 further on. `h` is home, `g1`..`g4` the goal.

A *position* is one line of words. First mode and seats, `royal/4`; then options that differ from the defaults
(`plus4_green=no`, `short=two_out`); then the pieces, colour, rank (K N C J; p in the base game) and place, `1N@16`;
then, each with its default for partial positions: `phase=turn`, `round=1`, `turn=0`, `dealer=` (the seat to the right
of `turn`), `turns=1`, `last=` (none), `arrived=` (none), `drawn=0:13` (none), `dropped=1,3` (none), `given=5,-,-,-`
(nothing), `hand0=5,13` (empty) and so on, `discard=` (empty; top first), `deck=` (next card first; by default all cards
that are nowhere else, in a fixed order). `3*5` is three fives, `?` a hidden card. Pieces not listed are not in the
game. Reading back what was written gives an equal state without its events.

A *record* is written as in `games.record`, with the codes below.

*Codes*: `give/5` (exchange), `start/K` (free start), `5/N:21>26`, `13/K:h>0`, `1-7/C:60>g2`, `swap/J:20>50`,
`=/N:18>14` (plays), `draw` and `decline` (a special space's card), `jump/42` and `stay` (the citizen), `drop/8` (no
legal play). In logs of releases up to 0.2, `no` declines the card but not the jump.

Where the rules leave room:

* A solo player's discard is public, because the discard pile is face up.
* A magnet that moves nothing counts as played, and its piece does not arrive on a special space.
* With two pieces out, the second one starts on the first special space ahead of the start space and draws no card.
* With three pieces, any three of the four goal spaces will do, and the king is not in the game.
* A round limit ranks by pieces in the goal, then by steps.
"""

from games.dog_royal.game import DogRoyal

GAME = DogRoyal()
