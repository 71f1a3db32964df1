"""Handle the buttons for whole turns: choose one, change it, or replace the part that the game has prepared."""

from __future__ import annotations

from client.core.controls import action
from client.core.visit import Visit
from client.turn.candidates import SEPARATOR, find_prepared
from client.turn.panel import add_forced
from client.turn.turn import read_draft, redraft, refresh_if_stale
from matches.play import check_codes


@action("adopt", "update")
@refresh_if_stale
async def adopt_turn(visit: Visit) -> None:
    """Make the turn of the pressed button or menu entry the draft. Raises IllegalMove where it is not legal."""
    match, seat, _ = await read_draft(visit)
    codes = tuple((visit.value or visit.id.rest.split(".", 2)[2]).split(SEPARATOR))
    check_codes(match, seat, codes)
    await redraft(visit, match, seat, codes)


@action("arrange", "update")
@refresh_if_stale
async def arrange_rest(visit: Visit) -> None:
    """Take back the part of the turn that was prepared, and offer its choices."""
    match, seat, chosen = await read_draft(visit)
    codes = add_forced(match, seat, chosen).codes
    await redraft(visit, match, seat, codes[: await find_prepared(match, seat, codes)])


@action("detail", "update")
@refresh_if_stale
async def choose_in_detail(visit: Visit) -> None:
    """Offer menus of single moves instead of whole turns."""
    match, seat, chosen = await read_draft(visit)
    await redraft(visit, match, seat, chosen, by_menu=True)
