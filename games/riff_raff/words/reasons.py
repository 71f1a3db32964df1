"""Why a turn is good, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.coaching import SeenPly
from games.core import Seat
from games.riff_raff import standin
from games.riff_raff.loading import ship
from games.riff_raff.loading.candidates import Laid, estimate, lay
from games.riff_raff.moves import Aim, Announce, Grip, NameCaptain, Order, PlayCard, Pose, Reach, Take
from games.riff_raff.play import kinds_of
from games.riff_raff.state import State
from games.riff_raff.words import names
from games.riff_raff.words.candidates import chance
from games.riff_raff.words.menus import SLIDING
from games.text import N, Player, T, Text

EVEN: Final = 0.5
"""Chance to hold below which a loading is called a risk."""
STEADY: Final = 7.0
"""Degrees of lean up to which the ship is called steady: above them, the words for a lean begin at *clearly*."""


def reason(plies: Sequence[SeenPly], seat: Seat) -> Text | None:
    """Give the main reason for a turn: for a loading the estimated chance that it holds."""
    view: State = plies[0].view
    if (laid := _read_loading(plies)) is not None:
        holds = estimate(view, laid)
        if holds < EVEN:
            return T("It is a risk. Judged by weight and balance, it {chance}.", chance=chance(holds))
        return T("Judged by weight and balance, it {chance}.", chance=chance(holds))
    match plies[0].move:
        case PlayCard(card):
            best = next(standin.list_plans(view, card, kinds_of(view.supplies[seat])), None)
            if best is None:
                return None
            if best.tilt > SLIDING:
                return T(
                    "Area {area} is a gamble: with your {kind} everything will slide, judging by weight alone.",
                    area=card,
                    kind=names.piece(best.kind),
                )
            if best.tilt > STEADY:
                return T(
                    "Area {area} is a risk worth taking: with your {kind} the ship leans about {degrees}°.",
                    area=card,
                    kind=names.piece(best.kind),
                    degrees=round(best.tilt),
                )
            return T(
                "Area {area} keeps the ship steady: with your {kind} it leans {how_far}.",
                area=card,
                kind=names.piece(best.kind),
                how_far=names.how_far(best.tilt),
            )
        case Announce(count):
            return N("One piece is enough of a risk here.", "The ship can bear {count} pieces here.", count)
        case Reach(sector):
            falls = T("The ship heels to this side: {sector}.", sector=names.SECTOR[sector])
            return falls if sector == view.heel else None
        case NameCaptain(captain) if captain == seat:
            return T("The captain decides every tie.")
        case Order(seats) if seats:
            return T("{player} then loads first. The others must load a fuller ship.", player=Player(seats[0]))
        case Grip("both"):
            return T("Two hands put the piece down more gently.")
    return None


def _read_loading(plies: Sequence[SeenPly]) -> Laid | None:
    """Read the loading of a turn that chooses a pose, with the choices already made in the view."""
    loading = plies[-1].view.loading
    kind, spot = (loading.kind, loading.spot) if loading is not None else (None, "")
    pose: Pose | None = None
    for ply in plies:
        match ply.move:
            case Take(chosen):
                kind = chosen
            case Aim(chosen_spot):
                spot = chosen_spot
            case Pose():
                pose = ply.move
    if kind is None or not spot or pose is None or spot not in ship.spots(plies[0].view.area):
        return None
    return lay(plies[0].view, kind, spot, pose)
