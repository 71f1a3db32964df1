"""A stand-in for the physics: it drops pieces, moves them between areas and fails now and then.

It never stacks: a piece that stays lies upright where the player aimed, so that its world is simple but legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from games.riff_raff.loading import ship
from games.riff_raff.loading.catching import find_sector, list_caught
from games.riff_raff.loading.settled import Fall, Piece, Settled, Void
from games.riff_raff.state import State
from games.rng import Rng


def lay_loaded_piece(state: State) -> Piece:
    """Lay the piece being loaded flat on its area, where the player aimed."""
    loading = state.loading
    assert loading is not None
    assert loading.kind is not None
    x, y = ship.spot_point(state.area, loading.spot)
    z = ship.surface(state.area) + 0.5
    return Piece(state.serial, loading.kind, x, y, z, 1.0, 0.0, 0.0, 0.0, state.area)


def slide(piece: Piece, deck: int) -> Piece:
    """Lay the piece upright on the middle of a deck area, as if it had slid there."""
    at = (3.0 * ship.end(deck), 1.5 * ship.side(deck), ship.DECK + 1.2)
    return replace(piece, area=deck, x=at[0], y=at[1], z=at[2], qw=1.0, qx=0.0, qy=0.0, qz=0.0)


def answer(
    state: State, falls: Sequence[int] = (), caught_ids: Sequence[int] = (), moved: Sequence[tuple[int, int]] = ()
) -> Settled:
    """Make a settle: `falls` fall, `caught_ids` of them are caught, and `moved` pairs (id, deck area) slide."""
    areas = dict(moved)
    everything = (*state.cargo, lay_loaded_piece(state))
    return Settled(
        cargo=tuple(slide(p, areas[p.id]) if p.id in areas else p for p in everything if p.id not in falls),
        roll=1.0,
        pitch=-0.5,
        falls=tuple(Fall(number, 1.0 + index / 2, 90, "port") for index, number in enumerate(falls)),
        caught=tuple(caught_ids),
        heel="port" if falls else None,
    )


def nature(state: State, rng: Rng) -> Settled | Void:
    """Settle mostly without falls; sometimes pieces fall or slide to the deck; one settle in forty fails."""
    if rng.below(40) == 0:
        return Void()
    everything = [*state.cargo, lay_loaded_piece(state)]
    falls: list[Fall] = []
    if rng.below(3) == 0:
        for _ in range(1 + rng.below(1 + rng.below(6))):
            if everything:
                gone = everything.pop(rng.below(len(everything)))
                angle = rng.below(360)
                falls.append(Fall(gone.id, round(0.3 + 0.2 * len(falls), 2), angle, find_sector(angle)))
    if everything and rng.below(4) == 0:
        index = rng.below(len(everything))
        everything[index] = slide(everything[index], 1 + rng.below(4))
    assert state.loading is not None
    return Settled(
        cargo=tuple(everything),
        roll=float(rng.below(9) - 4),
        pitch=0.5,
        falls=tuple(falls),
        caught=list_caught(state.options, state.loading, state.area, tuple(falls)),
        heel=falls[0].sector if falls else None,
        seconds=2.0,
    )
