"""DOG Royal: four pieces each race round a cross; hidden hands, partners, cards passed before every round.

Spaces. The track is numbered clockwise from colour 0's start space: 0..63 on the four-armed side, 0..95 on the
six-armed one; colour c starts on 16·c, special spaces lie 10 further on. `h` is home, `g1`..`g4` the goal.

A *position* is one line of words. First mode and seats, `royal/4`; then options that differ from the defaults
(`plus4_green=no`, `short=two_out`); then the pieces, colour, rank (K N C J; p in the base game) and place, `1N@16`;
then, each with its default for partial positions: `phase=turn`, `round=1`, `turn=0`, `dealer=` (the seat right of
`turn`), `turns=1`, `last=` (none), `arrived=` (none), `drawn=0:13` (none), `dropped=1,3` (none), `given=5,-,-,-`
(nothing), `hand0=5,13` (empty) and so on, `discard=` (empty; top first), `deck=` (next card first; by default all cards
that are nowhere else, in a fixed order). `3*5` is three fives, `?` a hidden card. Pieces not listed are not in the
game. Reading back what was written gives an equal state without its events.

A *record* is the one of `games.record`, with the codes below.

*Codes*: `give/7` (exchange), `start/K` (free start), `5/N:21>26`, `13/K:h>0`, `1-7/C:60>g2`, `swap/J:20>50`,
`=/N:18>14` (a play), `draw` and `no` (a special space's card), `jump/42` and `stay` (the citizen), `drop/8` (no play).

Decisions where the rules leave room: what a solo player discards is public, as the discard pile is open; a magnet that
moves nothing counts as played but reaches no special space; with two pieces out, the second one is set on the first
special space ahead of its start space and draws nothing; a three-piece game needs any three of the four goal spaces
and leaves the king in the box; stopping by round limit ranks by pieces in the goal, then by steps.
"""

from games.dog_royal.game import DogRoyal

GAME = DogRoyal()
