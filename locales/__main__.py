"""`python -m locales [--check] [domain …]`: update the catalogues, or list their problems.

Without domains, all domains of the project are updated. An installed game pack is a domain with the name of the pack;
its catalogues are in its package. `--check` writes nothing, lists every problem and exits with 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys

import games
from locales import (
    FOLDER,
    collect_required,
    collect_required_by_pack,
    find_pack_folder,
    list_problems,
    merge_problems,
    update,
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m locales", description="Message catalogues of all languages.")
    parser.add_argument("--check", action="store_true", help="list missing, unused and wrong messages; write nothing")
    parser.add_argument("domain", nargs="*", help="only these domains (a game, rendering or shared)")
    asked = parser.parse_args(arguments)
    wanted = collect_required(FOLDER.parent)
    if unknown := set(asked.domain) - set(wanted) - set(games.pack_names()):
        known = sorted({*wanted, *games.pack_names()})
        parser.error(f"no such domain: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    found = []
    own = {domain: catalogue for domain, catalogue in wanted.items() if not asked.domain or domain in asked.domain}
    if own:
        if not asked.check:
            update(own)
        found += [problem for problem in list_problems(wanted) if problem.domain in own]
    for name in games.pack_names():
        if name in asked.domain:
            of_pack = {name: collect_required_by_pack(name, (wanted["shared"], wanted["rendering"]))}
            if not asked.check:
                update(of_pack, find_pack_folder(name))
            found += list_problems(of_pack, find_pack_folder(name))
    for line in merge_problems(found):
        print(line)
    return 1 if asked.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
