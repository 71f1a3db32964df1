"""Find out who may use each command and each button, and write docs/rights.md.

    python -m tests.support.wire.rights

Nothing here is a list of rights. A crawler uses every command and presses every button it is shown, in matches before,
during and after play. People of every role then try everything it found; the bot's answers say who may.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from discord import app_commands
from msgspec import Struct

import games
from client.board.postman import Postman
from client.core import controls
from client.core.intake import PUBLIC
from client.messages.custom_ids import parse
from client.reminders import Reminders
from client.server.greeting import build_greeting
from client.turn.open_panels import OpenPanels
from client.turn.recap import Recaps
from data import Store
from matches.lobby import lobby
from matches.machines.machines import Machines
from matches.machines.worker import WorkerFailed
from matches.match import Match
from matches.play import resign
from matches.referee import Done, Referee, Request
from matches.sweep import sweep
from tests.support.stub_nature import StubNature
from tests.support.wire.scene import ELSEWHERE, HERE, _lobby, a_turn
from tests.support.wire.wire import NOW, Sent, Wire, draw_no_films, wire

TYPED = {"match": "1"}
"""What is typed into options of words, by their names; elsewhere the name of a game."""

Slash = app_commands.Command[Any, ..., Any]
Command = Slash | app_commands.ContextMenu

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rights.md"

RUNNING, LOBBY, ENDED, EMPTY = 300, 310, 320, 330
"""Channels with a match of Docker: in progress, before and after play; and one without."""

OTHERS: Final = {"aquaretto": 340, "dog_royal": 350, "riff_raff": 360}
"""Channels with a match of another game in progress."""

LATER: Final = (0.0, 30 * 3600.0, 80 * 3600.0)
"""Seconds after which the bot reminds players, and offers the others to go on."""

HOST, GUEST, OTHER = 0, 1, 2
"""Seats; with ten times the channel, user ids."""

STRANGER, INVITED, MANAGER, OWNER = 5, 6, 7, 8
"""People without a seat."""

ROLES: Final = ("elsewhere", "stranger", "other", "guest", "host", "manager", "owner")
"""The roles that try everything: somebody in another server, somebody who only sees the channel, a player, the player
whose turn it is, the host, and somebody without a seat who manages the server or owns it."""

REFUSED: Final = re.compile(
    r"know this match|[Yy]ou have no seat in this match|Only the players|Only the host|Only the person who|"
    r"Only somebody who|This reminder is for|This has been decided already|belongs? to |"
    r"You are not invited|only for "
    r"people its host"
)
"""Refusals that depend on the person. All others depend on the moment, and anybody would get them."""


class Found(Struct, frozen=True):
    """A component that can be pressed: its id, its label, the person it was shown to, its channel, and the file at that
    time."""

    custom_id: str
    label: str
    kind: int
    values: tuple[str, ...]
    fields: dict[str, str] | None
    shown_to: int
    channel: int
    saved: sqlite3.Connection
    at: float

    @property
    def action(self) -> str:
        return self.custom_id.split(":")[1]


class Right(Struct, frozen=True):
    """The right to use something: the people in words, and the kind of answer."""

    name: str
    shown: str
    who: str
    answer: str


def _user(channel: int, seat: int) -> int:
    return 10 * channel + seat


async def _begin(referee: Referee, channel: int, name: str = "docker", *, start: bool = True) -> Match:
    seats = 4 if not start or name == "dog_royal" else 3
    match = await _lobby(referee, name, HERE, channel, seats)
    for seat in range(1, seats if start else 3):
        who = Request(_user(channel, seat), f"Player {seat}")
        match = (await referee.change(match.id, who, partial(lobby.join, who=who, now=NOW))).match
    return match


async def make_scene(folder: Path) -> None:
    """Make the file: matches in progress in which the guest is awaited, a lobby with a free seat, a finished match."""
    await asyncio.to_thread(folder.mkdir, parents=True)
    store = await Store.open(folder / "slowboat.db")
    referee = Referee(store, now=lambda: NOW)
    machines, drawn = Machines(referee, StubNature()), random.Random(1)  # type: ignore[arg-type]
    for name, channel in {"docker": RUNNING, **OTHERS}.items():
        match = (await machines.run(Done(await _begin(referee, channel, name)))).match
        while match.seq < 6 or GUEST not in match.to_act:
            match = (await machines.run(await a_turn(referee, match, drawn))).match
    await _begin(referee, LOBBY, start=False)
    ended = await _begin(referee, ENDED)
    for seat in (GUEST, OTHER):
        who = Request(_user(ENDED, seat), "x")
        ended = (await referee.change(ended.id, who, lambda m, who=who: resign(m, who, now=NOW))).match
    await store.close()


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Draw no pictures and no films; analyse and replay nothing."""
    draw_no_films(patch)
    patch.setattr("matches.machines.worker.Worker.call", _answer_unpainted)


async def _answer_unpainted(_: Any, function: Any, *__: Any, **___: Any) -> bytes:
    if function.__module__.startswith(("matches.coaching", "matches.archive")):
        raise WorkerFailed("nothing is analysed or replayed here")
    return b"PNG"


async def _make_no_page(*_: Any, **__: Any) -> Any:
    return SimpleNamespace(html=b"<html>", name="match.html", complete=True)


@asynccontextmanager
async def crawling(folder: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Crawler]:
    """Start a crawler with a scene of its own. Draws no pictures."""
    await make_scene(folder)
    draw_nothing(patch)
    patch.setattr("secrets.token_bytes", lambda count: bytes(count))
    async with wire(folder, patch) as at:
        patch.setattr(sys.modules["client.replay.share"], "make_page", _make_no_page)
        at.bot.machines._worker = StubNature()  # type: ignore[assignment]
        await at.store._run(lambda db: db.execute("PRAGMA synchronous = OFF"))
        crawler = Crawler(at)
        await crawler.crawl()
        yield crawler


class Crawler:
    """Uses and presses everything."""

    def __init__(self, at: Wire) -> None:
        self.at = at
        self.found: dict[str, Found] = {}
        """By action, the first of each."""
        self._seen: set[str] = set()
        self.now = NOW
        at.bot.referee.now = lambda: self.now
        self.first = self._unused = sqlite3.connect(":memory:")

    async def save(self) -> sqlite3.Connection:
        """Copy the database."""

        def copy(db: sqlite3.Connection) -> sqlite3.Connection:
            kept = sqlite3.connect(":memory:", check_same_thread=False)
            db.backup(kept)
            return kept

        return await self.at.store._run(copy)

    async def restore(self, saved: sqlite3.Connection) -> None:
        """Restore the database, and empty the memory."""
        await self.at.store._run(saved.backup)
        bot = self.at.bot
        bot.referee.cache.clear()
        bot.preferences._people.clear()
        bot[OpenPanels]._open.clear()
        bot[Recaps]._looks.clear()

    def commands(self) -> list[Command]:
        """List all commands, except those of games other than Docker, which would have the same rights."""
        others = {games.load(name).command for name in self.at.bot.list_playable() if name != "docker"}
        tree = self.at.bot.tree
        every = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
        typed = sorted((each for each in every if each.qualified_name.split()[0] not in others), key=_sort_key)
        return [*typed, *tree.walk_commands(type=discord.AppCommandType.user)]

    async def use(self, command: Command, user: int, guild: int, channel: int) -> list[Sent]:
        """Use a command with its required options, or on somebody in its menu, as the user of this id."""
        manages = user in (MANAGER, OWNER)
        if isinstance(command, app_commands.ContextMenu):
            return await self.at.command(
                command.name, user=user, guild=guild, channel=channel, manages=manages, target=_user(channel, OTHER)
            )
        by_type = {4: 1, 6: str(_user(RUNNING, GUEST))}
        options: list[dict[str, Any]] = [
            {
                "name": each.name,
                "type": each.type.value,
                "value": by_type.get(each.type.value, TYPED.get(each.name, "docker")),
            }
            for each in command.parameters
            if each.required
        ]
        *groups, name = command.qualified_name.split()
        for group in (name, *reversed(groups[1:])) if groups else ():
            options = [{"name": group, "type": 1, "options": options}]
        return await self.at.command(
            groups[0] if groups else name, options, user=user, guild=guild, channel=channel, manages=manages
        )

    async def press(self, found: Found, user: int, guild: int, channel: int) -> list[Sent]:
        """Press a component, as the user of this id."""
        data: dict[str, Any] = {"custom_id": found.custom_id, "component_type": found.kind, "values": [*found.values]}
        if found.kind == 5:  # a menu of people
            data["resolved"] = {"users": {each: {"id": each, "username": "Invited"} for each in found.values}}
        if found.fields is not None:
            inputs = [{"type": 4, "custom_id": key, "value": value} for key, value in found.fields.items()]
            data = {"custom_id": found.custom_id, "components": [{"type": 18, "component": each} for each in inputs]}
        Wire.acting = self.at
        number = 3 if found.fields is None else 5
        manages = user in (MANAGER, OWNER)
        interaction = self.at._interaction(
            number, data, user, guild, channel, manages=manages, locale="en-GB", number=None
        )
        await controls.receive(self.at.bot, interaction)
        await self.at.settle()
        return self.at.take()

    async def crawl(self) -> None:
        """Find everything that can be pressed."""
        first = self.first = await self.save()
        waiting: deque[Found] = deque()
        for self.now in (NOW + later for later in LATER):
            waiting += await self._let_time_pass()
            await self.restore(first)
        self.now = NOW
        for of_all in (False, True):
            view, _ = await build_greeting(self.at.bot, "en", of_all=of_all)
            shown = json.dumps({"components": view.to_components()})
            waiting += await self._take([("", shown, b"")], _user(EMPTY, HOST), EMPTY)
        for channels in ((RUNNING, LOBBY, ENDED), (*OTHERS.values(), EMPTY)):
            for command in self.commands():
                for channel in channels:
                    for user in (_user(channel, GUEST), _user(channel, HOST), MANAGER)[: 2 if channel == EMPTY else 3]:
                        waiting += await self._take(await self.use(command, user, HERE, channel), user, channel)
                        await self.restore(first)
            while waiting:
                waiting += await self._press_as_everybody(waiting.popleft())
        self.now = NOW

    async def _let_time_pass(self) -> list[Found]:
        """Post owed messages, and run timers."""
        bot, found = self.at.bot, list[Found]()
        for done in await sweep(bot.referee):
            await bot.announce(done)
            await bot[Reminders].send(done)
        await bot[Postman].sweep()
        for sent in self.at.take():
            if numbers := [int(each) for each in re.findall(r"sb:\w+:([1-9]\d*):", sent[1])]:
                channel = (await bot.referee.match(numbers[0])).channel_id
                found += await self._take([sent], _user(channel, GUEST), channel)
        return found

    async def _press_as_everybody(self, found: Found) -> list[Found]:
        fresh, self.now = list[Found](), found.at
        people = [found.shown_to, *(_user(found.channel, seat) for seat in (GUEST, HOST, OTHER))]
        people += [MANAGER] if found.action in ("manage", "manage_now", "server", "set") else []
        people += [INVITED] if found.action in ("accept", "decline") else []
        for user in dict.fromkeys(people):
            await self.restore(found.saved)
            fresh += await self._take(await self.press(found, user, HERE, found.channel), user, found.channel)
        return fresh

    async def _take(self, sent: list[Sent], user: int, channel: int) -> list[Found]:
        """Record components that were not found before."""
        shown = [each for _, body, _ in sent for each in read_components(json.loads(body))]
        fresh = [(part, fields) for part, fields in shown if _make_key(part["custom_id"], channel) not in self._seen]
        saved = await self.save() if fresh else self._unused
        found = []
        for part, fields in fresh:
            kind = part.get("type", 2)
            values: tuple[str, ...] = (str(part["options"][0]["value"]),) if part.get("options") else ()
            values = {5: (str(INVITED),), 8: (str(channel),)}.get(kind, values)
            label = part.get("label") or part.get("placeholder") or part.get("title") or ""
            each = Found(part["custom_id"], label, kind, values, fields, user, channel, saved, self.now)
            if (key := _make_key(each.custom_id, channel)) not in self._seen:
                self._seen.add(key)
                self.found.setdefault(each.action, each)
                found.append(each)
        return found

    async def who_may_press(self, found: Found) -> tuple[str, ...]:
        """List the roles that are not refused."""
        allowed, self.now = [], found.at
        for role in ROLES:
            user, guild, channel = _cast(role, found.channel, found.shown_to)
            await self.restore(found.saved)
            if not _is_refused(await self.press(found, user, guild, channel)):
                allowed.append(role)
        return tuple(allowed)

    async def who_may_use(self, command: Command, first: sqlite3.Connection) -> tuple[str, ...]:
        """List the roles that a command does not refuse, in a match in progress."""
        allowed = []
        for role in ROLES[1:]:
            user, guild, channel = _cast(role, RUNNING, _user(RUNNING, GUEST))
            await self.restore(first)
            if not _is_refused(await self.use(command, user, guild, channel)):
                allowed.append(role)
        return tuple(allowed)


def _make_key(custom_id: str, channel: int) -> str:
    """Return a key that is equal for equivalent buttons: the action, for buttons of a turn the match, too."""
    action = custom_id.split(":")[1]
    if action == "server":
        return custom_id  # each of its pages
    return (
        f"{action} {channel}"
        if action in ("play", "pick", "begin", "confirm", "more", "my_stats", "replay")
        else action
    )


def _sort_key(command: Command) -> tuple[bool, str]:
    return " " in command.qualified_name, command.qualified_name


def read_components(found: Any, fields: dict[str, str] | None = None) -> Iterator[tuple[dict[str, Any], Any]]:
    """Read all parts with our ids from a request; a form with its fields filled in."""
    if isinstance(found, list):
        for each in found:
            yield from read_components(each)
    elif isinstance(found, dict):
        if parse(str(found.get("custom_id"))) is not None:
            if "title" in found:  # a form
                inner = [part["component"] for part in found["components"] if "component" in part]
                yield found, {each["custom_id"]: "Europe/Berlin" for each in inner}
            elif not found.get("disabled"):
                yield found, None
        for value in found.values():
            if isinstance(value, dict | list):
                yield from read_components(value)


def _cast(role: str, channel: int, shown_to: int) -> tuple[int, int, int]:
    """Choose the user, server and channel of a role. The guest is the player whom the component was shown to."""
    host = _user(channel, HOST)
    guest = shown_to if shown_to in (_user(channel, GUEST), _user(channel, OTHER)) else _user(channel, GUEST)
    other = _user(channel, OTHER) if guest != _user(channel, OTHER) else _user(channel, GUEST)
    users = {"host": host, "guest": guest, "other": other, "manager": MANAGER, "owner": OWNER}
    return (STRANGER, ELSEWHERE, 900) if role == "elsewhere" else (users.get(role, STRANGER), HERE, channel)


def _is_refused(sent: list[Sent]) -> bool:
    said = "".join(body for _, body, _ in sent)
    assert "went wrong" not in said, said
    return REFUSED.search(said) is not None


WHO: Final[dict[tuple[str, ...], str]] = {
    ROLES: "anybody",
    ROLES[1:]: "anybody who sees the channel",
    ("other", "guest", "host"): "players",
    ("guest",): "the player to whom it was shown",
    ("host",): "the host",
    ("host", "manager", "owner"): "the host, or who manages the server",
    ("manager", "owner"): "who manages the server",
    ("other", "guest", "host", "manager", "owner"): "players, or who manages the server",
    ("guest", "manager", "owner"): "who started it, or who manages the server",
    ("other", "host"): "who is invited",  # to a rematch that the guest has asked for
}
"""Sets of roles in words."""

BY_READING: Final = {
    "against_computer": ("Play against the computer, on old cards", "the host, or who manages the server"),
    "hush": ("Quiet, please", "anybody"),
    "ask_share": ("Play with another server …", "who manages the server"),
    "ask_due": ("A fixed hour …, on old cards", "the host, or who manages the server"),
    "due": ("When?", "the host, or who manages the server"),
    "arrange": ("Arrange it yourself", "the player to whom it was shown"),
    "begin": ("Begin", "the player to whom it was shown"),
    "crowd": ("How long, and how many votes?", "the host, or who manages the server"),
    "offer_table": ("Offer it with names", "who manages the server"),
    "ask_part": ("End the shared table …", "anybody who sees the channel"),
    "link_table": ("Agree, without names", "who manages the server"),
    "part": ("Yes, end it", "who manages one of the two servers"),
    "end_unplayable": ("End without a result (if rules are missing)", "players, or who manages the server"),
    "edit": ("Correct the position …", "the host"),
    "propose_edit": ("Ask the others (to change the position)", "the host"),
    "ask_back": ("Go back to here …", "the host"),
    "propose_back": ("Ask the others (to go back)", "the host"),
    "puzzle": ("Solve it", "anybody who sees the channel"),
    "puzzle_share": ("Show it to everybody", "the player to whom it was shown"),
    "digest_read": ("Mark as read", "the player to whom it was shown"),
    "predict": ("Predict …", "anybody who sees the channel and has no seat"),
    "predicted": ("Your prediction about a match", "anybody who sees the channel and has no seat"),
    "go_live": ("Play live", "players"),
    "hall_clip": ("Clip: Worst collapse, in pieces", "anybody who sees the channel"),
    "extend": ("Take my extra day", "the player to whom it was shown"),
    "host": ("More, on cards of releases up to 0.2", "anybody who sees the channel"),
    "in_thread": ("Open the match in a thread", "anybody who sees the channel"),
    "join_found": ("Join Docker · Anna", "anybody who sees the channel"),
    "look_too": ("I am looking, too", "anybody who sees the channel"),
    "league_challenge": ("Challenge …", "anybody who sees the channel"),
    "league_challenged": ("Choose whom to challenge", "anybody who sees the channel"),
    "league_correct": ("Correct a result …", "who manages the server"),
    "league_correct_now": ("The form of a correction", "who manages the server"),
    "league_end": ("End the season …", "who manages the server"),
    "league_end_now": ("Yes, end it (the season)", "who manages the server"),
    "league_new_now": ("The form of a new league", "who manages the server"),
    "league_remove": ("Remove a person …", "who manages the server"),
    "league_remove_now": ("The form of a removal", "who manages the server"),
    "league_start": ("Start the next season", "who manages the server"),
    "league_predict": ("Predict …", "anybody who sees the channel"),
    "league_predicted": ("Your prediction", "anybody who sees the channel"),
    "league_join": ("Join the league", "anybody who sees the channel"),
    "league_share": ("Play with another server … (the league)", "who manages the server"),
    "league_offer": ("Offer it with names (the league)", "who manages the server"),
    "league_link": ("Agree, with names (to a league)", "who manages the server"),
    "league_ask_part": ("End the shared league …", "who manages the server"),
    "league_part": ("Yes, end it (the shared league)", "who manages the server"),
    "league_leave": ("Leave the league", "anybody who sees the channel"),
    "log": ("◀ ▶ under What has happened", "anybody who sees the channel"),
    "me_quiet_use": ("Yes, quiet at 23:00–7:00", "anybody"),
    "me_zone_use": ("Yes, use Europe/Berlin", "anybody"),
    "moment": ("a turning point of an analysis", "anybody who sees the channel"),
    "move_here": ("Continue one of them here …", "players, or who manages the server"),
    "try_share": ("Share this position", "anybody who sees the channel"),
    "move_to": ("Choose a channel", "players, or who manages the server"),
    "plan": ("My plan", "the player whose plan it is"),
    "plan_drop": ("Remove it", "the player whose plan it is"),
    "plan_edit": ("Change it", "the player whose plan it is"),
    "play_direct": ("Play in our direct messages", "anybody"),
    "rated": ("Play for ratings", "the host, or who manages the server"),
    "ready": ("I'm ready", "players"),
    "rematch_thread": ("Open the match in a thread (rematch)", "players"),
    "risk": ("How risky?", "the player to whom it was shown"),
    "stop_live": ("Stop playing live", "players"),
    "show_vote": ("Show the proposal", "players"),
    "sight": ("See it as …", "anybody who sees the channel"),
    "step_in": ("Step in", "anybody who sees the channel"),
    "stop_looking": ("Stop looking", "anybody"),
    "take_seat": ("Take the seat", "anybody who sees the channel"),
    "try_keep": ("Keep as plan", "the player to whom it was shown"),
    "unblock": ("Unblock somebody", "the host"),
    "unveil": ("Show my hand", "players"),
    "vote": ("Vote", "anybody who sees the channel and has no seat"),
    "wake": ("Resume the match", "players"),
}
"""Actions that the crawler does not reach, or only when everybody is refused: label and roles, from the code."""

LABELS: Final = {
    "would_play": "a move that one would make",
    "adopt": "a proposed turn",
    "computer": "Add computer players",
    "lesson": "a move of a lesson",
    "manage": "an action of Manage this match",
    "manage_now": "the reason for it",
    "open_game": "a game, to open a match",
    "open_with": "a game, to invite somebody to",
    "pace": "a pace",
    "page": "◀ ▶",
    "pick": "a move",
    "propose_pause": "how long to pause",
    "puzzle_try": "an answer to a puzzle",
    "set": "the menus of Settings",
    "settings_page": "a page of Settings",
    "skip": "Move on without …",
    "step": "|◀ ◀ ▶ ▶|",
    "take_over": "Take the seat of …",
    "tried": "a move that is tried out",
    "wish": "a move to ask about",
}
"""Labels that differ from moment to moment, or stand for several."""

ANSWERS: Final = {"update": "", "private": "private", "public": "public", "form": "a form"}
"""Kinds of answers in words; most replace the message with the button."""


def describe_roles(allowed: tuple[str, ...]) -> str:
    """Put a set of roles in words."""
    return WHO.get(allowed) or ", ".join(allowed)


async def list_button_rights(crawler: Crawler) -> list[Right]:
    """Find out who may press what."""
    found = []
    for action in sorted(controls.list_actions() - BY_READING.keys()):
        each = crawler.found.get(action)
        if each is None:
            raise LookupError(f"the crawler does not reach {action}")
        acknowledge, _ = controls._HANDLERS[action]
        label = LABELS.get(action, each.label)
        found.append(Right(action, label, describe_roles(await crawler.who_may_press(each)), ANSWERS[acknowledge]))
    return found


async def list_command_rights(crawler: Crawler) -> list[Right]:
    """Find out who may use which command, where a match of Docker is in progress."""
    first, found = crawler.first, []
    for command in crawler.commands():
        allowed = await crawler.who_may_use(command, first)
        who = "anybody" if allowed == ROLES[1:] else describe_roles(allowed)
        answer = ANSWERS["public" if command.extras.get(PUBLIC) else "private"]
        typed = not isinstance(command, app_commands.ContextMenu)
        name = f"`/{command.qualified_name}`" if typed else f"*{command.name}*, in the menu of a person"
        found.append(Right(name, "", who, answer))
    return found


def write_page(commands: list[Right], buttons: list[Right]) -> str:
    """Write docs/rights.md."""
    handlers = controls._HANDLERS
    read = [Right(name, *BY_READING[name], ANSWERS[handlers[name][0]]) for name in BY_READING]
    typed = [(each.who, each.name + (" (public)" if each.answer == "public" else "")) for each in commands]
    pressed = [(each.who, _describe_button(each)) for each in buttons]
    pressed += [(each.who, f"{_describe_button(each)}\\*") for each in read]
    lines = [
        "# Who may do what",
        "",
        "Every command and every kind of button, and who may use it. Nobody wrote these lists: a crawler uses every",
        "command and presses every button it is shown, and people of every role try the same. `python -m",
        "tests.support.wire.rights` writes this page; a test holds that it is true.",
        "",
        "*Players* have a seat in the match. *Who manages the server* has Discord's permission *Manage Server*, as its",
        "owner always has. Hands and drafts are shown in private answers only.",
        "",
        "## Commands",
        "",
        "Answers are private unless marked as public. Docker's commands stand for those of the other games.",
        "",
        *_list_by_role(typed),
        "",
        "## Buttons, menus and forms",
        "",
        "What a press does still depends on the moment, for instance on whose turn it is. Where nothing is said, the",
        "answer replaces the message with the button, and is as private as that was.",
        "",
        *_list_by_role(sorted(pressed)),
        "",
        "\\* From the code: the crawler does not come to it.",
    ]
    return "\n".join([*lines, ""])


def _describe_button(right: Right) -> str:
    label = (right.shown or right.name).replace("|", "\\|")
    return f"{label} (`{right.name}`{', ' if right.answer else ''}{right.answer})"


def _list_by_role(rights: Sequence[tuple[str, str]]) -> list[str]:
    """List what people of each role may use, a paragraph a role."""
    found: dict[str, list[str]] = {}
    for who, what in rights:
        found.setdefault(who, []).append(what)
    return [f"* **{who}**: {'; '.join(found[who])}" for who in sorted(found)]


async def describe(folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Measure all rights and write the page."""
    async with crawling(folder, patch) as crawler:
        buttons = await list_button_rights(crawler)
        return write_page(await list_command_rights(crawler), buttons)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        PAGE.write_text(asyncio.run(describe(Path(folder) / "scene", patch)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())


def list_commands(at: Wire) -> list[Slash]:
    every = [each for each in at.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]
    return sorted(every, key=lambda each: each.qualified_name)


async def send(at: Wire, command: Slash, options: list[dict[str, Any]], **where: Any) -> list[Sent]:
    """Send a command as Discord would, with the people and channels it names."""
    *groups, name = command.qualified_name.split()
    nested: list[dict[str, Any]] = options
    if groups:
        nested = [{"name": name, "type": 1, "options": options}]
    return await at.command(groups[0] if groups else name, nested, **where)
