"""`python -m skeleton NAME`: write the skeleton of a new game into the folders of this project."""

from __future__ import annotations

import argparse
import sys

from skeleton import ROOT, BadName, command_of, write_game


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m skeleton", description="Write the skeleton of a new game.")
    parser.add_argument("name", help="the game's name in the code, such as hive or hive_mind")
    name = parser.parse_args(arguments).name
    try:
        written = write_game(name)
    except BadName as error:
        print(error, file=sys.stderr)
        return 1
    for path in written:
        print(f"  {path.relative_to(ROOT)}")
    print(
        f"\n{name} is a game now. Play it: `uv run just run`, then type /{command_of(name)} new"
        f"\nCheck it, and see what is left to do: `uv run just game {name}`"
        '\nWhat comes next: "Adding a game" in CONTRIBUTING.md'
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
