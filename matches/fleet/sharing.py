"""Distribute the shards among processes. Every process computes the same distribution from the same rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def share_out(count: int, owners: Mapping[int, str], members: Collection[str]) -> dict[int, str]:
    """Assign each of `count` shards to a member; to nobody if there are no members.

    The numbers of two members' shards differ by at most one, and as few shards as possible move. `owners`: who serves
    each shard now; owners that are not members lose their shards.
    """
    if not members:
        return {}
    own = {name: sorted(n for n, owner in owners.items() if owner == name and 0 <= n < count) for name in members}
    least, extra = divmod(count, len(own))
    by_size = sorted(own, key=lambda name: (-len(own[name]), name))
    room = {name: least + (place < extra) for place, name in enumerate(by_size)}
    shared = {shard: name for name in by_size for shard in own[name][: room[name]]}
    free = iter(sorted(set(range(count)) - set(shared)))
    for name in by_size:
        for _ in range(room[name] - min(room[name], len(own[name]))):
            shared[next(free)] = name
    return shared
