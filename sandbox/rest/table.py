"""All routes, in the order in which they are tried (fixed words before placeholders)."""

from __future__ import annotations

from sandbox.rest.routes import (
    channels,
    commands,
    emojis,
    gateway,
    guilds,
    interactions,
    messages,
    threads,
    users,
    webhooks,
)

ROUTES = (
    *gateway.ROUTES,
    *users.ROUTES,
    *guilds.ROUTES,
    *channels.ROUTES,
    *messages.ROUTES,
    *threads.ROUTES,
    *commands.ROUTES,
    *emojis.ROUTES,
    *interactions.ROUTES,
    *webhooks.ROUTES,
)
