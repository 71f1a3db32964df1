"""Turns that leave a shape unchanged leave its legal places unchanged (rules B4)."""

from __future__ import annotations

from games.riff_raff import GAME, moves
from games.riff_raff.loading import descent, placing, ship

JUST_FITS = (
    "seats=2 phase=hands shown=8;1 order=0,1 turn=0 announced=1 loading=rat/B3/side@180/-/- serial=14 "
    "cargo=5:bottle@7:0.4044,1.4924,15.994,0.608771,0.000274,0.000527,0.793346;"
    "13:chest@10:0.1015,-4.0914,21.8838,0.166199,0.686705,0.166216,-0.687886"
)
"""A rat on its side beside a bottle it all but touches, as a match left them."""


def test_a_piece_that_just_fits_does_so_in_all_turns_that_look_alike() -> None:
    state = GAME.read(JUST_FITS)
    offered = placing.list_poses(state.cargo, state.yards, 8, "rat", "B3")
    at = ship.spot_point(8, "B3")
    reasons = {
        turn: descent.judge(state.cargo, state.yards, 8, "rat", "side", descent.Where(*at, turn)).reason
        for turn in (0, 180)
    }
    assert moves.Pose("side", 180) in offered
    assert reasons == {0: "", 180: ""}
    assert descent.preview_piece(state) is not None, "the preview shows it"
