"""Read Discord's token, and other settings, as editors, shells and copied pages leave them."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import Final

_MOST_READ: Final = 65_536
"""Bytes of a token file that are read at most: enough to see that it holds something else."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks, and the encodings they announce."""

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
"""Characters that nobody sees and that are copied from pages: soft hyphens, zero-width spaces, byte order marks."""

_QUOTES: Final = ('""', "''", "``", "“”", "„“", "‘’", "«»")

_TOKEN: Final = re.compile("[!-~]+")


class BadToken(Exception):
    """A text is no token. The message says why, and does not repeat the text."""


def strip_setting(value: str) -> str:
    """Strip what is around a setting by mistake: spaces, invisible characters, and quotes, which `docker run`
    with `--env-file`, and `set` in Windows, keep."""
    value = _INVISIBLE.sub("", value).strip()
    while len(value) > 1 and value[0] + value[-1] in _QUOTES:
        value = value[1:-1].strip()
    return value


def read_token(value: str) -> str:
    """Read a token, "" if there is none. Raises BadToken for a text that cannot be one."""
    token = strip_setting(strip_setting(value).removeprefix("DISCORD_TOKEN="))
    kind, _, rest = token.partition(" ")
    if kind.casefold() == "bot":  # as it stands in the header of a request
        token = strip_setting(rest)
    if token and _TOKEN.fullmatch(token) is None:
        lines = len(token.splitlines())
        found = f"{lines} lines" if lines > 1 else "spaces, or letters that no token has"
        raise BadToken(f"holds {found}, where only the token may stand")
    return token


def read_token_file(path: Path) -> str:
    """Read the token in a file of any usual encoding. Raises OSError or BadToken."""
    with path.open("rb") as file:
        content = file.read(_MOST_READ)
    try:
        token = read_token(_decode(content))
    except UnicodeDecodeError as error:
        raise BadToken("is not a text file") from error
    if not token:
        raise BadToken("holds no token")
    return token


def _decode(content: bytes) -> str:
    """Decode text by its byte order mark. Without one: UTF-16 if it has bytes of zero, or else UTF-8 or Latin-1."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding)
    if b"\0" in content:  # a token is ASCII, so one half of each unit of UTF-16 is zero
        return content.decode("utf-16-be" if content.startswith(b"\0") else "utf-16-le")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")
