"""The page's panel of faults. Each has a name, a description, and one effect on the bot's world, the channel shown or
the person.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from sandbox.discord import guilds, members
from sandbox.discord.model import Guild, Json
from sandbox.discord.world import World
from sandbox.gateway.gateway import Gateway
from sandbox.network.faults import Faults
from sandbox.network.ratelimits import RateLimits
from sandbox.person.places import CHANNEL, PERSON, Order, Switch, delete_account, delete_channel, make_switches
from sandbox.person.slash import Refused
from sandbox.storage import seed


@dataclass(frozen=True)
class PanelFault:
    """A fault a person can order. `seconds`: the default of the number it takes, None if it takes none. `active`:
    whether it is in effect, or was ordered and is still to come. `fits`: whether it makes sense in the place shown.
    """

    group: str
    sentence: str
    act: Callable[[Order], Awaitable[None] | None]
    seconds: float | None = None
    active: Callable[[Order], bool] = lambda _: False
    fits: Callable[[Order], object] = lambda _: True


def make_switch(one: Switch) -> PanelFault:
    """Make a fault that ends when it is ordered again."""
    return PanelFault(
        one.group,
        one.sentence,
        lambda order: one.turn(order, not one.is_active(order)),
        active=one.is_active,
        fits=one.fits,
    )


class FaultPanel:
    """All faults of one sandbox, by name."""

    def __init__(self, world: World, gateway: Gateway, limits: RateLimits, faults: Faults) -> None:
        self.world = world

        def latency(order: Order) -> None:
            faults.latency = order.seconds

        def duplicate(_: Order) -> None:
            faults.duplicate_next += 1

        def hold(_: Order) -> None:
            faults.hold_next += 1

        def calm(_: Order) -> None:
            faults.clear()
            limits.refusals.clear()

        places = make_switches(world)
        self.known: Mapping[str, PanelFault] = {
            "hour": PanelFault("Time", "An hour later.", lambda _: world.clock.advance(3600)),
            "day": PanelFault("Time", "A day later.", lambda _: world.clock.advance(86_400)),
            "jump": PanelFault("Time", "Let time jump ahead.", lambda order: world.clock.advance(order.seconds), 901.0),
            **{kind: make_switch(one) for kind, one in places.items() if one.group == CHANNEL},
            "delete": PanelFault(
                CHANNEL, "Delete it.", lambda order: delete_channel(world, order), fits=lambda order: order.guild
            ),
            **{kind: make_switch(one) for kind, one in places.items() if one.group == PERSON},
            "account": PanelFault(
                PERSON,
                "Deletes the account.",
                lambda order: delete_account(world, order),
                fits=lambda order: order.user,
            ),
            "drop": PanelFault("Connection", "Close the bot's connection; it resumes.", lambda _: gateway.drop()),
            "cut": PanelFault("Connection", "Break the bot's connection without notice.", lambda _: gateway.cut()),
            "forget": PanelFault(
                "Connection", "Close the connection and forget its session.", lambda _: gateway.drop(forget=True)
            ),
            "reconnect": PanelFault("Connection", "Ask the bot to reconnect.", lambda _: gateway.ask_reconnect()),
            "latency": PanelFault(
                "Requests", "Delay every answer by up to this many seconds.", latency, 1.0, lambda _: faults.latency > 0
            ),
            "refuse": PanelFault(
                "Requests",
                "Answer the bot's next message with an error.",
                lambda _: faults.order("POST", refuse=True),
                active=lambda _: faults.has_order("refuse"),
            ),
            "lose_reply": PanelFault(
                "Requests",
                "Carry out the bot's next message, but lose the reply.",
                lambda _: faults.order("POST", lose_reply=True),
                active=lambda _: faults.has_order("lose_reply"),
            ),
            "rate_limit": PanelFault(
                "Requests",
                "Make the bot wait before its next message.",
                lambda order: limits.refuse_next("POST", retry_after=order.seconds),
                1.0,
                lambda _: bool(limits.refusals),
            ),
            "duplicate": PanelFault(
                "Clicks", "Deliver the next click twice.", duplicate, active=lambda _: faults.duplicate_next > 0
            ),
            "hold": PanelFault(
                "Clicks",
                "Deliver the next click after the one that follows it.",
                hold,
                active=lambda _: faults.hold_next > 0 or gateway.holding,
            ),
            "outage": PanelFault(
                "Server",
                "Make the server unavailable.",
                self._take_away,
                active=lambda order: not self._guild(order).available,
            ),
            "recovery": PanelFault("Server", "Make the server available again.", self._recover),
            "kick": PanelFault(
                "Server",
                "Remove the bot from the server.",
                self._kick,
                active=lambda order: self._guild(order).joined_at is None,
            ),
            "invite": PanelFault("Server", "Invite the bot again.", self._invite),
            "timeout": PanelFault(
                "Server",
                "Time the bot out for this many seconds (0 ends it).",
                self._time_out,
                600.0,
                lambda order: self._is_timed_out(order),
            ),
            "calm": PanelFault("", "End all faults.", calm),
        }

    def list_faults(self, order: Order) -> list[Json]:
        """List the faults that apply here, for the page."""
        return [
            {"kind": k, "group": t.group, "sentence": t.sentence, "seconds": t.seconds, "active": t.active(order)}
            for k, t in self.known.items()
            if t.fits(order)
        ]

    async def order(self, kind: str, order: Order, *, seconds: float | None = None) -> None:
        """Begin or end a fault. Refuses one that is unknown or does not apply now."""
        fault = self.known.get(kind)
        if fault is None:
            raise Refused(f"There is no fault called “{kind}”.")
        if seconds is not None and not 0 <= seconds <= 366 * 86_400:
            raise Refused("Choose between zero seconds and a year.")
        done = fault.act(replace(order, seconds=seconds if seconds is not None else fault.seconds or 0.0))
        if inspect.isawaitable(done):
            await done

    def _guild(self, order: Order) -> Guild:
        return order.guild or next(iter(self.world.guilds.values()))

    def _take_away(self, order: Order) -> None:
        self._set_available(order, available=False)

    def _recover(self, order: Order) -> None:
        self._set_available(order, available=True)

    def _set_available(self, order: Order, *, available: bool) -> None:
        guild = self._guild(order)
        if guild.joined_at is None or guild.available is available:
            raise Refused("The server is already in this state.")
        guilds.set_available(self.world, guild, available=available)

    def _kick(self, order: Order) -> None:
        guild = self._guild(order)
        if guild.joined_at is None:
            raise Refused("The bot is not in this server.")
        guilds.kick_bot(self.world, guild)

    def _time_out(self, order: Order) -> None:
        guild = self._guild(order)
        if guild.joined_at is None:
            raise Refused("The bot is not in this server.")
        members.time_out(self.world, guild, self.world.bot, seconds=order.seconds)

    def _is_timed_out(self, order: Order) -> bool:
        me = self.world.bot_member(self._guild(order))
        return me is not None and me.timed_out

    def _invite(self, order: Order) -> None:
        guild = self._guild(order)
        if guild.joined_at is not None:
            raise Refused("The bot is in this server.")
        guilds.invite_bot(self.world, guild, bits=seed.BOT_PERMISSIONS)
