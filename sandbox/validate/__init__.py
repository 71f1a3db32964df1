"""Strictly validate the bot's requests and the sandbox's own answers.

Three layers: the body's shape (`shapes`), the rules written by hand (`messages`, `embeds`, `parts`, `modals`,
`commands`), and, if its file is available, Discord's own API description (`openapi`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sandbox import errors
from sandbox.discord.composing import Upload
from sandbox.discord.model import Message
from sandbox.errors import Problem
from sandbox.validate import commands, embeds, messages, modals, parts
from sandbox.validate.openapi import Description
from sandbox.validate.rules import Rule, Subject
from sandbox.validate.shapes import read_body

MESSAGE_RULES = (*messages.RULES, *embeds.RULES, *parts.RULES, *parts.MESSAGE_RULES)
MODAL_RULES = (*modals.RULES, *parts.RULES)

ALL_RULES: Mapping[str, Rule] = {
    rule.__name__: rule for rule in (*MESSAGE_RULES, *modals.RULES, *modals.CHOICE_RULES, *commands.RULES)
}
"""Every rule by name."""


@dataclass(eq=False)
class Validator:
    """Checks bodies. `without` names rules to leave out, so that tests can show that a rule matters; `strict` False
    turns everything off (for benchmarks).
    """

    description: Description | None = None
    strict: bool = True
    without: frozenset[str] = frozenset()

    def check_request(
        self,
        method: str,
        path: str,
        body: Any,
        files: Mapping[int, Upload],
        edited: Message | None,
        *,
        kind: int = 1,
    ) -> Any:
        """Return a body with the fields Discord reads; raise 50035 (or a rule's own error) for one it would refuse."""
        if not self.strict:
            return body
        problems: list[Problem] = []
        read = read_body(method, path, body, problems)
        if not problems:
            problems = [
                problem
                for rules, subject in _subjects(method, path, read, files, edited, kind)
                for rule in rules
                if rule.__name__ not in self.without
                for problem in rule(subject)
            ]
        if not problems and self.description is not None:
            problems = self.description.request_problems(method, path, body)
        if problems:
            raise errors.invalid_form_body(problems)
        return read

    def check_response(self, method: str, path: str, status: int, data: Any) -> str | None:
        """Describe the error in one of the sandbox's own answers, for the log of problems."""
        if not self.strict or self.description is None or status >= 500:
            return None
        return self.description.response_problem(method, path, status, data)


def _subjects(
    method: str, path: str, body: Any, files: Mapping[int, Upload], edited: Message | None, kind: int
) -> Iterator[tuple[tuple[Rule, ...], Subject]]:
    """Yield the parts of a request with the rules that apply to them."""
    if path.endswith(("/commands", "/commands/{command_id}")) and method in ("PUT", "POST", "PATCH"):
        chosen = commands.RULES
        if method == "PATCH":  # a partial update: required fields may be left out
            chosen = tuple(r for r in chosen if not r.__name__.endswith("_missing"))
            body = {**body, "type": kind}
        yield chosen, Subject(body)
    elif path.endswith("/callback"):
        yield from _callback(body, files, edited)
    elif (
        path in ("/channels/{channel_id}/messages", "/webhooks/{webhook_id}/{webhook_token}") and method == "POST"
    ) or (path.endswith("/messages/{message_id}") and method == "PATCH"):
        yield MESSAGE_RULES, Subject(body, files=files, edited=edited)
    elif path == "/channels/{channel_id}/threads" and body.get("message") is not None:  # a post of a forum
        yield MESSAGE_RULES, Subject(body["message"], ("message",), files)


def _callback(
    body: Any, files: Mapping[int, Upload], edited: Message | None
) -> Iterator[tuple[tuple[Rule, ...], Subject]]:
    data = body.get("data")
    kind = body["type"]
    if kind == 4:
        yield MESSAGE_RULES, Subject({} if data is None else data, ("data",), files)
    elif kind in (5, 6) and data is not None:
        rules = tuple(rule for rule in MESSAGE_RULES if rule is not messages.empty_message)
        yield rules, Subject(data, ("data",), files)
    elif kind == 7 and data is not None:
        yield MESSAGE_RULES, Subject(data, ("data",), files, edited)
    elif kind == 8:
        yield modals.CHOICE_RULES, Subject({} if data is None else data, ("data",))
    elif kind == 9:
        yield MODAL_RULES, Subject({} if data is None else data, ("data",))
