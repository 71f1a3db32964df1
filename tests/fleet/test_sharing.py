"""Shards are shared out evenly, and few of them move."""

from __future__ import annotations

import random
from collections import Counter

from matches.keeping.fleet import share_out

NAMES = ["a", "b", "c", "d", "gone"]


def test_shards_are_shared_out_evenly_and_stay_where_they_can() -> None:
    choice = random.Random(7)
    for _ in range(500):
        count = choice.randint(1, 40)
        members = choice.sample(NAMES[:4], choice.randint(1, 4))
        owners = {shard: choice.choice(NAMES) for shard in range(45) if choice.random() < choice.random()}
        check(count, members, owners)


def check(count: int, members: list[str], owners: dict[int, str]) -> None:
    shared = share_out(count, owners, members)
    assert shared.keys() == set(range(count))
    sizes = [list(shared.values()).count(name) for name in members]
    assert sum(sizes) == count, "every shard has a member"
    assert max(sizes) - min(sizes) <= 1
    assert shared == share_out(count, dict(reversed(owners.items())), members[::-1]), "all compute the same"
    assert share_out(count, shared, members) == shared, "nothing moves twice"
    had = Counter(owner for shard, owner in owners.items() if shard < count and owner in members)
    moved = sum(owner in members and shared[shard] != owner for shard, owner in owners.items() if shard < count)
    least, extra = divmod(count, len(members))
    too_many = sorted((max(0, had[name] - least) for name in members), reverse=True)
    assert moved <= sum(too_many), "only a surplus moves"
    assert moved >= sum(too_many) - extra


def test_without_members_nobody_gets_shards() -> None:
    assert share_out(3, {0: "gone"}, []) == {}
