"""Interaction tokens as webhooks: the original answer and follow-ups, for fifteen minutes."""

from __future__ import annotations

from sandbox.discord import interactions
from sandbox.discord.model import Interaction
from sandbox.payloads import messages
from sandbox.rest.call import Answer, Call, Route


def find_interaction(call: Call) -> Interaction:
    """Find the answered interaction of the path's token."""
    return interactions.find_answered(call.world, call.id("webhook_id"), call.ids["webhook_token"])


async def follow_up(call: Call) -> Answer:
    # The query is ignored: a follow-up is always answered with its message, and stays in the interaction's channel.
    message = interactions.follow_up(call.world, find_interaction(call), call.body, call.files)
    return messages.message(call.world, message)


async def get_message(call: Call) -> Answer:
    message = interactions.find_own_message(find_interaction(call), call.ids["message_id"])
    return messages.message(call.world, message)


async def edit_message(call: Call) -> Answer:
    interaction = find_interaction(call)
    message = interactions.find_own_message(interaction, call.ids["message_id"])
    interactions.edit(call.world, interaction, message, call.body, call.files)
    return messages.message(call.world, message)


async def delete_message(call: Call) -> Answer:
    interaction = find_interaction(call)
    interactions.delete(call.world, interaction, interactions.find_own_message(interaction, call.ids["message_id"]))
    return None


ROUTES = (
    Route("POST", "/webhooks/{webhook_id}/{webhook_token}", follow_up, token=True),
    Route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", get_message, token=True),
    Route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", edit_message, token=True),
    Route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", delete_message, token=True),
)
