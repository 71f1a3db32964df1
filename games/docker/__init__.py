"""Docker (also Omba): move cubes on a quay of three by three squares by the roll of a die; the last player left wins.

By Ingo Althöfer, Hilko Drude and Reinhold Wittig, 2008/2012. Section numbers in this package refer to the rules.
Everything is public, so a view is the state. The only chance is the die, which each ply rolls for the next player.

Position notation: one line, parts separated by " / ", every part but the first optional, in any order:

    B2=GR A1=Y / res R2 Y2 / move R die 4 / seats 4 / out G / turns 12 / entry=any reroll=none

* The stacks, each from the ground up (red on green on B2); "empty" for an empty board. The letters are R, Y, G, B.
* `res`: cubes in reserve, by colour; "-" or left out: none. Cubes in neither place are not in the game.
* `move R die 4 after 1 1`: the seat to move, named by one of its colours (default: seat 0), its roll (default: 1), and
  the rolls before it that it could not play.
* `seats 4` (the default), `turns 12`: turns completed (default: 0), `out G B`: eliminated seats, each named by
  one of its colours, in order; "-" or left out: none. `over`: the game has ended.
* Options by name, where they differ from the default; true and false as 1 and 0.

`read` does not check that the seat to move has a move. Events are not written.
"""

from games.docker.game import DockerGame

GAME = DockerGame()
