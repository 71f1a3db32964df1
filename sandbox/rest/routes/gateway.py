"""Return the gateway's address."""

from __future__ import annotations

from sandbox.rest.call import Answer, Call, Route


def gateway_url(base_url: str) -> str:
    """Return the websocket address beside the REST address."""
    return base_url.replace("http://", "ws://", 1) + "/gateway"


async def get_gateway(call: Call) -> Answer:
    return {"url": gateway_url(call.world.base_url)}


async def get_gateway_bot(call: Call) -> Answer:
    return {
        "url": gateway_url(call.world.base_url),
        "shards": call.world.recommended_shards,
        "session_start_limit": call.world.session_starts.describe(call.world.now()),
    }


ROUTES = (
    Route("GET", "/gateway", get_gateway),
    Route("GET", "/gateway/bot", get_gateway_bot),
)
