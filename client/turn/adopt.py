"""Choose a whole turn that the game proposes, or a small change to the turn that is chosen."""

from __future__ import annotations

from client.core.controls import Press, action
from client.turn.proposals import SEPARATOR
from client.turn.turn import read_draft, redraft, refresh_if_stale
from matches.play import check_codes


@action("adopt", "update")
@refresh_if_stale
async def adopt_turn(press: Press) -> None:
    """Make the turn in the button the draft. Raises IllegalMove where it is not legal."""
    match, seat, _ = await read_draft(press)
    codes = tuple(press.id.rest.split(".", 2)[2].split(SEPARATOR))
    check_codes(match, seat, codes)
    await redraft(press, match, seat, codes)


@action("detail", "update")
@refresh_if_stale
async def choose_in_detail(press: Press) -> None:
    """Offer the menus instead of whole turns."""
    match, seat, chosen = await read_draft(press)
    await redraft(press, match, seat, chosen, by_menu=True)
