"""Serve uploaded files, emoji, and pictures of users and the application, whose addresses discord.py builds itself."""

from __future__ import annotations

from aiohttp import web

from sandbox.discord.world import World
from sandbox.rest.call import read_snowflake


def add_to(app: web.Application, world: World) -> None:
    """Serve `/attachments/{channel}/{id}/{filename}` and `/emojis/{id}.png`."""

    async def attachment(request: web.Request) -> web.StreamResponse:
        attachment_id = read_snowflake(request.match_info["id"])
        found = None if attachment_id is None else world.attachments.get(attachment_id)
        if found is None or str(found.channel_id) != request.match_info["channel"]:
            return web.Response(status=404, text="This content is no longer available.")
        if found.filename != request.match_info["filename"]:
            return web.Response(status=404, text="This content is no longer available.")
        kind = found.content_type
        # Only pictures are shown in place; anything else a bot uploads must not run as part of the page.
        shown = kind.startswith("image/") and kind != "image/svg+xml"
        headers = {
            "Content-Type": kind if shown else "application/octet-stream",
            "Cache-Control": "private, max-age=86400, immutable",
            "X-Content-Type-Options": "nosniff",
        }
        if not shown:
            headers["Content-Disposition"] = f'attachment; filename="{found.filename}"'
        return web.Response(body=found.content, headers=headers)

    async def emoji(request: web.Request) -> web.StreamResponse:
        found = world.emojis.get(read_snowflake(request.match_info["id"]) or 0)
        if found is None:
            return web.Response(status=404)
        headers = {"Content-Type": "image/png", "Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=found.content, headers={**headers, "X-Content-Type-Options": "nosniff"})

    app.router.add_get("/emojis/{id}.png", emoji)
    app.router.add_get("/attachments/{channel}/{id}/{filename}", attachment)
