"""Faults on either side of a match between two servers: it goes on, or it rests and both sides are told the truth."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from client.places import places
from matches.clocks import pauses
from matches.match import Match, Side
from sandbox.discord import guilds, members
from sandbox.discord.model import Guild, Overwrite
from sandbox.discord.permissions import Permission
from sandbox.storage.seed import BOT_PERMISSIONS
from tests.support.numbers import patience, times
from tests.support.play.light import light
from tests.support.play.lost import stay_up
from tests.support.play.table import Table, find_board, open_settings, table, wait_for_boards, wait_for_rest
from tests.support.play.two_servers import TwoServers, find_button

__all__ = ["light"]

FAULTS = times(300, usual=12)
"""Faults on either side."""

KINDS = ("kicked", "deleted", "closed", "outage", "language", "left")
"""The bot is removed; its channel is deleted, or closed to it; Discord loses the server; the server's language changes;
the player to move leaves the server."""

RESTS = {
    "home": "cannot write in the channel of the other server",
    "guest": "im Kanal des anderen Servers nicht schreiben",
}
"""What the board of a side says while the other one is lost."""

pytestmark = [
    pytest.mark.timeout(patience(300)),
    pytest.mark.usefixtures("blank_pictures"),
]  # nobody looks at the pictures


class Trouble:
    """A match in two servers, and what happens to it."""

    def __init__(self, two: TwoServers) -> None:
        self.two, self.at = two, two.at
        self.world = two.at.sandbox.world
        self.languages: dict[Side, str] = {"home": "en", "guest": "de"}
        harbour = two.person("anna").channel.guild
        assert harbour is not None
        self.guilds: dict[Side, Guild] = {"home": harbour, "guest": two.quay}

    async def settle(self) -> Match:
        """Let everything that is due happen."""
        await wait_for_rest()
        await self.pass_time(60.0)
        await wait_for_rest()
        return await self.two.match()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass without an outage of the bot."""
        self.world.clock.advance(seconds)
        await stay_up(self.at)
        await self.at.bot.sweep()

    async def lose(self, side: Side, kind: str) -> None:
        channel = self.two.manager(side).channel
        match kind:
            case "kicked":
                guilds.kick_bot(self.world, self.guilds[side])
            case "deleted":
                guilds.delete_channel(self.world, channel)
            case "closed":
                guilds.overwrite(self.world, channel, Overwrite(self.world.bot.id, 1, 0, int(Permission.SEND_MESSAGES)))
            case "outage":
                guilds.set_available(self.world, self.guilds[side], available=False)

    async def give_back(self, side: Side, kind: str, number: int) -> None:
        match kind:
            case "kicked":
                guilds.invite_bot(self.world, self.guilds[side], bits=BOT_PERMISSIONS)
            case "deleted":
                place = guilds.create_channel(self.world, self.guilds[side], f"{side}-{number}")
                self.two.channels[side] = place.name
                await wait_for_rest()
                player = self.two.person("anna" if side == "home" else "chiara")
                await player.slash("turns", {"here": 1})
            case "closed":
                channel = self.two.manager(side).channel
                guilds.overwrite(self.world, channel, Overwrite(self.world.bot.id, 1, 0, 0))
            case "outage":
                guilds.set_available(self.world, self.guilds[side], available=True)

    async def rest_and_go_on(self, side: Side, kind: str, number: int, before: Match) -> None:
        """Lose a side: the match rests, the other side is told, and it goes on once the side is back."""
        what = f"{number}: {kind} on the side {side}"
        other: Side = "guest" if side == "home" else "home"
        await self.lose(side, kind)
        resting = await self.settle()
        assert resting.paused_for == "place", f"{what}: the match does not rest"
        assert resting.guest.lost == (side,), f"{what}: the match does not know which side is lost"
        assert RESTS[other] in self.two.board(other), f"{what}: the other side reads {self.two.board(other)}"
        await self.give_back(side, kind, number)
        back = await self.settle()
        await wait_for_boards(self.at)
        assert back.phase == "running", f"{what}: the match does not go on"
        assert back.state == before.state, f"{what}: a turn was lost"
        for each in ("home", "guest"):
            assert RESTS[each] not in self.two.board(each), f"{what}: {each} is told that it still rests"

    async def change_language(self, side: Side) -> None:
        """Change the language of a server in its settings."""
        master = self.two.manager(side)
        panel = await open_settings(master, "Boards")
        self.languages[side] = "fr" if self.languages[side] != "fr" else ("en" if side == "home" else "de")
        await master.choose(panel, "sb:set:0:-1:language", self.languages[side])

    async def leave(self, match: Match) -> Side:
        """Let the person who is to move leave their server; a stand-in moves at the next reminder. They come back."""
        holder = match.awaited[0]
        side: Side = "guest" if holder.guest else "home"
        user = self.world.users[holder.user_id or 0]
        members.leave(self.world, self.guilds[side], user)
        for _ in range(30):
            await self.pass_time(3600.0)
            if (await self.two.match()).holder(holder.seat).stand_in:
                break
        moved = await self.settle()
        await wait_for_boards(self.at)
        assert moved.holder(holder.seat).stand_in == "until_back", "nobody plays for somebody who has left"
        assert moved.seq > match.seq
        self.world.add_member(self.guilds[side], user)
        if moved.phase == "finished":
            return side
        person = self.two.person(user.username)
        await person.click(find_board(person), find_button(find_board(person), "back"))
        await self.settle()
        return side


async def endure(folder: Path, *, faults: int, seed: int = 1, kinds: tuple[str, ...] = KINDS) -> None:
    """Let faults happen to either side, and play a turn after each; when a match ends, begin another one. Raises
    AssertionError if a promise is broken."""
    drawn = random.Random(seed)
    sides: tuple[Side, Side] = ("home", "guest")
    every = list(itertools.product(kinds, sides))
    plan = [each for _ in range(-(-faults // len(every))) for each in drawn.sample(every, len(every))][:faults]
    ahead = iter(enumerate(plan))
    made, matches = 0, 0
    while made < faults:
        matches += 1
        async with table(make_folder(folder, matches)) as at:
            made += await endure_match(at, ahead)
    assert made == faults


def make_folder(folder: Path, number: int) -> Path:
    """Make the folder of a match's store."""
    made = folder / str(number)
    made.mkdir()
    return made


async def endure_match(at: Table, ahead: Iterator[tuple[int, tuple[str, Side]]]) -> int:
    """Let the faults `ahead` happen to one match until it ends. Returns their number."""
    trouble, made = Trouble(TwoServers(at)), 0
    two = trouble.two
    await two.start()
    while (before := await trouble.settle()).phase != "finished" and (found := next(ahead, None)) is not None:
        number, (kind, side) = found
        made += 1
        assert before.phase == "running", f"{number}: the match is {before.phase}"
        if kind == "language":
            await trouble.change_language(side)
        elif kind == "left":
            await trouble.leave(before)
        else:
            await trouble.rest_and_go_on(side, kind, number, before)
        if (await two.match()).phase == "finished":
            continue  # a stand-in has made the last move
        after = await two.take_turn()
        assert after.seq > before.seq, f"{number}: after {kind} on the side {side} nobody can play"
        assert "it is your turn" not in two.board("guest"), "the guest side reads its own language"
        assert "du bist dran" not in two.board("home"), "so does the home"
    return made


async def test_faults_on_either_side(tmp_path: Path) -> None:
    await endure(tmp_path, faults=FAULTS)


async def _do_nothing(*_: Any, **__: Any) -> None:
    pass


def never_tell(patch: pytest.MonkeyPatch) -> None:
    """Mutant: the other side reads what the lost one would read."""
    patch.setattr(pauses, "is_lost_elsewhere", lambda _: False)
    patch.setattr("client.messages.pause_text.is_lost_elsewhere", lambda _: False)


def never_rest(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a lost channel pauses nothing."""
    patch.setattr(places, "pause_lost", _do_nothing)


def never_return(patch: pytest.MonkeyPatch) -> None:
    """Mutant: a channel that is back resumes nothing."""
    patch.setattr(places, "resume_found", _do_nothing)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [never_tell, never_rest, never_return])
async def test_a_false_sentence_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError, match=r"does not rest|other side reads|does not go on"):
        await endure(tmp_path, faults=2, kinds=("closed",))
