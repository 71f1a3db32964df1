"""`python -m arena`: let computer players meet, and print their wins and Elo with 95 % confidence intervals."""

from __future__ import annotations

import argparse

import games
from arena.match import Result, estimate_elo, play_deals
from arena.players import find_player

_PAIRS = ("strong:normal", "normal:easy", "easy:random")


def _format(result: Result, preset: str) -> str:
    """Format a result as a row of a table."""
    low, high = (estimate_elo(result.mean + sign * result.error, result.sides) for sign in (-1, 1))
    elo = estimate_elo(result.mean, result.sides)
    name = f"{result.game} {preset}".strip()
    return (
        f"| {name} | {result.seats} | {result.player} | {result.others} | {result.games} | "
        f"{100 * result.mean:.1f} ± {100 * result.error:.1f} | {elo:+.0f} ({low:+.0f} to {high:+.0f}) | "
        f"{1000 * result.find_thinking(0.5):.1f} / {1000 * result.find_thinking(0.99):.1f} |"
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
    for name in asked.game or games.names():
        game = games.load(name)
        for seats in asked.seats:
            for pair in asked.pairs:
                one, other = pair.split(":")
                if {one, other} & {"strong"} - set(game.levels):
                    continue
                find_player(one), find_player(other)  # refuse an unknown name before anything is played
                result = play_deals(
                    game, seats, one, other, deals=asked.deals, preset=asked.preset, processes=asked.processes
                )
                print(_format(result, asked.preset), flush=True)


if __name__ == "__main__":
    main()
