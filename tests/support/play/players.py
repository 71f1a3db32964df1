"""Two people who try every action under faults."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from matches.keeping.saving import MOST_PINGS
from matches.match import Match
from sandbox.discord import guilds
from sandbox.discord.model import Channel, InteractionType, Message
from sandbox.person import slash
from sandbox.person.answer import Answer
from sandbox.person.person import Person, Refused, menus
from tests.support.play.asking import ask
from tests.support.play.days import HOUR
from tests.support.play.lobbies import Action, ask_for_rematch, open_second, press_in_lobby
from tests.support.play.lost import stay_up
from tests.support.play.table import (
    Table,
    buttons,
    choose,
    decide,
    list_menus,
    name_people,
    open_panel,
    wait_for_rest,
    words,
)
from tests.support.play.troubles import Sentences, Trouble
from tests.support.play.typed_commands import GAMES, Command, find_action_name, find_group, list_commands
from tests.support.play.wordless import is_card

FALSE_AFTER_COMMIT = ("unchanged", "ry again", "could not be reached")
"""Parts of sentences that would be false once something was saved."""


SETTINGS_SAVED = "This was saved; only my answer failed."
"""The sentence about saved settings."""


APART = {"lobby": press_in_lobby, "rematch": ask_for_rematch, "second": open_second}
"""Actions that have a channel of their own: press in a lobby, ask for a rematch, open a second match."""


DEEDS = ("Pause", "Go on", "Take back the last turn", "End without a result")
"""Buttons of *Manage this match* that open a form."""


KEPT = frozenset({"me_language", "puzzle_share", "share", "share_stats", "try_share"})
"""Actions that are not tried. The test finds buttons by their English labels, and takes the newest picture for the
board; these would change the language, or post other pictures."""


class Players:
    """People who play one game in channels of their own, and try every action there."""

    def __init__(self, at: Table, seed: int, game: str, place: Channel, sentences: Sentences) -> None:
        self.sentences, self.written_before = sentences, 0
        self.at, self.game, self.drawn = at, game, random.Random(f"{seed} {game}")
        self.people = [at.person(name, "general").at(place) for name in name_people(game)]
        self.owner = at.person("harbourmaster", "general").at(place)
        self.private: dict[str, Message] = {}
        """The newest private answer of each."""
        self.tried: Counter[str] = Counter()
        """Commands that were typed, and actions that were pressed."""
        self.moves = 0
        """Turns that were taken after a fault."""
        self.pinged: Counter[tuple[int, int, int]] = Counter()
        """Pings by match, person and decision."""
        self.known: set[int] = set()
        """Messages whose pings are counted."""

    async def match(self) -> Match | None:
        found = await self.at.referee.match_in(self.people[0].channel.id)
        return found if found is not None and found.phase in ("lobby", "running", "paused") else None

    async def begin(self) -> None:
        """Open a match without faults, if there is none."""
        found = await self.match()
        if found is None:
            await self.people[0].slash(f"{GAMES[self.game]} new", {"players": len(self.people)})
            await wait_for_rest()
            found = await self.match()
        assert found is not None
        if found.phase == "lobby":
            card = next(m for m in reversed(self.people[0].messages()) if "Join" in buttons(m))
            for person in self.people:
                if person.user.id not in found.people:
                    await person.click(card, "Join")
                    await wait_for_rest()

    def messages(self, person: Person) -> list[Message]:
        """List the messages a person can act on: the newest public one with buttons, and the newest private one."""
        public = [message for message in person.messages() if not message.ephemeral and buttons(message)]
        private = self.private.get(person.user.name)
        return [*public[-1:], *([private] if private is not None and not private.deleted else [])]

    def press(self, person: Person) -> Action | None:
        """Press a button that is shown, preferably one that leads to a move."""
        offered = [(m, label, found) for m in self.messages(person) for label, found in buttons(m).items()]
        shown = [each for each in offered if find_action_name(each[2]) not in KEPT]
        if not shown:
            return None
        moves = [each for each in shown if ".move." in each[2] or each[2].startswith("sb:adopt:")]
        steps = ([each for each in shown if each[1] == "Confirm"], moves, [each for each in shown if each[1] == "Play"])
        forward = next((each for each in steps if each), shown)
        rarest = min(self.tried[find_action_name(each[2])] for each in shown)
        rare = [each for each in shown if self.tried[find_action_name(each[2])] == rarest]
        message, label, custom_id = self.drawn.choice(forward if self.drawn.random() < 0.6 else rare)
        self.tried[find_action_name(custom_id)] += 1
        name = "move" if (message, label, custom_id) in moves else re.sub(r"\d+", "#", label)
        return Action("button", name, lambda: person.click(message, custom_id))

    async def choose(self, person: Person) -> Action | None:
        """Choose from a menu, after opening a message with one."""
        shown = [(m, menu) for m in self.messages(person) for menu in menus(m) if find_action_name(menu) not in KEPT]
        if not shown:
            manages = self.drawn.random() < 0.5
            person = self.owner if manages else person
            opened = await ask(person, "manage" if manages else self.drawn.choice(("replay", "rules")))
            shown = [(message, menu) for message in opened.messages for menu in menus(message)]
        if not shown:
            return None
        message, menu = self.drawn.choice(shown)
        value = self.drawn.choice(menus(message)[menu])["value"]
        self.tried[find_action_name(menu)] += 1
        return Action("menu", menu.split(":")[1], lambda: person.choose(message, menu, value))

    async def fill_in(self, person: Person) -> Action | None:
        """Submit a form, after opening it."""
        manages = self.drawn.random() < 0.7
        person = self.owner if manages else person
        panel = await ask(person, "manage" if manages else "me")
        shown = buttons(panel.message) if panel.messages else {}
        labels = [label for label in shown if label in (*DEEDS, "Time zone …")]
        if not labels:
            return None
        label = self.drawn.choice([label for label in labels if label != DEEDS[-1]] or labels)
        if DEEDS[-1] in labels and self.drawn.random() < 0.05:
            label = DEEDS[-1]
        opened = await person.click(panel.message, label)
        typed = {"reason": "a reason"} if manages else {"zone": self.drawn.choice(("Europe/Rome", "nowhere"))}
        return Action("form", label, lambda: person.submit(opened, typed)) if opened.modal else None

    async def type_command(self, person: Person, found: Sequence[Command], kind: str) -> Action | None:
        """Type one of these commands, with offered values for its required options."""
        rarest = min(self.tried[f"/{command.qualified_name}"] for command in found)
        rare = [command for command in found if self.tried[f"/{command.qualified_name}"] == rarest]
        command = self.drawn.choice(rare)
        self.tried[f"/{command.qualified_name}"] += 1
        person = self.owner if command.default_permissions is not None else person
        options: dict[str, Any] = {}
        for parameter in command.parameters:
            if not parameter.required and (kind == "command" or self.drawn.random() < 0.5):
                continue
            if parameter.choices:
                options[parameter.name] = self.drawn.choice(parameter.choices).value
            elif parameter.autocomplete:
                typed = {**options, parameter.name: ""}
                offered = await person.autocomplete(command.qualified_name, typed, focused=parameter.name)
                options[parameter.name] = self.drawn.choice(offered)["value"] if offered else "?"
        return Action(kind, f"/{command.qualified_name}", lambda: person.slash(command.qualified_name, options))

    async def prepare_turn(self, person: Person) -> Action | None:
        """Choose a turn without faults, to confirm it under one. None if its choices need no confirmation."""
        match = await self.match()
        awaited = {holder.user_id for holder in match.awaited} if match is not None else set()
        if person.user.id not in awaited:
            return None
        panel = await open_panel(person)
        for _ in range(20):
            offered = sorted(list_menus(panel).items())
            if "Confirm" in buttons(panel):
                self.tried["confirm"] += 1
                return Action("confirm", "Confirm", lambda: person.click(panel, "Confirm"))
            if not offered:
                break
            menu, options = self.drawn.choice(offered)
            await choose(person, panel, menu, self.drawn.choice(options)["value"])
        return None

    def ask(self, person: Person) -> Action:
        """Begin to type an option, so that values are offered."""
        found = [(command, option) for command in list_commands(self.at) for option in command.parameters]
        mine = [each for each in found if each[1].autocomplete and self.is_ours(each[0])]
        command, option = self.drawn.choice(mine)
        person = self.owner if command.default_permissions is not None else person

        def act() -> Answer:
            typed = {option.name: ""}
            name = command.qualified_name
            data = slash.build_command_data(person.world, person.user, person.channel, name, typed, focused=option.name)
            return person._start(InteractionType.AUTOCOMPLETE, data)

        return Action("autocomplete", f"/{command.qualified_name} {option.name}", act)

    def is_ours(self, command: Command) -> bool:
        """Whether a command belongs to no game or to the game being played."""
        return find_group(command) in ("", GAMES[self.game])

    async def find_action(self, person: Person, kind: str) -> Action | None:
        """Find an action of this kind; None if there is none at the moment."""
        ours = [each for each in list_commands(self.at) if self.is_ours(each)]
        match kind:
            case "button":
                return self.press(person)
            case "menu":
                return await self.choose(person)
            case "form":
                return await self.fill_in(person)
            case "command":
                return await self.type_command(person, ours, kind)
            case "confirm":
                return await self.prepare_turn(person)
            case "typed move":
                moves = [each for each in ours if each.root_parent is not None and each.parameters]
                return await self.type_command(await self.find_awaited(), moves, kind)
        return self.ask(person)

    async def find_awaited(self) -> Person:
        """Find somebody the match waits for; if there is nobody, anybody."""
        found = await self.match()
        awaited = {holder.user_id for holder in found.awaited} if found is not None else set()
        return next((each for each in self.people if each.user.id in awaited), self.people[0])

    async def step(self, trouble: Trouble, kind: str) -> Action | None:
        """Do one thing of this kind under one fault, then play on. Returns what was done."""
        if kind == "opening":
            return await self.open_elsewhere(trouble)
        if kind in APART:
            return await APART[kind](self, trouble)
        await self.begin()
        is_awaited = kind == "confirm" or self.drawn.random() < 0.6
        person = await self.find_awaited() if is_awaited else self.drawn.choice(self.people)
        action = None
        if kind == "moving":
            action = await self.move(person)
        else:
            with contextlib.suppress(Refused):  # the effects of a fault may still be in the way
                action = await self.find_action(person, kind)
        await wait_for_rest()
        await self.begin()  # another match may have ended
        before = await self.match()
        assert before is not None
        answer = await self.act_under(trouble, action)
        if action is None or answer is None:
            return None
        if answer.acknowledged and answer.messages and answer.messages[-1].visible_to == person.user.id:
            self.private[person.user.name] = answer.messages[-1]
        what = f"{action.kind} {action.name} in {self.game} under {trouble.name}"
        await self.settle()
        await self.follow(before)
        await self.check(before, answer, what)
        await self.play_on(what)
        return action

    async def act_under(self, trouble: Trouble, action: Action | None) -> Answer | None:
        """Do something under a fault, and wait until the bot is idle. None if nothing could be done."""
        self.written_before = self.sentences.settings_written
        ordered = trouble.order(self.at)
        if asyncio.iscoroutine(ordered):
            await ordered
        try:
            answer = action.act() if action is not None else None
        except Refused:
            answer = None
        if answer is not None:
            with contextlib.suppress(TimeoutError):
                await answer.until(lambda: answer.acknowledged or answer.failed, within=0.5)
            if trouble.expires:
                self.at.sandbox.world.clock.advance(16 * 60)
                await stay_up(self.at)
            await wait_for_rest()
        self.repair()
        return answer

    def make_channel(self) -> Channel:
        """Make a channel that nobody has used."""
        world, guild = self.at.sandbox.world, self.people[0].channel.guild
        assert guild is not None
        return guilds.create_channel(world, guild, f"{self.game}-{world.new_id()}".replace("_", "-"))

    async def move(self, person: Person) -> Action:
        """Take the match to a new channel."""
        before = await self.match()
        assert before is not None
        there = person.at(self.make_channel())
        self.tried["/turns"] += 1
        return Action("moving", "/turns", lambda: there.slash("turns", {"here": before.id}))

    async def follow(self, before: Match) -> None:
        """Go where the match is now."""
        row = await self.at.referee.match(before.id)
        place = self.at.sandbox.world.channels[row.channel_id]
        if place is not self.people[0].channel:
            self.people = [person.at(place) for person in self.people]
            self.owner = self.owner.at(place)
            self.private.clear()

    async def open_elsewhere(self, trouble: Trouble) -> Action:
        """Open a match in a new channel, with a thread or without one. Its card is posted once, or nothing is."""
        place = self.make_channel()
        anna, thread = self.people[0].at(place), self.drawn.random() < 0.6
        command = self.drawn.choice((f"{GAMES[self.game]} new", f"{GAMES[self.game]} new", "play"))
        options = (
            {"game": self.game, "computer": False}
            if command == "play"
            else {"players": len(self.people), "thread": thread}
        )
        self.tried[f"/{command}"] += 1
        action = Action("opening", f"/{command}", lambda: anna.slash(command, options))
        answer = await self.act_under(trouble, action)
        await self.settle()
        what = f"opening by /{command}{' with a thread' * thread} in {self.game} under {trouble.name}"
        assert answer is not None
        threads = [each for each in self.at.sandbox.world.channels.values() if each.parent_id == place.id]
        opened = [await self.at.referee.match_in(each.id) for each in (place, *threads)]
        lobbies = [each for each in opened if each is not None and each.phase == "lobby"]
        cards = [each for each in anna.messages() if is_card(each)]
        cards += [message for each in threads for message in each.messages.values() if is_card(message)]
        assert len(cards) == len(lobbies) <= 1, f"{what}: {len(cards)} cards of {len(lobbies)} lobbies"
        assert len([each for each in threads if not each.archived]) <= len(lobbies), f"{what}: an empty thread"
        await self.check_sentences(answer, what, bool(lobbies))
        again = await anna.slash(f"{GAMES[self.game]} new", {"players": len(self.people), "thread": False})
        refused = any(each.channel_id == place.id for each in lobbies)
        assert ("already a match" in again.text) == refused, f"{what}: {again.text}"
        guilds.delete_channel(self.at.sandbox.world, place)
        await wait_for_rest()
        return action

    async def play_on(self, what: str) -> None:
        """Let the awaited player take a turn, without a fault."""
        match = await self.match()
        if match is None or match.phase != "running" or not match.awaited:
            return
        person = await self.find_awaited()
        try:
            await decide(self.at, person, self.drawn)
        except (AssertionError, LookupError, RuntimeError, TimeoutError, Refused) as error:
            shown = [(words(each), buttons(each)) for each in person.messages()[-2:]]
            raise AssertionError(f"{what}: {person.user.name} cannot move: {error!r}; shown: {shown}") from error
        await self.settle()
        self.moves += 1

    def repair(self) -> None:
        """Cancel faults that have not happened yet."""
        self.at.sandbox.faults.clear()
        self.at.sandbox.rest.limits.refusals.clear()

    async def settle(self) -> None:
        """Let the bot catch up, as it does within the next hours."""
        at = self.at
        await self.people[0].until(at.bot.is_connected, within=30)
        for _ in range(12):
            await wait_for_rest()
            owed = await at.referee.store.transaction(lambda tx: tx.read_due_boards(float("inf"), limit=1))
            if not owed:
                return
            at.sandbox.world.clock.advance(HOUR / 2)
            await stay_up(at)
            await at.bot.sweep()
        raise AssertionError("a board is never posted")

    async def check(self, before: Match, answer: Answer, what: str, *, mistakes: bool = False) -> None:
        """Raise AssertionError for a false sentence, a ping too many, and a board that is not in the channel once.

        `mistakes`: the bot may say that it has made one.
        """
        after = await self.at.referee.match(before.id)
        number = answer.interaction.id
        committed = await self.at.referee.store.transaction(lambda tx: tx.was_recorded(number))
        said = words(answer.messages[-1]) if answer.acknowledged and answer.messages else ""
        assert mistakes or "went wrong" not in said, f"{what}: {said}"
        if said.startswith("✓"):
            assert after.seq != before.seq, f"{what}: it said {said!r}, and nothing happened"
        await self.check_sentences(answer, what, committed)
        self.count_pings(before, after, what)
        shown = self.boards()
        twice = [name for name, count in shown.items() if count > 1]
        assert not twice, f"{what}: {twice} is there twice"
        if after.state is not None and after.phase in ("running", "paused"):
            newest = await self.at.referee.store.transaction(
                lambda tx: tx.find_newest_board(after.id, before=after.seq + 1)
            )
            assert newest is not None, f"{what}: there is no board"
            assert f"{self.game}-{after.id}-{newest.seq}.png" in shown, f"{what}: the newest board is not there"

    async def check_sentences(self, answer: Answer, what: str, committed: bool) -> None:
        """Raise AssertionError if a sentence after an error is false. `committed`: the action has taken effect."""
        for sentence, deliberate in self.sentences.told.pop(answer.interaction.id, ()):
            settings = sentence == SETTINGS_SAVED and self.sentences.settings_written > self.written_before
            assert committed or settings or "was saved" not in sentence, f"{what}: {sentence!r}, and nothing was saved"
            if committed and not deliberate:
                assert "was saved" in sentence, f"{what}: it was saved, but people read {sentence!r}"
                assert not any(each in sentence for each in FALSE_AFTER_COMMIT), f"{what}: {sentence!r}"

    def count_pings(self, before: Match, after: Match, what: str) -> None:
        """Count the pings since the last time. Raises AssertionError if a decision has had too many."""
        found = [ping for ping in self.at.sandbox.world.pings if ping.message.id not in self.known]
        self.known |= {ping.message.id for ping in found}
        here = [ping for ping in found if ping.message.channel is self.people[0].channel]
        for holder in after.awaited:
            decision, user = after.decisions[holder.seat], holder.user_id or 0
            if before.decisions.get(holder.seat) != decision:
                continue  # some of these pings may have been for the decision before
            self.pinged[after.id, user, decision] += sum(user in ping.users for ping in here)
            count = self.pinged[after.id, user, decision]
            assert count <= MOST_PINGS, f"{what}: {count} pings for one decision"

    def boards(self) -> Counter[str]:
        """List the pictures in the channel that everybody sees."""
        public = [message for message in self.people[0].messages() if not message.ephemeral]
        names = [file.filename for message in public for file in message.attachments]
        return Counter(name for name in names if re.fullmatch(rf"{self.game}-\d+-\d+\.png", name))


def make_places(at: Table) -> list[Channel]:
    """Give each game a place of its own: two channels, and threads for the others."""
    anna = at.person("anna")
    threads = [anna.start_thread(f"thread {number}") for number in range(len(GAMES) - 2)]
    return [anna.channel, at.person("anna", "general").channel, *threads]
