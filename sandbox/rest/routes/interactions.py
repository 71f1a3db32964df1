"""The first answer to an interaction."""

from __future__ import annotations

from sandbox.discord import interactions
from sandbox.rest.call import Answer, Call, Route


async def create_response(call: Call) -> Answer:
    interaction = interactions.find(call.world, call.id("interaction_id"), call.ids["interaction_token"])
    told = interactions.answer(call.world, interaction, call.body, call.files)
    return told if call.flag("with_response") else None


ROUTES = (Route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", create_response, token=True),)
