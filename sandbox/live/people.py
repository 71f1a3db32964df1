"""The probes for which a person must press, type or look: one instruction at a time.

The kit has no commands here: it posts messages with buttons, and answers their presses.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from sandbox.live.gateway import Session, log_in
from sandbox.live.kit import MARK, Kit, Said
from sandbox.live.probes import SEND, V2, button, row, text

Do = Callable[[str, str], Awaitable[None]]
"""Asks a person to do something: what (`press`, `form`, `time out`, `end timeout`), and its label or address. In the
tests, the sandbox's person does it."""

Look = Callable[[str], Awaitable[bool]]
"""Asks what somebody sees: yes or no."""

PRIVATE: Final = 1 << 6

FORM: Final = {
    "custom_id": "kit-form",
    "title": MARK,
    "components": [
        {"type": 18, "label": "Type something", "component": {"type": 4, "custom_id": "kit-text", "style": 1}},
    ],
}

LOOKS: Final = {
    "follow-up-reference-private": "Dismiss the private answer, then look at “for all”: does a line above it say that "
    "the original message was deleted or cannot be loaded?",
    "ephemeral-invisible": "Was the answer “yours alone” shown to you alone?",
}
"""Questions about what is on the screen; the sandbox's answer is yes to each."""


class Conversation:
    """The steps with one person. `found`: what differed, by probe; "" if nothing did."""

    def __init__(self, kit: Kit, session: Session, do: Do) -> None:
        self.kit, self.session, self.do = kit, session, do
        self.found: dict[str, str] = {}

    def note(self, probe: str, said: Said, expects: tuple[int, int]) -> None:
        """Compare an answer."""
        got = said.status, said.code
        self.found[probe] = "" if got == expects else f"expected {expects}, got {got}"

    def check(self, probe: str, *, holds: bool) -> None:
        self.found[probe] = "" if holds else "the event has another form than expected"

    async def press(self, label: str) -> dict[str, Any]:
        """Post a button, and have it pressed. Returns the interaction."""
        body = {"flags": V2, "components": [text(), row(button(label=label))]}
        posted = await self.kit.ask("POST", SEND, body)
        self.kit.made.append(f"/channels/{self.kit.known['channel']}/messages/{posted.body['id']}")
        await self.do("press", label)
        pressed = await self.session.find("INTERACTION_CREATE")
        self.check("press-message", holds=pressed["message"]["id"] == posted.body["id"])
        return pressed

    async def answer(self, pressed: dict[str, Any], kind: int, **data: Any) -> Said:
        """Answer an interaction."""
        body = {"type": kind, "data": data} if data else {"type": kind}
        return await self.kit.ask("POST", f"/interactions/{pressed['id']}/{pressed['token']}/callback", body)

    def token(self, pressed: dict[str, Any]) -> str:
        return f"/webhooks/{self.kit.known['me']}/{pressed['token']}"


async def ask_person(kit: Kit, url: str, do: Do, look: Look) -> dict[str, str]:
    """Go through all steps, and return what differed, by probe; "" if nothing did."""
    async with log_in(kit, url) as session:
        await session.find("GUILD_CREATE")
        here = Conversation(kit, session, do)
        await _ask_about_answers(here)
        await _ask_about_private_answers(here)
        await _ask_about_forms(here)
        await _ask_about_timeouts(here)
        for probe, question in LOOKS.items():
            here.found[probe] = "" if await look(question) else "somebody saw something else"
    return here.found


async def _ask_about_answers(here: Conversation) -> None:
    pressed = await here.press("Change this message")
    here.check("interaction-locale", holds=bool(pressed["locale"]) and "guild_locale" in pressed)
    here.check("app-permissions", holds=pressed["app_permissions"].isdecimal())
    said = await here.answer(pressed, 7, flags=V2, components=[text(f"{MARK}: changed")])
    here.note("interaction-callback", said, (204, 0))
    here.note("interaction-answer-once", await here.answer(pressed, 6), (400, 40060))
    edited = await here.kit.ask("PATCH", here.token(pressed) + "/messages/@original", {"components": [text(MARK)]})
    here.note("original-edit", edited, (200, 0))
    here.note("original-get", await here.kit.ask("GET", here.token(pressed) + "/messages/@original"), (200, 0))


async def _ask_about_private_answers(here: Conversation) -> None:
    pressed = await here.press("Show me something in private")
    await here.answer(pressed, 5, flags=PRIVATE)
    public = {"content": f"{MARK}: yours alone"}
    first = await here.kit.ask("POST", here.token(pressed) + "?wait=true", public)
    here.check("defer-first-follow-up", holds=bool(first.body.get("flags", 0) & PRIVATE))
    second = await here.kit.ask("POST", here.token(pressed) + "?wait=true", {"content": f"{MARK}: for all"})
    here.note("follow-up", second, (200, 0))
    here.kit.made.append(f"{here.token(pressed)}/messages/{second.body.get('id')}")
    here.check("follow-up-reference", holds="message_reference" in second.body)
    gone = await here.kit.ask("DELETE", here.token(pressed) + "/messages/@original")
    here.note("original-delete", gone, (204, 0))


async def _ask_about_forms(here: Conversation) -> None:
    pressed = await here.press("Open a form")
    here.note("modal-labels", await here.answer(pressed, 9, **FORM), (204, 0))
    await here.do("form", "kit")
    sent = await here.session.find("INTERACTION_CREATE")
    here.check("modal-first", holds=sent["type"] == 5)
    here.note("modal-updates-source", await here.answer(sent, 7, flags=V2, components=[text()]), (204, 0))


async def _ask_about_timeouts(here: Conversation) -> None:
    await here.do("time out", "the bot")
    told = await here.session.find("GUILD_MEMBER_UPDATE")
    here.check("timeout-begin-event", holds=bool(told.get("communication_disabled_until")))
    here.note("timeout-of-bots", await here.kit.ask("POST", SEND, {"content": MARK}), (403, 50013))
    here.note("timeout-permissions", await here.kit.ask("GET", SEND + "?limit=1"), (200, 0))
    await here.do("end timeout", "the bot")
    here.check("member-update-own", holds=bool(await here.session.find("GUILD_MEMBER_UPDATE")))
