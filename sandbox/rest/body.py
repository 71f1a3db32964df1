"""Read a request's body: JSON, or multipart with `payload_json` and `files[n]`."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from aiohttp import BodyPartReader, web

from sandbox import errors
from sandbox.discord.composing import Upload
from sandbox.payloads.messages import ATTACHMENT_SIZE_LIMIT

REQUEST_SIZE_LIMIT = 25 * 1024 * 1024
"""Bytes of one whole request."""

_DISPOSITION = re.compile(r'form-data; name="([\w\[\]]+)"(?:; filename="([\w.-]+)")?', re.ASCII)


async def read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Read the JSON of a request (None without a body) and its files by index. Raises 50109 and 40005."""
    if not request.can_read_body:
        return None, {}
    kind = request.content_type
    if kind == "application/json":
        return _parse(await request.read()), {}
    if kind != "multipart/form-data":
        problem = errors.Problem((), "CONTENT_TYPE_INVALID", "Expected Content-Type to be application/json.")
        raise errors.invalid_form_body([problem])
    try:
        return await _read_multipart(request)
    except (ValueError, AssertionError, RuntimeError, LookupError) as error:  # aiohttp raises these for a broken body
        raise errors.INVALID_JSON() from error


async def _read_multipart(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Read `payload_json` and the files."""
    body: Any = None
    files: dict[int, Upload] = {}
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise errors.INVALID_JSON()
        content = bytes(await part.read(decode=True))
        total += len(content)
        if total > REQUEST_SIZE_LIMIT:
            raise errors.REQUEST_TOO_LARGE()
        name, filename = _read_disposition(part)
        if name == "payload_json":
            body = _parse(content)
        elif filename is not None:
            if len(content) > ATTACHMENT_SIZE_LIMIT:
                raise errors.REQUEST_TOO_LARGE()
            files[_index(name or "", len(files))] = Upload(filename, content)
    return body, files


def _read_disposition(part: BodyPartReader) -> tuple[str | None, str | None]:
    """Read the name of a part and of its file. The usual form is read here, because aiohttp takes 0.3 ms for it."""
    if usual := _DISPOSITION.fullmatch(part.headers.get("Content-Disposition", "")):
        return usual[1], usual[2]
    return part.name, part.filename


def _parse(content: bytes) -> Any:
    if not content:
        return None
    try:
        return msgspec.json.decode(content)
    except (ValueError, RecursionError) as error:  # `DecodeError` and `UnicodeDecodeError` are ValueErrors
        raise errors.INVALID_JSON() from error


def _index(name: str, default: int) -> int:
    found = re.fullmatch(r"files?\[([0-9]{1,9})\]", name)
    return int(found[1]) if found else default
