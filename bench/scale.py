"""Estimate from measured figures what a bot in many servers needs.

`python -m bench.scale` prints the table of docs/scale.md.
"""

from __future__ import annotations

import math
from typing import Final

SERVERS: Final = (10_000, 100_000, 1_000_000)

MOVES_A_DAY: Final = 4.0
"""Whole moves of a server on an average day. An assumption: one server in five plays, with twenty moves a day."""
PEAK: Final = 4.0
"""How many times the average the busiest minute has. An assumption."""
CPU_A_MOVE: Final = 0.009 * 1.15
"""Seconds of CPU for a whole move: measured with SQLite, and the most that PostgreSQL may add."""
BUSY: Final = 0.5
"""The share of its core that a process may use at the peak, so that answers stay quick."""
PRESSES_A_MOVE: Final = 3
STATEMENTS_A_MOVE: Final = 9 + 3 * PRESSES_A_MOVE
"""Statements of a durable move, as measured, and for each press a claim, the match's revision and the preferences."""
COMMITS_A_MOVE: Final = 2 + PRESSES_A_MOVE
"""The move, its posted board, and a claim for each press."""
GROUPED: Final = 2.0
"""Commits that share one write of the server's log at the peak. An assumption."""
BYTES_A_MOVE: Final = 900
"""Bytes that a move adds to the tables and their indices. An assumption, on the high side; claims are deleted after an
hour."""
YEARS: Final = 2
SERVERS_A_SHARD: Final = 1_000
SHARDS_A_PROCESS: Final = 16
MEGABYTES: Final = 190 + 0.02 * SHARDS_A_PROCESS * SERVERS_A_SHARD
"""Memory of a process: 190 MB as measured after the start, and an assumed 20 kB for each server that discord.py
knows."""
CONNECTIONS: Final = 5
"""Connections of a process to PostgreSQL: four, and one that holds the lock."""
GLOBAL_REQUESTS_A_MOVE: Final = 2
"""Requests that count against Discord's limit of 50 a second: one posts the board, one takes the buttons off the old
one (`tests/play/test_days_pings.py`)."""
PAUSE: Final = 5.0
"""Seconds between two logins of the shards that may log in at the same time."""


def find_concurrency(shards: int) -> int:
    """Return how many shards may log in at the same time; Discord allows large bots 16."""
    return 16 if shards >= 150 else 1


def compute_column(servers: int) -> dict[str, str]:
    """Compute a column of the table."""
    peak = servers * MOVES_A_DAY / 86_400 * PEAK
    shards = math.ceil(servers / SERVERS_A_SHARD)
    for_cpu = math.ceil(peak * CPU_A_MOVE / BUSY)
    processes = max(2, for_cpu, math.ceil(shards / SHARDS_A_PROCESS)) + 1
    logins = shards / find_concurrency(shards) * PAUSE
    return {
        "moves a day": f"{servers * MOVES_A_DAY:,.0f}",
        "moves a second at the peak": f"{peak:,.1f}",
        "shards": f"{shards:,}",
        "processes, with one standby": f"{processes:,}",
        "cores at the peak": f"{peak * CPU_A_MOVE:,.1f}",
        "memory of all processes": f"{processes * MEGABYTES / 1024:,.1f} GB",
        "connections to PostgreSQL": f"{processes * CONNECTIONS:,}",
        "statements a second at the peak": f"{peak * STATEMENTS_A_MOVE:,.0f}",
        "writes of the log a second (IOPS)": f"{peak * COMMITS_A_MOVE / GROUPED + processes:,.0f}",
        f"database after {YEARS} years": f"{servers * MOVES_A_DAY * 365 * YEARS * BYTES_A_MOVE / 1e9:,.0f} GB",
        "share of Discord's 50 requests a second": f"{peak * GLOBAL_REQUESTS_A_MOVE / 50:.0%}",
        "all shards log in within": f"{logins / 60:,.1f} min",
        "full log-ins a day": f"{find_daily_logins(servers) // (2 * shards):,}",
    }


def find_daily_logins(servers: int) -> int:
    """Return how many session starts Discord allows a day."""
    return 1_000 if servers <= 150_000 else max(2_000, servers // 1_000 * 5)


def write_table() -> str:
    """Write the table in Markdown."""
    columns = [compute_column(servers) for servers in SERVERS]
    lines = ["| servers | " + " | ".join(f"{servers:,}" for servers in SERVERS) + " |", "|---|---|---|---|"]
    lines += [f"| {name} | " + " | ".join(column[name] for column in columns) + " |" for name in columns[0]]
    return "\n".join(lines)


if __name__ == "__main__":
    print(write_table())
