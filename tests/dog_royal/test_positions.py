"""All rows of the rules' table 12.1: a position, a card, and all its results."""

from __future__ import annotations

import pytest

from games.dog_royal import GAME
from tests.dog_royal.playing import results

# One block a row: its id, what it shows, the position, and then all legal results separated by semicolons, each as
# piece:from>to, `>h` = sent home, `+1` = the player draws a card. Base pieces cannot be told apart, so the capture of
# an own piece appears as the net change.
ROWS = """
E1
# printed example: A=5, C=16 (start), B=g2, red=11; 5 steps reach the black space 10, 6 steps capture, 1 step fills
# the gap
base/4 1p@5 1p@16 1p@g2 1p@g4 0p@11 turn=1 hand1=1-7
1p:5>6; 1p:5>7; 1p:5>8; 1p:5>9; 1p:5>10; 0p:11>h 1p:5>11; 1p:5>12; 1p:16>17; 1p:16>18; 1p:16>19; 1p:16>20; 1p:16>21;
1p:16>22; 1p:16>23; 1p:g2>g3

E2
# printed example: A to 10 behind red; the second result is C running the long way to 4, just behind A
base/4 1p@5 1p@16 1p@g2 1p@g4 0p@11 turn=1 hand1=magnet
1p:5>10; 1p:16>4

E3
# printed example: C steps back to 12, one space in front of red
base/4 1p@5 1p@16 1p@g2 1p@g4 0p@11 turn=1 hand1=4
1p:5>9; 1p:5>1; 1p:16>20; 1p:16>12

E4
# next turn: 5, 6 or 7 steps enter the goal
base/4 1p@12 0p@11 1p@g4 turn=1 hand1=1-7
1p:12>13; 1p:12>14; 1p:12>15; 1p:12>16; 1p:12>17; 1p:12>18; 1p:12>19; 1p:12>g1; 1p:12>g2; 1p:12>g3

E5
# the danger named in the example: red captures C with a 1
base/4 1p@12 0p@11 turn=0 hand0=1/11
0p:11>12 1p:12>h; 0p:11>22

E6
# an 8 from four behind the start space reaches the innermost goal space
base/4 1p@12 turn=1 hand1=8
1p:12>20; 1p:12>g4

T01
# start; a second piece cannot follow while the first stays
base/4 0p@h 0p@h turn=0 hand0=13
0p:h>0

T02
# own piece on the start space blocks starting; the 13 must be walked
base/4 0p@h 0p@0 turn=0 hand0=13
0p:0>13

T03
# a foreign piece on my start space is captured by starting
base/4 0p@h 1p@0 turn=0 hand0=1/11
0p:h>0 1p:0>h

T04
# protected piece cannot be passed
base/4 0p@14 1p@16 turn=0 hand0=3
none

T05
# protected piece cannot be captured
base/4 0p@14 1p@16 turn=0 hand0=2
none

T06
# a piece on somebody else's start space does not block
base/4 0p@14 2p@16 turn=0 hand0=3
0p:14>17

T07
# ... and can be captured
base/4 0p@14 2p@16 turn=0 hand0=2
0p:14>16 2p:16>h

T08
# own piece is captured when hit (20 lands on 23); or 23 goes to 26
base/4 0p@20 0p@23 turn=0 hand0=3
0p:20>h; 0p:23>26

T09
# goal entry is a choice
base/4 0p@60 turn=0 hand0=5
0p:60>1; 0p:60>g1

T10
# overshoot: the piece must run another lap
base/4 0p@60 turn=0 hand0=9
0p:60>5

T11
# no entry straight from the start space, not even after a lap
base/4 0p@0 turn=0 hand0=3
0p:0>3

T12
# exact landing on the own start space
base/4 0p@60 turn=0 hand0=4
0p:60>0; 0p:60>56

T13
# own piece on the start space closes the goal and the circuit
base/4 0p@60 0p@0 turn=0 hand0=6
0p:0>6

T14
# a foreign piece there closes neither (base)
base/4 0p@60 1p@0 turn=0 hand0=6
0p:60>2; 0p:60>g2

T15
# no passing inside the goal
base/4 0p@60 0p@g1 turn=0 hand0=6
0p:60>2

T16
# no capture inside the goal
base/4 0p@60 0p@g2 turn=0 hand0=6
0p:60>2

T17
# no jump, no overshoot inside the goal (g3+2, g1 onto g3)
base/4 0p@g1 0p@g3 turn=0 hand0=2
none

T18
base/4 0p@g1 turn=0 hand0=1-7
0p:g1>g2; 0p:g1>g3; 0p:g1>g4

T19
# never backwards out of the goal
base/4 0p@g4 turn=0 hand0=4
none

T20
# backwards over the own start space
base/4 0p@2 turn=0 hand0=4
0p:2>6; 0p:2>62

T21
# ... after which the goal may be entered forwards
base/4 0p@62 turn=0 hand0=3
0p:62>1; 0p:62>g1

T22
# a protected piece also stops backward moves (would reach 14)
base/4 0p@18 1p@16 turn=0 hand0=4
0p:18>22

T23
# ... and cannot be captured backwards
base/4 0p@20 1p@16 turn=0 hand0=4
0p:20>24

T24
# magnet stops behind a protected piece as behind any other
base/4 0p@20 1p@16 2p@17 turn=0 hand0=magnet
0p:20>15

T25
# distance zero is not a move
base/4 0p@20 1p@21 turn=0 hand0=magnet
none

T26
# alone on the circuit: nothing attracts
base/4 0p@20 1p@g1 2p@h turn=0 hand0=magnet
none

T27
# magnet runs past the own goal
base/4 0p@60 1p@3 turn=0 hand0=magnet
0p:60>2

T28
# magnet may end on the own start space (then protected)
base/4 0p@60 1p@1 turn=0 hand0=magnet
0p:60>0

T29
# own pieces attract too
base/4 0p@20 0p@30 1p@40 turn=0 hand0=magnet
0p:20>29; 0p:30>39

T30
# protected, goal and home pieces take no part; standing on a third colour's start space does not protect
base/4 0p@20 0p@0 0p@g1 1p@40 1p@16 2p@48 2p@h turn=0 hand0=swap
0p:20>40 1p:40>20; 0p:20>48 2p:48>20

T31
# no unprotected foreign piece: not playable
base/4 0p@20 1p@16 turn=0 hand0=swap
none

T32
# own protected piece cannot be exchanged
base/4 0p@0 1p@40 turn=0 hand0=swap
none

T33
# a swap may carry a piece onto its own start space
base/4 0p@20 1p@0 turn=0 hand0=swap
0p:20>0 1p:0>20

T36
# the partner's piece is captured like any other
base/4 0p@20 2p@23 turn=0 hand0=3
0p:20>23 2p:23>h

T37
# forced self-capture: 31 is blocked, so 28 must hit 31 (net effect: one piece goes home)
base/4 0p@28 0p@31 2p@32 turn=0 hand0=3
0p:28>h

T34
# six seats: 96 spaces, wraps at 96
base/6 5p@92 0p@3 turn=5 hand5=6
5p:92>2

T35
# six seats: colour 5 starts at 80
base/6 5p@78 turn=5 hand5=4
5p:78>82; 5p:78>g2; 5p:78>74

R01
# a jester does not pass a citizen with a blue card
royal/4 0J@20 1C@22 turn=0 hand0=3
none

R02
# equal rank may be passed
royal/4 0J@20 1J@22 turn=0 hand0=3
0J:20>23

R03
# rank binds among own pieces; landing on a higher rank is a capture; 26 is special
royal/4 0C@20 0N@22 turn=0 hand0=1-7
0C:20>21; 0C:20>22 0N:22>h; 0N:22>23; 0N:22>24; 0N:22>25; 0N:22>26 +1; 0N:22>27; 0N:22>28; 0N:22>29

R04
# green 10 ignores rank
royal/4 0J@20 1K@22 turn=0 hand0=10
0J:20>30

R05
# the 4 is green in both directions (default)
royal/4 0J@20 1K@22 turn=0 hand0=4
0J:20>24; 0J:20>16

R06
# option: only the backward 4 is green
royal/4 plus4_green=no 0J@20 1K@22 turn=0 hand0=4
0J:20>16

R07
# green does not open a blocked start space
royal/4 0J@12 1K@16 turn=0 hand0=10
none

R08
# the knight passes a king on his start space with green
royal/4 0N@12 1K@16 turn=0 hand0=10
0N:12>22

R09
# ... but not with blue
royal/4 0N@12 1K@16 turn=0 hand0=8
none

R10
# knight passes a blocked start space, rank permitting
royal/4 0N@12 1C@16 turn=0 hand0=8
0N:12>20

R11
# only the knight passes blocked start spaces: not even the king
royal/4 0K@14 1J@16 turn=0 hand0=5
none

R12
# the knight may not land on a protected piece
royal/4 0N@14 1J@16 turn=0 hand0=2
none

R13
# knight enters the goal over an own piece on the start space
royal/4 0N@60 0C@0 turn=0 hand0=6
0N:60>2; 0N:60>g2; 0C:0>6

R14
# ... but not over the own king with blue
royal/4 0N@60 0K@0 turn=0 hand0=6
0K:0>6

R15
# ... with green he may; the king cannot use a 10
royal/4 0N@58 0K@0 turn=0 hand0=10
0N:58>4; 0N:58>g4

R16
# only a king captures a king
royal/4 0J@20 1K@23 turn=0 hand0=3
none

R17
royal/4 0K@20 1K@23 turn=0 hand0=3
0K:20>23 1K:23>h

R18
# starting throws a foreign king off my start space
royal/4 0J@h 1K@0 turn=0 hand0=13
0J:h>0 1K:0>h

R19
# so does landing there after a lap
royal/4 0J@61 1K@0 turn=0 hand0=3
0J:61>0 1K:0>h

R20
# the partner's king counts as foreign too
royal/4 0J@61 2K@0 turn=0 hand0=3
0J:61>0 2K:0>h

R21
# a foreign king on a THIRD colour's start space keeps his immunity
royal/4 0J@13 2K@16 turn=0 hand0=3
none

R22
# foreign king on my start space: lower ranks may not pass him into the goal or beyond
royal/4 0C@61 1K@0 turn=0 hand0=5
none

R23
# the king does not walk 8
royal/4 0K@20 0N@30 turn=0 hand0=8
0N:30>38

R24
# he may use the 1 of the 1/11, not the 11
royal/4 0K@20 turn=0 hand0=1/11
0K:20>21

R25
# start cards start him; 13 steps are not for him
royal/4 0K@h 0J@20 turn=0 hand0=13
0K:h>0; 0J:20>33

R26
# magnet carries the king any distance
royal/4 0K@20 1J@50 turn=0 hand0=magnet
0K:20>49

R27
# swap works on kings
royal/4 0K@20 1J@50 turn=0 hand0=swap
0K:20>50 1J:50>20

R28
# special space: draw
royal/4 0N@5 turn=0 hand0=5
0N:5>10 +1

R29
# citizen: stay or jump on; one draw only
royal/4 0C@5 turn=0 hand0=5
0C:5>10 +1; 0C:5>26 +1

R30
# occupied special space is skipped; blocked start spaces and kings do not matter
royal/4 0C@5 1K@26 1C@16 turn=0 hand0=5
0C:5>10 +1; 0C:5>42 +1

R31
# no free special space: no jump
royal/4 0C@5 1K@26 1C@42 2J@58 turn=0 hand0=5
0C:5>10 +1

R32
# backward arrival counts
royal/4 0N@14 turn=0 hand0=4
0N:14>18; 0N:14>10 +1

R33
# magnet arrival counts
royal/4 0N@5 1J@11 turn=0 hand0=magnet
0N:5>10 +1

R34
# swap arrival: no card, no jump
royal/4 0C@5 1J@10 turn=0 hand0=swap
0C:5>10 1J:10>5

R35
# capture first, then draw, then jump
royal/4 0C@5 1J@10 turn=0 hand0=5
0C:5>10 1J:10>h +1; 0C:5>26 1J:10>h +1

R36
# special spaces are plain in base mode
base/4 0p@5 turn=0 hand0=5
0p:5>10

R37
# jester: 9 counted as 8 or 7
royal/4 0J@60 turn=0 hand0=9
0J:60>5; 0J:60>g4; 0J:60>g3

R38
# jester may still not pass inside: g4, g3, g2 are closed, one point less than needed for g1
royal/4 0J@60 0C@g2 turn=0 hand0=8
0J:60>4

R39
royal/4 0J@60 0C@g2 turn=0 hand0=1-7
0J:60>61; 0J:60>62; 0J:60>63; 0J:60>0; 0J:60>1; 0J:60>2; 0J:60>3; 0J:60>g1; 0C:g2>g3; 0C:g2>g4

R40
# no lapse on the circuit
royal/4 0J@20 turn=0 hand0=9
0J:20>29

R41
# no lapse inside the goal (default)
royal/4 0J@g1 turn=0 hand0=5
none

R42
# option
royal/4 jester_in_goal=yes 0J@g1 turn=0 hand0=5
0J:g1>g4

R43
# own king on start stops the jester
royal/4 0J@62 0K@0 turn=0 hand0=4
0J:62>58 +1; 0K:0>4; 0K:0>60

R44
# backward landing on the own start space: exception applies (default)
royal/4 0J@4 1K@0 turn=0 hand0=4
0J:4>8; 0J:4>0 1K:0>h

R45
# option: exception only for starting or forward arrival
royal/4 king_exception_any_arrival=no 0J@4 1K@0 turn=0 hand0=4
0J:4>8

R46
# knight passes a blocked start space backwards too (the 4 is green)
royal/4 0N@18 1K@16 turn=0 hand0=4
0N:18>22; 0N:18>14

R47
# others do not
royal/4 0C@18 1J@16 turn=0 hand0=4
0C:18>22

R48
# six seats: specials at 10,26,42,58,74,90; 90 is taken, so the jump goes on to 10
royal/6 0C@69 5C@90 turn=0 hand0=5
0C:69>74 +1; 0C:69>10 +1

R49
# any rank may be started
royal/4 0J@h 0C@h 0N@h 0K@h 1N@0 turn=0 hand0=1/11
0J:h>0 1N:0>h; 0C:h>0 1N:0>h; 0N:h>0 1N:0>h; 0K:h>0 1N:0>h

R50
# the king may walk 4 either way
royal/4 0K@20 1N@24 turn=0 hand0=4
0K:20>24 1N:24>h; 0K:20>16

R51
# lapse only to END in the goal: 4 may count as 3 (g1) but not as 2 (start space)
royal/4 0J@62 turn=0 hand0=4
0J:62>2; 0J:62>g2; 0J:62>g1; 0J:62>58 +1

R52
# rank stops the knight behind a king (33 out of reach); starting is the only play
royal/4 0N@20 1K@22 0C@h turn=0 hand0=13
0C:h>0
"""


def _cases() -> list[tuple[str, str, list[str]]]:
    """Return id, position and sorted results of each block."""
    cases = []
    for block in ROWS.strip().split("\n\n"):
        name, *lines = [line for line in block.splitlines() if not line.startswith("#")]
        text = " ".join(lines[1:])
        expected = [] if text == "none" else [_sort_pieces(result) for result in text.split("; ")]
        cases.append((name, lines[0], sorted(expected)))
    return cases


def _sort_pieces(result: str) -> str:
    """Sort the pieces of a result, whose order does not matter."""
    return " ".join(sorted(result.split()))


CASES = _cases()


@pytest.mark.parametrize(("position", "expected"), [pytest.param(p, e, id=name) for name, p, e in CASES])
def test_results(position: str, expected: list[str]) -> None:
    state = GAME.read(position)
    assert sorted(map(_sort_pieces, results(state, state.turn))) == expected


def test_the_table_is_complete() -> None:
    wanted = [f"E{k}" for k in range(1, 7)] + [f"T{k:02}" for k in range(1, 38)] + [f"R{k:02}" for k in range(1, 53)]
    assert sorted(name for name, _, _ in CASES) == sorted(wanted)
