"""Docker (also Omba): cubes on a three-by-three quay; who cannot use the die is out, and the last one in wins.

Rules: by Ingo Althöfer, Hilko Drude and Reinhold Wittig, 2008/2012; sections cited in this package are those of the
project's own specification. Everything is public, so a view is the state; chance is the die alone, and it is rolled for
the next player inside the ply before.

Position notation: one line, parts separated by " / ", every part but the first optional, in any order:

    B2=GR A1=Y / res R2 Y2 / move R die 4 / seats 4 / out G / turns 12 / entry=any reroll=none

* The stacks, each from the ground up (red on green on B2); "empty" for an empty board. The letters are R, Y, G, B.
* `res`: cubes in reserve, by colour; "-" or left out: none. Cubes not mentioned do not exist.
* `move R die 4 after 1 1`: the seat to move, named by one of its colours (default: seat 0), what it has rolled
  (default: 1), and what it rolled in vain before.
* `seats 4` (the default), `turns 12`: player-turns completed (default: 0), `out G B`: eliminated seats, each named by
  one of its colours, in order; "-" or left out: none. `over`: the game has ended.
* Options by name, where they differ from the default; true and false as 1 and 0.

`read` does not ask whether the seat to move has a move. Events are not written.

Record notation: the first line is the position after the setup, then one line for each ply: the move's code and, after
it, everything that was rolled before the next ply, the rolls of those who were eliminated by them included:

    empty / res R3 Y3 G3 B3 / move R die 3 / seats 2
    in/R>A2 1
    in/Y>A2 1 1 4

`notation.transcribe` writes a record, `notation.replay` reads one back.
"""

from games.docker.game import DockerGame

GAME = DockerGame()
