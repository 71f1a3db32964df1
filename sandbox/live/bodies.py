"""Parts of the bodies that probes send."""

from __future__ import annotations

import base64
from typing import Any

from sandbox.live.asking import FORM, Ask, Files

Body = dict[str, Any]
V2 = 1 << 15
EPHEMERAL = 1 << 6
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""
MESSAGES = "/channels/{channel}/messages"
MESSAGE = "/channels/{channel}/messages/{message}"


def words(content: str = "probe", **more: Any) -> Body:
    """Build a text display."""
    return {"type": 10, "content": content, **more}


def button(label: str = "Probe", **more: Any) -> Body:
    """Build a button whose custom id is its label."""
    return {"type": 2, "style": 2, "label": label, "custom_id": label, **more}


def row(*parts: Body) -> Body:
    """Build a row."""
    return {"type": 1, "components": list(parts)}


def menu(*, options: int = 1, **more: Any) -> Body:
    """Build a menu with as many options."""
    listed = [{"label": f"option {number}", "value": f"{number}"} for number in range(options)]
    return {"type": 3, "custom_id": "menu", "options": listed, **more}


def gallery(*urls: str, **more: Any) -> Body:
    """Build a gallery."""
    return {"type": 12, "items": [{"media": {"url": url}, **more} for url in urls]}


def layout(*parts: Body, **more: Any) -> Body:
    """Build the body of a message with Components V2."""
    return {"flags": V2, "components": list(parts), **more}


def post(body: Body, *, files: Files = (), **expected: Any) -> Ask:
    """Post a message in the kit's channel."""
    return Ask("POST", MESSAGES, body, files=files, **expected)


def refuse(body: Body, *, code: int = FORM, files: Files = ()) -> Ask:
    """Post a message that Discord refuses with 400."""
    return post(body, files=files, status=400, code=code)


def edit(body: Body, *, files: Files = (), **expected: Any) -> Ask:
    """Edit the message of the request before."""
    return Ask("PATCH", MESSAGE, body, files=files, **expected)


def post_first(body: Body | None = None, *, files: Files = (), **places: str) -> Ask:
    """Post a message and keep its id as `message`."""
    return post(body or {"content": "probe"}, files=files, keep={"message": "id", **places})
