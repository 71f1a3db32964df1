"""Faults on demand: errors between a bot and Discord, ordered one by one or drawn at random from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class RequestFault:
    """The fault of one REST request."""

    latency: float = 0.0
    """Seconds of delay."""
    refuse: bool = False
    """Answer with status 500, without carrying out the request."""
    lose_reply: bool = False
    """Carry out the request, but answer with status 500."""
    cut: bool = False
    """Break the connection where the answer would be sent."""


@dataclass
class _Order:
    route: str
    fault: RequestFault
    count: int


NONE = RequestFault()


@dataclass(eq=False)
class Faults:
    """The sandbox's faults. Each share is the probability of a fault, drawn from `seed`; ordered faults come first."""

    seed: int = 0
    latency: float = 0.0
    refuse_share: float = 0.0
    lose_share: float = 0.0
    duplicate_share: float = 0.0
    duplicate_next: int = 0
    """How many of the next interactions are delivered twice."""
    hold_next: int = 0
    """How many of the next interactions are held back until a later one has been delivered."""
    travel: Callable[[int], float] | None = None
    """Seconds that each request takes until it arrives, by the bytes of its body; None: none."""
    _orders: list[_Order] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)  # noqa: S311 - faults must be reproducible

    def order(
        self,
        route: str,
        *,
        latency: float = 0.0,
        refuse: bool = False,
        lose_reply: bool = False,
        cut: bool = False,
        count: int = 1,
    ) -> None:
        """Order a fault for the next `count` requests whose "METHOD /template" contains `route`."""
        self._orders.append(_Order(route, RequestFault(latency, refuse, lose_reply, cut), count))

    def has_order(self, kind: Literal["refuse", "lose_reply"]) -> bool:
        """Whether an ordered fault still waits for its request."""
        return any(getattr(order.fault, kind) for order in self._orders)

    def for_request(self, route: str) -> RequestFault:
        """Return the fault of the next request on `route`."""
        for order in self._orders:
            if order.route in route:
                order.count -= 1
                if order.count <= 0:
                    self._orders.remove(order)
                return order.fault
        if not (self.latency or self.refuse_share or self.lose_share):
            return NONE
        draw = self.random.random()
        return RequestFault(
            latency=self.latency * self.random.random(),
            refuse=draw < self.refuse_share,
            lose_reply=self.refuse_share <= draw < self.refuse_share + self.lose_share,
        )

    def count_deliveries(self) -> int:
        """Return how often the next interaction is delivered: 1, or 2 when a duplicate was ordered or drawn."""
        if self.duplicate_next > 0:
            self.duplicate_next -= 1
            return 2
        return 2 if self.duplicate_share and self.random.random() < self.duplicate_share else 1

    def clear(self) -> None:
        """Remove all faults."""
        self.latency = self.refuse_share = self.lose_share = self.duplicate_share = 0.0
        self.duplicate_next = self.hold_next = 0
        self._orders.clear()
