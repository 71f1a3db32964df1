"""Handle *Play live* and *Stop playing live* on the board of a match over days."""

from __future__ import annotations

from client.board.postman import Postman
from client.core.controls import action
from client.core.visit import Visit
from games.text import T
from matches.clocks import live
from matches.clocks.liveliness import ANSWER_WITHIN
from matches.clocks.pace import MINUTE


@action("go_live", "private")
async def go_live(visit: Visit) -> None:
    """Play live from now on, if everybody has answered within the last minutes."""
    done = await visit.change(
        lambda match: live.go_live(match, visit.who, now=visit.now, outages=visit.referee.outages_of(match))
    )
    told = T(
        "You now play live: the board is edited in place, nobody is pinged, and clocks wait. If nobody moves for "
        "{minutes} minutes, the match returns to its usual pace. Nobody loses time.",
        minutes=int(ANSWER_WITHIN // MINUTE),
    )
    await visit.answer(visit.say_about(done.match)(told))
    await visit.bot[Postman].refresh(done.match)


@action("stop_live", "private")
async def stop_live(visit: Visit) -> None:
    """Go back to the pace of the match."""
    done = await visit.change(lambda match: live.stop_live(match, visit.who, now=visit.now))
    told = T("The match is back at its usual pace. The person to move is pinged.")
    await visit.answer(visit.say_about(done.match)(told))
    await visit.bot[Postman].refresh(done.match)
