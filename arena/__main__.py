"""`python -m arena`: play computer players against each other; print wins and Elo with 95 % confidence intervals."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable, Iterator

import games
from arena.match import Result, estimate_elo, play_deals
from arena.players import find_player
from data.progress import Progress
from games.core import AnyGame

_PAIRS = ("strong:normal", "normal:easy", "easy:random")

Meeting = tuple[AnyGame, int, str, str]
"""The game, the number of seats, the name of the player, and that of the player in all other seats."""


def _format(result: Result, preset: str) -> str:
    """Format a result as a row of a table."""
    low, high = (estimate_elo(result.mean + sign * result.error, result.sides) for sign in (-1, 1))
    elo = estimate_elo(result.mean, result.sides)
    name = f"{result.game} {preset}".strip()
    return (
        f"| {name} | {result.seats} | {result.player} | {result.others} | {result.games} | "
        f"{100 * result.mean:.1f} ± {100 * result.error:.1f} | {elo:+.0f} ({low:+.0f} to {high:+.0f}) | "
        f"{1000 * result.find_cpu_quantile(0.5):.1f} / {1000 * result.find_cpu_quantile(0.99):.1f} |"
    )


def main() -> None:
    """Play the requested matches and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="arena", description=__doc__)
    parser.add_argument("game", nargs="*", help="games to play; all of them by default")
    parser.add_argument("--seats", type=int, nargs="*", default=[2])
    parser.add_argument("--deals", type=int, default=25, help="deals; each is played once from every seat")
    parser.add_argument(
        "--pairs", nargs="*", default=_PAIRS, help="player:others, such as strong:normal or flat100:easy"
    )
    parser.add_argument("--preset", default="", help="rules; the usual ones by default")
    parser.add_argument("--processes", type=int, default=1, help="deals played side by side; the results stay the same")
    asked = parser.parse_args()
    print("| game | seats | player | others | games | wins % | Elo | CPU a decision, ms: median / p99 |")
    print("|---|---|---|---|---|---|---|---|")
    meetings = list(_list_meetings(asked.game or games.names(), asked.seats, asked.pairs))
    total, progress, done = len(meetings) * asked.deals, Progress(), itertools.count(1)
    for game, seats, one, other in meetings:
        what = f"deals, {game.name}, {seats} seats, {one}:{other}"

        def report(what: str = what) -> None:
            progress.report(next(done), total, what)

        result = play_deals(
            game, seats, one, other,
            deals=asked.deals, preset=asked.preset, processes=asked.processes, report=report,
        )  # fmt: skip
        print(_format(result, asked.preset), flush=True)


def _list_meetings(names: Iterable[str], seats: Iterable[int], pairs: Iterable[str]) -> Iterator[Meeting]:
    """List the meetings to play, except at a level the game lacks. Raises ValueError for an unknown player."""
    for name, number, pair in itertools.product(names, seats, pairs):
        one, other = pair.split(":")
        find_player(one), find_player(other)
        game = games.load(name)
        if not {one, other} & {"strong"} - set(game.levels):
            yield game, number, one, other


if __name__ == "__main__":
    main()
