"""Send requests at a bounded rate, and compare the answers with what we expect.

A probe is a row of `sandbox/EVIDENCE.md` with its requests. `{name}` in a path or a body stands for a value that is
known: the ids of the places that the kit made, and what earlier answers of the same probe gave.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import aiohttp

MOST_REQUESTS = 450
PACE = 0.35
"""Seconds between two requests: fewer than three a second. Discord allows fifty."""
MOST_REPEATS = 3
LONGEST_WAIT = 60.0
"""A 429 that asks for more seconds than this is not waited for."""
ABSENT = object()
"""An expectation: the answer does not have this key."""
FORM = 50035

Files = tuple[tuple[str, bytes], ...]
Rows = dict[str, list[str]]
"""The differences that were found, by row; an empty list: the row agrees."""


class Reply(NamedTuple):
    """An answer of Discord."""

    status: int
    body: Any
    headers: Mapping[str, str]


class OutOfRequestsError(Exception):
    """The kit has sent as many requests as it may."""


class NoVerdictError(Exception):
    """Discord limited a request, failed by a fault of its own, or could not be reached: this tells nothing of a row."""


@dataclass(frozen=True)
class Ask:
    """A request and the answer that we expect.

    `has` maps places in the answer (`attachments.0.filename`; `#` is a length) to a value, a type, a pattern or
    `ABSENT`; `keep` maps names to places whose values later requests use. `raw` is sent instead of a body.
    """

    method: str
    path: str
    body: Any = None
    files: Files = ()
    status: int | tuple[int, ...] = 200
    code: int | tuple[int, ...] | None = None
    has: Mapping[str, Any] = field(default_factory=dict)
    keep: Mapping[str, str] = field(default_factory=dict)
    headers: tuple[str, ...] = ()
    raw: bytes | None = None
    authorised: bool = True


Probe = tuple[str, tuple[Ask, ...]]
"""The id of a row and its requests."""


@dataclass(eq=False)
class Caller:
    """Sends requests to one address. `wait` sleeps; tests give a function that does not."""

    session: aiohttp.ClientSession
    base: str
    token: str
    known: dict[str, str]
    wait: Callable[[float], Awaitable[object]] = asyncio.sleep
    pace: float = PACE
    most: int = MOST_REQUESTS
    spent: int = 0
    _empty: dict[str, float] = field(default_factory=dict)

    async def call(self, ask: Ask) -> Reply:
        """Send a request whose placeholders are filled, again after a 429 that is short enough."""
        for _ in range(MOST_REPEATS):
            reply = await self._send(ask)
            after = float(reply.headers.get("Retry-After") or 0)
            if reply.status != 429 or not 0 <= after <= LONGEST_WAIT:
                break
            await self.wait(after)
        return reply

    async def _send(self, ask: Ask) -> Reply:
        if self.spent >= self.most:
            raise OutOfRequestsError(f"{self.most} requests were sent")
        self.spent += 1
        bucket = f"{ask.method} {re.sub('[0-9]{15,}', ':', ask.path)}"
        await self.wait(max(self.pace, self._empty.pop(bucket, 0.0)))
        data: Any = ask.raw
        headers = {"Authorization": f"Bot {self.token}" if ask.authorised else "Bot none", "User-Agent": AGENT}
        if ask.files:
            data = aiohttp.FormData(quote_fields=False)  # Discord would keep the quoting in names of files
            data.add_field("payload_json", json.dumps(ask.body), content_type="application/json")
            for index, (name, content) in enumerate(ask.files):
                data.add_field(f"files[{index}]", content, filename=name)
        elif ask.raw is None and ask.body is not None:
            data = json.dumps(ask.body)
        if data is not None and not ask.files:
            headers["Content-Type"] = "application/json"
        url = f"{self.base}/api/v10{ask.path}"
        async with self.session.request(ask.method, url, data=data, headers=headers) as response:
            text = await response.read()
            if response.headers.get("X-RateLimit-Remaining") == "0":
                self._empty[bucket] = min(LONGEST_WAIT, float(response.headers.get("X-RateLimit-Reset-After") or 0))
            return Reply(response.status, _read_json(text), response.headers)

    async def compare(self, asks: Sequence[Ask], known: Mapping[str, str] | None = None) -> list[str]:
        """Send the requests of a probe in turn; the first one that differs ends it. Returns the differences."""
        values = {**self.known, **(known or {})}
        for ask in asks:
            reply, found = await self.judge(ask, values)
            if found:
                return found
            for name, place in ask.keep.items():
                values[name] = str(read_place(reply.body, place))
        return []

    async def judge(self, ask: Ask, values: Mapping[str, str]) -> tuple[Reply, list[str]]:
        """Send a request and return its answer with the differences. Raises NoVerdictError."""
        reply = await self.call(fill_ask(ask, values))
        if reply.status == 429 or reply.status >= 500:
            raise NoVerdictError(f"{ask.method} {ask.path.partition('?')[0]}: {describe_refusal(reply)}")
        return reply, find_differences(ask, reply, values)


AGENT = "DiscordBot (https://github.com/slowboat, 1) sandbox.live"


def _read_json(text: bytes) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return None


def fill(value: Any, known: Mapping[str, str]) -> Any:
    """Fill the placeholders of a path or a body; names that are not known stay."""
    if isinstance(value, str):
        return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), value)
    if isinstance(value, dict):
        return {key: fill(each, known) for key, each in value.items()}
    return [fill(each, known) for each in value] if isinstance(value, list) else value


def fill_ask(ask: Ask, known: Mapping[str, str]) -> Ask:
    """Fill the placeholders of a request."""
    return Ask(
        ask.method,
        fill(ask.path, known),
        fill(ask.body, known),
        files=ask.files,
        status=ask.status,
        raw=ask.raw,
        authorised=ask.authorised,
    )


def read_place(data: Any, place: str) -> Any:
    """Read the value at a place such as `attachments.0.id`; `ABSENT` if there is none."""
    for key in filter(None, place.split(".")):
        if key == "#" and isinstance(data, list):
            data = len(data)
        elif isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, dict) and key in data:
            data = data[key]
        else:
            return ABSENT
    return data


def find_differences(ask: Ask, reply: Reply, known: Mapping[str, str]) -> list[str]:
    """Compare an answer with what is expected. The sentences hold no ids, names or texts of Discord's answer."""
    at = f"{ask.method} {ask.path.partition('?')[0]}"
    statuses = ask.status if isinstance(ask.status, tuple) else (ask.status,)
    codes = ask.code if isinstance(ask.code, tuple) else (ask.code,)
    code = read_place(reply.body, "code") if reply.status >= 400 else None
    if reply.status not in statuses or (ask.code is not None and reply.status >= 400 and code not in codes):
        wanted = f"{_join(statuses)}{'' if ask.code is None else f' with {_join(codes)}'}"
        return [f"{at}: {describe_refusal(reply)}, expected {wanted}"]
    found = [
        f"{at}: `{place}` is {describe_value(read_place(reply.body, place))}, expected {describe_value(wanted)}"
        for place, wanted in ask.has.items()
        if not _fits(read_place(reply.body, place), fill(wanted, known))
    ]
    return found + [f"{at}: there is no header {name}" for name in ask.headers if name not in reply.headers]


def _join(values: Sequence[object]) -> str:
    return " or ".join(map(str, values))


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, type):
        return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))
    if isinstance(wanted, re.Pattern):
        return isinstance(value, str) and wanted.fullmatch(value) is not None
    return value is wanted if wanted is ABSENT else type(value) is type(wanted) and bool(value == wanted)


def describe_refusal(reply: Reply) -> str:
    """Describe a status with Discord's codes, and no words of the answer."""
    code = read_place(reply.body, "code")
    if reply.status < 400 or not isinstance(code, int):
        return str(reply.status)
    forms = sorted({found for found in _list_codes(reply.body.get("errors")) if re.fullmatch("[A-Z0-9_]{1,80}", found)})
    return f"{reply.status} with {code}" + (f" ({', '.join(forms)})" if forms else "")


def _list_codes(tree: Any) -> list[str]:
    """List the codes in the tree of a form error."""
    if isinstance(tree, list):
        return [found for each in tree for found in _list_codes(each)]
    if not isinstance(tree, dict):
        return []
    own = [tree["code"]] if isinstance(tree.get("code"), str) else []
    return own + [found for key, each in tree.items() if key != "code" for found in _list_codes(each)]


KINDS: dict[type, str] = {str: "a text", int: "a number", list: "a list", dict: "an object", bool: "true or false"}


def describe_value(value: Any) -> str:
    """Describe a value of an answer, or an expected one, without telling a text or an id."""
    if value is ABSENT:
        return "missing"
    if value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) < 1 << 40):
        return str(value).lower()
    if isinstance(value, type):
        return KINDS[value]
    if isinstance(value, re.Pattern):
        return "a text of another form"
    kinds: dict[type, str] = {str: "another text", list: "another list", dict: "another object"}
    return kinds.get(type(value), "another value")
