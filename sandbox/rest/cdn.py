"""Serve uploaded files, emoji and avatars."""

from __future__ import annotations

import io
from functools import lru_cache

from aiohttp import web
from PIL import Image, ImageDraw, ImageFont

from sandbox.discord.world import World
from sandbox.rest.call import read_snowflake

_SIZES = frozenset(str(1 << power) for power in range(4, 13))
"""The sizes of pictures that Discord's CDN offers."""


@lru_cache(maxsize=32)
def draw_avatar(letter: str, colour: str, size: int) -> bytes:
    """Draw somebody's letter on their colour, as the page shows them, as a PNG."""
    picture = Image.new("RGB", (size, size), colour)
    ImageDraw.Draw(picture).text(
        (size / 2, size / 2), letter, "#ffffff", ImageFont.load_default(size * 0.6), anchor="mm"
    )
    packed = io.BytesIO()
    picture.save(packed, "PNG")
    return packed.getvalue()


def add_to(app: web.Application, world: World) -> None:
    """Serve `/attachments/{channel}/{id}/{filename}`, `/emojis/{id}.png` and `/avatars/{user}/{hash}.png`."""

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

    async def avatar(request: web.Request) -> web.StreamResponse:
        user = world.users.get(read_snowflake(request.match_info["user"]) or 0)
        size = request.query.get("size", "128")
        if user is None or user.avatar is None or user.avatar != request.match_info["hash"] or size not in _SIZES:
            return web.Response(status=404)
        headers = {"Content-Type": "image/png", "Cache-Control": "public, max-age=31536000"}
        return web.Response(body=draw_avatar(user.name[:1], user.colour, int(size)), headers=headers)

    app.router.add_get("/emojis/{id}.png", emoji)
    app.router.add_get("/avatars/{user}/{hash}.png", avatar)
    app.router.add_get("/attachments/{channel}/{id}/{filename}", attachment)
