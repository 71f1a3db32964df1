"""Two servers of the sandbox that share a table: *Harbour* with Anna and Ben in #games, *Quay* with Chiara and Dana in
#pier."""

from __future__ import annotations

import json
from collections.abc import Iterator

from client.leagues.leagues import advance
from client.messages.custom_ids import parse
from matches.match import Match, Side
from sandbox.discord.model import Message
from sandbox.person.person import Person, buttons
from sandbox.storage.seed import add_guild
from tests.support.play.days import pass_time
from tests.support.play.leagues import manage_league
from tests.support.play.table import (
    Table,
    choose,
    find_board,
    has_board,
    list_menus,
    open_lobby,
    wait_for_boards,
    wait_for_rest,
    words,
)

SIDES: dict[str, Side] = {"anna": "home", "ben": "home", "chiara": "guest", "dana": "guest"}
CHANNELS: dict[Side, str] = {"home": "games", "guest": "pier"}


class TwoServers:
    """A match in two servers, and its people."""

    def __init__(self, at: Table) -> None:
        self.at = at
        self.quay = add_guild(at.sandbox.world, "Quay", channels=("pier", "jetty"))
        self.quay.locale = "de"
        self.channels = dict(CHANNELS)

    def person(self, name: str) -> Person:
        return self.at.person(name, self.channels[SIDES[name]])

    def manager(self, side: Side) -> Person:
        return self.at.person("harbourmaster", self.channels[side])

    async def match(self) -> Match:
        return await self.at.referee.match(1)

    async def offer(self, *, names: bool = False, players: int = 4) -> tuple[Message, str]:
        """Open a lobby at home and offer it. Returns its card and the code."""
        await wait_for_rest()
        card = (await open_lobby(self.at, self.person("anna"), players=players, pace="daily")).message
        master = self.manager("home")
        panel = (await master.click(card, "More")).message
        await master.click(panel, "Who may join …")
        await master.click(panel, "Play with another server …")
        await master.click(panel, "Offer it with names" if names else "Offer it without names")
        return card, words(panel).split("server: ")[1].split("\n")[0]

    async def link(self, *, names: bool = False, players: int = 4) -> tuple[Message, Message]:
        """Link #pier. Returns both cards."""
        card, code = await self.offer(names=names, players=players)
        asked = await self.manager("guest").slash("lobbies", {"code": code})
        await self.manager("guest").click(asked.message, "Agree, with names" if names else "Agree, without names")
        await wait_for_rest()
        (there,) = [message for message in self.person("chiara").messages() if find_button(message, "join")]
        return card, there

    async def start(self, *, names: bool = False) -> Match:
        """Begin a match of all four people, and play until Ben is to move. Some minutes later nobody is looking at a
        channel."""
        card, there = await self.link(names=names)
        await self.person("ben").click(card, "Join")
        for name in ("chiara", "dana"):
            await self.person(name).click(there, find_button(there, "join"))
        for name in ("anna", "chiara"):
            person = self.person(name)
            await person.until(lambda person=person: has_board(person))
        await wait_for_boards(self.at)
        while (await self.match()).awaited[0].name != "Ben":
            await self.take_turn()
        await pass_time(self.at, 300.0)
        return await self.match()

    async def offer_league(self, *, names: bool = False, kind: str = "divisions") -> str:
        """Set up a league at home, and offer it. Returns the code."""
        await wait_for_rest()
        await self.at.bot.loops.stop("the leagues")
        master = self.manager("home")
        await manage_league(master, "new", {"name": "Regatta", "game": "docker", "kind": kind})
        panel = (await master.slash("league", {"show": "share"})).message
        await master.click(panel, "Offer it with names" if names else "Offer it without names")
        return words(panel).split("server: ")[1].split("\n")[0]

    async def share_league(self, *, names: bool = False, kind: str = "divisions", start: bool = True) -> None:
        """Share a league with #pier, let all four people join, and start its season; no match is open yet."""
        code = await self.offer_league(names=names, kind=kind)
        asked = await self.manager("guest").slash("lobbies", {"code": code})
        await self.manager("guest").click(asked.message, "Agree, with names" if names else "Agree, without names")
        await advance(self.at.bot)
        for name, side in SIDES.items():
            await self.person(name).click(self.tables(side), find_button(self.tables(side), "league_join"))
        if start:
            await manage_league(self.manager("home"), "start")

    def tables(self, side: Side) -> Message:
        """Return the message that shows a league to a side."""
        (found,) = [
            each for each in self.manager(side).messages() if not each.ephemeral and find_button(each, "league_join")
        ]
        return found

    async def take_turn(self) -> Match:
        """Let the person who is to move take their turn in the channel of their side, until both boards are there."""
        match = await self.match()
        person = self.person(match.awaited[0].name.lower())
        panel = (await person.click(find_board(person), find_button(find_board(person), "play"))).message
        for _ in range(20):
            if confirm := find_button(panel, "confirm"):
                await person.click(panel, confirm)
            else:
                menu, options = next(iter(list_menus(panel).items()))
                await choose(person, panel, menu, options[0]["value"])
            if (await self.match()).seq > match.seq:
                break
        await wait_for_rest()
        await wait_for_boards(self.at)
        return await self.match()

    def board(self, side: Side) -> str:
        """Return the words of the newest board of a side."""
        return words(find_board(self.person("anna" if side == "home" else "chiara")))

    def list_sent(self, guild_id: int) -> Iterator[str]:
        """List everything that was sent to a server: messages, edits, and answers to its people, as JSON."""
        world = self.at.sandbox.world
        for exchange in self.at.sandbox.rest.log:
            parts = exchange.path.split("/")
            channel = next((world.channels[int(p)] for p in parts if p.isdecimal() and int(p) in world.channels), None)
            if channel is None:
                channel = next((world.interactions[p].channel for p in parts if p in world.interactions), None)
            if channel is not None and channel.guild is not None and channel.guild.id == guild_id:
                yield json.dumps(exchange.body, ensure_ascii=False, default=str)


def find_button(message: Message, action: str) -> str:
    """Find the custom_id of a button of this action; "" if the message has none."""
    for custom_id in buttons(message).values():
        found = parse(custom_id)
        if found is not None and found.action == action:
            return custom_id
    return ""
