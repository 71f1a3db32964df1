"""The page's small panel of troubles: each has a name, a sentence, and does one thing to the bot's world."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from sandbox import guilds, seed
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.model import Guild, Json
from sandbox.ratelimits import RateLimits
from sandbox.slash import Refused
from sandbox.world import World


@dataclass(frozen=True)
class Trouble:
    """What a person may order. `seconds` is the default of the one number it takes, None if it takes none; `active`
    tells whether it was ordered and is still to come, or lasts.
    """

    group: str
    sentence: str
    act: Callable[[float], Awaitable[None] | None]
    seconds: float | None = None
    active: Callable[[], bool] = lambda: False


class Troubles:
    """All troubles of one sandbox, by name."""

    def __init__(self, world: World, gateway: Gateway, limits: RateLimits, faults: Faults) -> None:
        self.world = world

        def latency(seconds: float) -> None:
            faults.latency = seconds

        def duplicate(_: float) -> None:
            faults.duplicate_next += 1

        def hold(_: float) -> None:
            faults.hold_next += 1

        def calm(_: float) -> None:
            faults.clear()
            limits.refusals.clear()

        self.known: Mapping[str, Trouble] = {
            "drop": Trouble("Connection", "Close the bot's connection; it resumes.", lambda _: gateway.drop()),
            "cut": Trouble("Connection", "Break the bot's connection without a word.", lambda _: gateway.cut()),
            "forget": Trouble(
                "Connection", "Close the connection and forget its session.", lambda _: gateway.drop(forget=True)
            ),
            "reconnect": Trouble("Connection", "Ask the bot to reconnect.", lambda _: gateway.ask_reconnect()),
            "latency": Trouble(
                "Requests", "Answer every request up to this late.", latency, 1.0, lambda: faults.latency > 0
            ),
            "refuse": Trouble(
                "Requests",
                "Answer the bot's next message with an error.",
                lambda _: faults.order("POST", refuse=True),
                active=lambda: faults.ordered("refuse"),
            ),
            "lose_reply": Trouble(
                "Requests",
                "Carry out the bot's next message, but lose the reply.",
                lambda _: faults.order("POST", lose_reply=True),
                active=lambda: faults.ordered("lose_reply"),
            ),
            "rate_limit": Trouble(
                "Requests",
                "Make the bot wait before its next message.",
                lambda s: limits.refuse_next("POST", retry_after=s),
                1.0,
                lambda: bool(limits.refusals),
            ),
            "duplicate": Trouble(
                "Clicks", "Deliver the next click twice.", duplicate, active=lambda: faults.duplicate_next > 0
            ),
            "hold": Trouble(
                "Clicks",
                "Deliver the next click after the one that follows it.",
                hold,
                active=lambda: faults.hold_next > 0 or gateway.holding,
            ),
            "jump": Trouble("Time", "Let time jump ahead.", world.clock.advance, 901.0),
            "outage": Trouble(
                "Server",
                "Take the bot's server away.",
                lambda _: self._available(available=False),
                active=lambda: not self._guild().available,
            ),
            "recovery": Trouble("Server", "Give the server back.", lambda _: self._available(available=True)),
            "kick": Trouble(
                "Server",
                "Remove the bot from the server.",
                lambda _: self._kick(),
                active=lambda: self._guild().joined_at is None,
            ),
            "invite": Trouble("Server", "Invite the bot again.", lambda _: self._invite()),
            "calm": Trouble("", "No more troubles.", calm),
        }

    def listed(self) -> list[Json]:
        """For the page."""
        return [
            {"kind": k, "group": t.group, "sentence": t.sentence, "seconds": t.seconds, "active": t.active()}
            for k, t in self.known.items()
        ]

    async def order(self, kind: str, seconds: float | None) -> None:
        """Do it. Refused when there is no such trouble, or it makes no sense now."""
        trouble = self.known.get(kind)
        if trouble is None:
            raise Refused(f"There is no trouble called “{kind}”.")
        if seconds is not None and not 0 <= seconds <= 366 * 86_400:
            raise Refused("Choose between zero seconds and a year.")
        done = trouble.act(seconds if seconds is not None else trouble.seconds or 0.0)
        if inspect.isawaitable(done):
            await done

    def _guild(self) -> Guild:
        return next(iter(self.world.guilds.values()))

    def _available(self, *, available: bool) -> None:
        guild = self._guild()
        if guild.joined_at is None or guild.available is available:
            raise Refused("That is how it is already.")
        guilds.set_available(self.world, guild, available=available)

    def _kick(self) -> None:
        if self._guild().joined_at is None:
            raise Refused("The bot is not in this server.")
        guilds.kick_bot(self.world, self._guild())

    def _invite(self) -> None:
        if self._guild().joined_at is not None:
            raise Refused("The bot is in this server.")
        guilds.invite_bot(self.world, self._guild(), bits=seed.BOT_PERMISSIONS)
