"""Probes that need a person, who is asked to press, choose, fill in or look, one thing at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from sandbox.live.asking import ABSENT, FORM, Ask, Caller, NoVerdictError, Reply, Rows, read_place
from sandbox.live.bodies import EPHEMERAL, MESSAGE, MESSAGES, PICTURE, Body, button, gallery, layout, row, words
from sandbox.live.gateway import Gateway, expect

CALLBACK = "/interactions/{interaction}/{token}/callback"
WEBHOOK = "/webhooks/{app}/{token}"
ORIGINAL = "/webhooks/{app}/{token}/messages/@original"
TOO_LATE_SECONDS = 3.5


class Helper(Protocol):
    """Asks a person to do something."""

    async def act(self, order: str, label: str) -> bool:
        """Ask for a press or a choice, by the label of the button, menu or form. Returns when the person skips it
        (False); it is cancelled when Discord reports the interaction."""

    async def answer(self, question: str, row: str) -> bool | None:
        """Ask a question that is answered by yes or no; None: skipped."""


class SkippedError(Exception):
    """The person skipped what was asked."""


@dataclass(eq=False)
class Stage:
    """The place where a person acts: the kit's channel, its connection, and the person who helps."""

    caller: Caller
    gateway: Gateway
    helper: Helper
    event: dict[str, Any] = field(default_factory=dict)

    async def invite(self, order: str, label: str, parts: list[Body] | None = None) -> dict[str, str]:
        """Post a message with a button, or other parts, and return what is known of the press."""
        body = {"content": order, "components": parts or [row(button(label))]}
        reply, found = await self.send(Ask("POST", MESSAGES, body), {})
        if found:
            raise NoVerdictError(found[0])
        known = await self.wait_for(order, label)
        return {**known, "pressed": str(read_place(reply.body, "id"))}

    async def wait_for(self, order: str, label: str) -> dict[str, str]:
        """Ask the person, and wait for the interaction. Raises SkippedError."""
        self.event = await self.wait_for_event("INTERACTION_CREATE", order, label)
        place = {"interaction": str(self.event["id"]), "token": str(self.event["token"])}
        return {**self.caller.known, **place}

    async def wait_for_event(self, name: str, order: str, label: str) -> dict[str, Any]:
        """Ask the person, and wait for the event that their action makes. Raises SkippedError."""
        told = len(self.gateway.heard)
        waiting = asyncio.ensure_future(self._find(name, told))
        acting = asyncio.ensure_future(self.helper.act(order, label))
        await asyncio.wait({waiting, acting}, return_when=asyncio.FIRST_COMPLETED)
        if acting.done() and acting.result():
            await waiting
        acting.cancel()
        if not waiting.done():
            waiting.cancel()
            raise SkippedError
        return waiting.result()

    async def _find(self, name: str, told: int) -> dict[str, Any]:
        found = await self.gateway.find(
            lambda payload: payload.get("t") == name,
            after=told,
            forever=True,
        )
        if found is None:
            raise SkippedError
        return dict(found["d"])

    async def send(self, ask: Ask, known: dict[str, str]) -> tuple[Reply, list[str]]:
        """Send a request, and compare its answer."""
        return await self.caller.judge(ask, {**self.caller.known, **known})


def respond(kind: int, data: Body | None = None, **expected: Any) -> Ask:
    """Give the first answer to an interaction."""
    body = {"type": kind} if data is None else {"type": kind, "data": data}
    return Ask("POST", CALLBACK, body, **({"status": 204} | expected))


NO = Ask("POST", CALLBACK, {"type": 8, "data": {"choices": []}}, status=400, code=FORM)


async def press_and_answer(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Answer*.", "Answer")
    event = stage.event
    permissions = str(read_place(event, "app_permissions"))
    rows |= {
        "press-message": expect(
            (read_place(event, "message.id") == known["pressed"], "the press does not carry its message")
        ),
        "interaction-locale": expect(
            (isinstance(read_place(event, "locale"), str), "the interaction has no locale"),
            (isinstance(read_place(event, "guild_locale"), str), "the interaction has no locale of the server"),
        ),
        "app-permissions": expect((permissions.isdecimal(), "the interaction has no permissions of the bot")),
        "install-owners": expect(
            (
                isinstance(read_place(event, "authorizing_integration_owners"), dict),
                "the interaction does not tell who installed the app",
            )
        ),
    }
    _, rows["interaction-types"] = await stage.send(NO, known)
    _, rows["interaction-callback"] = await stage.send(respond(4, {"content": "answered"}), known)
    _, rows["interaction-answer-once"] = await stage.send(respond(6, status=400, code=40060), known)
    get = Ask("GET", ORIGINAL, has={"content": "answered", "interaction_metadata.id": "{interaction}"})
    _, rows["original-get"] = await stage.send(get, known)
    edit = Ask(
        "PATCH",
        ORIGINAL,
        {"content": "", **layout(gallery("attachment://a.png"), attachments=[{"id": 0, "filename": "a.png"}])},
        files=(("a.png", PICTURE),),
        has={"components.0.items.0.media.attachment_id": str},
    )
    _, rows["original-edit"] = await stage.send(edit, known)
    _, rows["original-delete"] = await stage.send(Ask("DELETE", ORIGINAL, status=204), known)


async def press_and_think(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Think*.", "Think")
    _, rows["defer-only-ephemeral"] = await stage.send(respond(5, {"flags": EPHEMERAL}), known)
    original, found = await stage.send(Ask("GET", ORIGINAL, has={"id": str}), known)
    known["original"] = str(read_place(original.body, "id"))
    sent, differs = await stage.send(Ask("POST", WEBHOOK, {"content": "thought"}, has={"id": "{original}"}), known)
    rows["defer-first-follow-up"] = [*found, *differs]
    flags = read_place(sent.body, "flags")
    private = isinstance(flags, int) and bool(flags & EPHEMERAL)
    rows["defer-visibility"] = expect((private, "the follow-up to a private *thinking* is not private"))
    hidden = Ask("GET", "/channels/{channel}/messages/{original}", status=404, code=10008)
    _, rows["ephemeral-invisible"] = await stage.send(hidden, known)


async def press_too_late(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Late*. Discord will say that it failed; this is right.", "Late")
    await stage.caller.wait(TOO_LATE_SECONDS)
    _, found = await stage.send(respond(6, status=404, code=10062), known)
    rows["interaction-3-seconds"] = found


async def press_and_follow_up(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Follow*.", "Follow")
    await stage.send(respond(6), known)
    refers = {"message_reference.message_id": "{pressed}"}
    sent, found = await stage.send(Ask("POST", WEBHOOK, {"content": "followed"}, has=refers), known)
    rows |= {"follow-up-reference": found, "follow-up": expect((sent.status == 200, "a follow-up was not sent"))}


async def press_in_private(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Private*.", "Private")
    private = {"flags": EPHEMERAL, "content": "Only you see this.", "components": [row(button("Public"))]}
    await stage.send(respond(4, private), known)
    shown, _ = await stage.send(Ask("GET", ORIGINAL), known)
    known = await stage.wait_for("Press *Public* on the message that only you see.", "Public")
    known["pressed"] = str(read_place(shown.body, "id"))
    await stage.send(respond(6), known)
    refers = {"message_reference.message_id": "{pressed}"}
    _, found = await stage.send(Ask("POST", WEBHOOK, {"content": "from a private one"}, has=refers), known)
    rows["follow-up-reference-private"] = found


def _form(parts: int) -> Body:
    fields = [
        {"type": 18, "label": f"Part {number}", "component": {"type": 4, "custom_id": f"p{number}", "style": 1}}
        for number in range(parts)
    ]
    return {"custom_id": "form", "title": "A probe", "components": fields}


async def press_and_fill_in(stage: Stage, rows: Rows) -> None:
    known = await stage.invite("Press the button *Form*, write a word and send the form.", "Form")
    _, rows["modal-parts-5"] = await stage.send(respond(9, _form(6), status=400, code=FORM), known)
    long = {**_form(1), "title": "x" * 46}
    _, rows["modal-title-45"] = await stage.send(respond(9, long, status=400, code=FORM), known)
    _, rows["modal-labels"] = await stage.send(respond(9, _form(1)), known)
    known = await stage.wait_for("Write a word in the form and send it.", "A probe")
    rows["modal-first"] = expect((read_place(stage.event, "type") == 5, "the form did not come as an interaction"))
    _, rows["modal-not-after-modal"] = await stage.send(respond(9, _form(1), status=400, code=FORM), known)
    _, rows["modal-updates-source"] = await stage.send(respond(7, {"content": "filled in", "components": []}), known)


async def choose_somebody(stage: Stage, rows: Rows) -> None:
    people = {"type": 5, "custom_id": "People"}
    known = await stage.invite("Choose yourself in the menu.", "People", [row(people)])
    resolved = read_place(stage.event, "data.resolved.users")
    chosen = read_place(stage.event, "data.values.0")
    found = expect((isinstance(resolved, dict) and chosen in resolved, "the chosen person is not resolved"))
    await stage.send(respond(6), known)
    rows["select-users"] = found


async def look_for_pings(stage: Stage, rows: Rows) -> None:
    """Mention the person in four ways, and ask which of them notified."""
    known = await stage.invite("Press *Mention me*, then watch for notifications.", "Mention me")
    await stage.send(respond(6), known)
    mention = f"<@{read_place(stage.event, 'member.user.id')}>"
    everybody = {"parse": ["users"]}
    cases: tuple[tuple[str, Body, bool], ...] = (
        ("mentions-allowed", {"content": mention, "allowed_mentions": {"parse": []}}, False),
        ("message-silent", {"content": mention, "flags": 1 << 12}, False),
        ("mentions-in-layouts", layout(words(mention), allowed_mentions=everybody), True),
    )
    for name, body, wanted in cases:
        _, found = await stage.send(Ask("POST", MESSAGES, body), {})
        if found:
            rows[name] = found
            continue
        told = await stage.helper.answer("Did the newest message notify you (a sound, or a number at the app)?", name)
        if told is not None:
            rows[name] = expect((told is wanted, f"it {'notified' if told else 'did not notify'} the person"))
    reply, _ = await stage.send(Ask("POST", MESSAGES, {"content": "An edit follows."}), {})
    changed = {"content": mention, "allowed_mentions": everybody}
    edited, _ = await stage.send(Ask("PATCH", MESSAGE, changed), {"message": str(read_place(reply.body, "id"))})
    told = await stage.helper.answer("The newest message now mentions you. Did that notify you?", "mentions-on-edit")
    if told is not None:
        mentioned = read_place(edited.body, "mentions.0.id") is not ABSENT
        rows["mentions-on-edit"] = expect(
            (mentioned, "the edit does not list the mention"), (not told, "it notified the person")
        )


async def time_the_bot_out(stage: Stage, rows: Rows) -> None:
    """Have the bot timed out and back. It is the last act, because the kit can do little meanwhile."""
    order = "Time the bot out for a minute (in the menu of its name; you must be a moderator)."
    begun = await stage.wait_for_event("GUILD_MEMBER_UPDATE", order, "time out")
    rows |= {
        "timeout-begin-event": expect(
            (
                isinstance(read_place(begun, "communication_disabled_until"), str),
                "the event does not tell of the timeout",
            )
        )
    }
    _, rows["timeout-of-bots"] = await stage.send(Ask("POST", MESSAGES, {"content": "x"}, status=403, code=50013), {})
    _, rows["timeout-permissions"] = await stage.send(Ask("GET", f"{MESSAGES}?limit=1", has={"#": 1}), {})
    ended = await stage.wait_for_event("GUILD_MEMBER_UPDATE", "End the timeout of the bot.", "end the timeout")
    until = read_place(ended, "communication_disabled_until")
    rows["member-update-own"] = expect((until in (None, ABSENT), "the event does not tell of the end of the timeout"))


Act = Callable[[Stage, Rows], Awaitable[None]]
ACTS: Final[tuple[tuple[Act, tuple[str, ...]], ...]] = (
    (
        press_and_answer,
        (
            "press-message",
            "interaction-locale",
            "app-permissions",
            "install-owners",
            "interaction-types",
            "interaction-callback",
            "interaction-answer-once",
            "original-get",
            "original-edit",
            "original-delete",
        ),
    ),
    (press_and_think, ("defer-only-ephemeral", "defer-first-follow-up", "defer-visibility", "ephemeral-invisible")),
    (press_too_late, ("interaction-3-seconds",)),
    (press_and_follow_up, ("follow-up", "follow-up-reference")),
    (press_in_private, ("follow-up-reference-private",)),
    (
        press_and_fill_in,
        (
            "modal-parts-5",
            "modal-title-45",
            "modal-labels",
            "modal-first",
            "modal-not-after-modal",
            "modal-updates-source",
        ),
    ),
    (choose_somebody, ("select-users",)),
    (look_for_pings, ("mentions-allowed", "message-silent", "mentions-in-layouts", "mentions-on-edit")),
    (time_the_bot_out, ("timeout-begin-event", "timeout-of-bots", "timeout-permissions", "member-update-own")),
)
"""What a person is asked to do, and the rows that it tells about. Rows count from when they are set, also if the person
skips the rest."""
