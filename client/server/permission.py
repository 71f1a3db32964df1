"""Who may use `/settings` and `/manage`."""

from __future__ import annotations

from client.core.visit import Visit
from games.text import T
from matches.errors import UserError


def require_manager(visit: Visit) -> int:
    """Return the server's id. Raises UserError for people who do not manage the server."""
    if visit.interaction.guild_id is None:
        raise UserError(T("This works only in a server."))
    if not visit.who.manages_server:
        raise UserError(T("Only somebody who manages the server can do this."))
    return visit.interaction.guild_id
