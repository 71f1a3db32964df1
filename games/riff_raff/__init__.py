"""Riff Raff: load cargo onto a rocking ship. What falls is yours again; the first player to load everything wins.

By Christoph Cantzler (2012), for two to four. The ship of the tabletop game is a MuJoCo model, run once per loading as
nature's move (`loading.physics.settle`); everything else is ordinary rules.

Besides the modules every game has: `legality` finds the reason why a move is refused. In the folder `loading`,
`settled` is nature's move and `clip` the clip of a loading; `ship` holds the numbers of the ship; `geometry`, `descent`
and `placing` find where a piece can be loaded, `catching` what a hand catches; `model`, `at_rest`, `settling` and
`physics` are for worker processes only.

**Moves.** `card/7`; `captain/2`; `order/2,0,1`; then, as one draft, `load/1` or `load/2` where there is a choice, a
kind (`crate`), `spot/E3`, `pose/flat@90` and `both`, `one` or `one/port-bow`; `catch/port` (with `catch_mode`
reaction). Nature's code is the JSON of `Settled` or `Void`. While a `catch/…` is due, the code of the preceding settle
must stay hidden, because it contains the pieces that fall.

A spot is a letter and a digit. Letter: the distance from the mast in steps of 0.5 cm (A = 0.5, B = 1.0, …); along the
ship on deck (to Q at the bow, to N at the stern), along the yard aloft (to T, P, L from below). Digit: on deck 1 to 6,
the distance from the centre line in steps of 0.5 cm; on a yard 1 fore, 2 middle, 3 aft. The turn is in degrees,
anticlockwise from above; at 0 the long side points to the bow, so at 90 it lies along a yard.

**Position.** Words `key=value` in any order, separated by spaces; missing words are as at the start of a match:

    seats=4 options=weather:storm,hide_played:yes phase=piece round=3 captain=1 hands=all;1,2,3;-;4 chosen=7;-;?;-
    shown=7;9;4;2 tied=2,0;3 order=1,0 turn=0 supplies=set;set*2;crate+rat*2;none out=none serial=9 ship=1.5,-0.25
    yards=0.0,1.5,0.0 announced=1 loaded=0 loading=crate/E2/flat@90/one/port heel=port pending=… emptied=2
    cargo=3:rat@8:0.4,-1.0,15.2,1.0,0.0,0.0,0.0;crate@5;boat@6/M2/keel@90

Lists by seat are separated by `;`, `-` is empty, `?` is hidden. A supply counts kinds, `set` is one of each. If
`supplies` is missing, what is on board or out of the game is missing from the fullest ones. Cargo is written in full,
`id:kind@area:x,y,z,qw,qx,qy,qz` (centimetres in the frame of the ship, then a quaternion), or short:
`kind@area/spot/pose@turn` lies where it first touches something, `kind@area` on the first spot with room. `ship` is
roll and pitch. If `hands` is missing, everybody holds all cards but the one shown. Written positions contain
everything but `last` and `events`.

**Record.** As for every game: the options and the secret, then the code of one move per line.
"""

from games.riff_raff.game import RiffRaff

GAME = RiffRaff()
