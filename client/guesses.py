"""Let spectators guess under a board whether the next loading holds."""

from __future__ import annotations

from client.core.controls import action
from client.core.errors import SAVED
from client.core.visit import Visit
from games.text import T
from matches.loadings import guess


@action("guess", "private")
async def guess_loading(visit: Visit) -> None:
    """Handle *It will hold* and *Something will fall*: note the guess, and tell how many were right so far."""
    match, holds = await visit.read_match(), visit.id.rest == "holds"
    score = await guess(visit.referee, match, visit.user_id, holds=holds)
    visit.interaction.extras[SAVED] = True
    noted = T("Noted: the next loading will hold.") if holds else T("Noted: something will fall at the next loading.")
    told = [noted, T("Until then you can change your mind. A right guess counts in this match and nowhere else.")]
    if score is not None:
        told.append(T("Right so far: {right} of {made}.", right=score.right, made=score.made))
    await visit.answer(" ".join(map(visit.say, told)))
