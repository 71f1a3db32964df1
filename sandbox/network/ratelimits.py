"""Rate limits: the headers every answer carries, and refusals on demand.

By default the limits are too high for any bot to reach. A test or the page asks for a 429, or any other error, with
`refuse_next`, or gives `RateLimits` numbers like Discord's.

Source: https://docs.discord.com/developers/topics/rate-limits
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from sandbox import errors
from sandbox.discord.world import World
from sandbox.errors import ApiError, ErrorKind, ProxyError

Scope = Literal["user", "shared", "global"]
"""What a 429 limits: the bot on this route, everybody at this resource, or the bot everywhere."""

MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id", "interaction_token")
"""The placeholders whose values get separate buckets."""


@dataclass
class Refusal:
    """A refusal that was asked for, `count` times, of requests whose "METHOD /template" or "METHOD /path" contains
    `route`. `retry_after` and `scope` are those of a 429."""

    route: str
    kind: ErrorKind
    retry_after: float
    count: int
    scope: Scope

    def build_error(self) -> ApiError:
        """Build the error to answer."""
        if self.kind.status != 429 or isinstance(self.kind, ProxyError):
            return self.kind()
        return self.kind(retry_after=self.retry_after, **{"global": self.scope == "global"})

    def change_headers(self, headers: dict[str, str], *, now: float) -> dict[str, str]:
        """Return the headers of the answer. The proxy's page in HTML has none; those of a 429 name its scope."""
        if isinstance(self.kind, ProxyError):
            return {}
        if self.kind.status != 429:
            return headers
        about = {"Via": "1.1 google", "Retry-After": str(int(self.retry_after) + 1), "X-RateLimit-Scope": self.scope}
        if self.scope == "global":
            return about | {"X-RateLimit-Global": "true"}
        if self.scope == "user":
            about["X-RateLimit-Remaining"] = "0"
            about["X-RateLimit-Reset"] = f"{now + self.retry_after:.3f}"
            about["X-RateLimit-Reset-After"] = f"{self.retry_after:.3f}"
        return headers | about


@dataclass
class Bucket:
    """The number of requests left until the bucket refills, and the time when it does."""

    remaining: int
    reset: float


@dataclass(eq=False)
class RateLimits:
    """Counts requests by route and major parameters. `limit` requests per `per` seconds and bucket."""

    world: World
    limit: int = 10_000
    per: float = 1.0
    buckets: dict[str, Bucket] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)

    def refuse_next(
        self,
        route: str = "",
        kind: ErrorKind | None = None,
        *,
        count: int = 1,
        retry_after: float = 0.05,
        scope: Scope = "user",
    ) -> None:
        """Answer the next `count` requests whose "METHOD /template" or "METHOD /path" contains `route` with an error of
        `kind`, by default a 429. One of the scope "global" refuses every request.
        """
        limited = errors.RESOURCE_LIMITED if scope == "shared" else errors.RATE_LIMITED
        self.refusals.append(Refusal(route, kind or limited, retry_after, count, scope))

    def count(self, method: str, template: str, ids: dict[str, str]) -> tuple[dict[str, str], Refusal | None]:
        """Count a request. Returns the headers of its answer, and its refusal, if any."""
        now = self.world.now()
        route = f"{method} {template}"
        hashed = hashlib.sha256(route.encode()).hexdigest()[:32]
        key = ":".join((hashed, *(ids[name] for name in MAJOR if name in ids)))
        bucket = self.buckets.get(key)
        if bucket is None or now >= bucket.reset:
            if len(self.buckets) > 10_000:
                self.buckets.clear()
            bucket = self.buckets[key] = Bucket(self.limit, now + self.per)
        refusal = self._find_refusal(route, f"{method} {template.format_map(ids)}")
        if refusal is None and bucket.remaining <= 0:
            refusal = Refusal(route, errors.RATE_LIMITED, bucket.reset - now, 1, "user")
        bucket.remaining = max(0, bucket.remaining - 1)
        headers = {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset": f"{bucket.reset:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.reset - now:.3f}",
            "X-RateLimit-Bucket": hashed,
        }
        return (headers if refusal is None else refusal.change_headers(headers, now=now)), refusal

    def _find_refusal(self, *names: str) -> Refusal | None:
        """Find the refusal of a request, by its "METHOD /template" and "METHOD /path"."""
        for refusal in self.refusals:
            if refusal.scope == "global" or any(refusal.route in name for name in names):
                refusal.count -= 1
                if refusal.count <= 0:
                    self.refusals.remove(refusal)
                return refusal
        return None
