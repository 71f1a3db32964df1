"""Prove all promises with their full numbers, and write the table.

    python -m tests.prove                # the full numbers: hours
    python -m tests.prove --tenth        # a tenth of them, as in continuous integration: a quarter of an hour
    python -m tests.prove --only kill    # the promises whose name contains a word; the others' rows stay as they were

With the full numbers, the promises are tested one after the other, their results are kept in docs/promises.json and
written to docs/promises.md. A tenth runs all its tests together and keeps nothing; it leaves out promises whose number
is no larger than in the suite. Mutants, marked as such, run only here: all of them with a tenth, those of each promise
with the full numbers. The exit code is 0 if every promise that was tested has held.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from data.progress import describe_progress
from tests.prove.promises import PROMISES, Promise
from tests.prove.secrets import BY_FEATURE
from tests.support.checkout import ROOT

KEPT = ROOT / "docs" / "promises.json"
PAGE = ROOT / "docs" / "promises.md"


class Result(Struct, frozen=True):
    """The `number` of a run; `held` and `caught`: whether tests and mutants passed (None: there are no mutants)."""

    number: str
    held: bool
    caught: bool | None
    seconds: float
    on: str

    @property
    def good(self) -> bool:
        return self.held and self.caught is not False


def prove(promise: Promise, *, number: str, workers: str) -> Result:
    """Run one promise's tests in a new process with the full number, and the mutants after them.

    Mutants are tried with the numbers of an ordinary run.
    """
    began = time.monotonic()
    held = _run(promise.tests, share="1", workers=workers)
    caught = _run((*promise.mutants, "-m", ""), share="0", workers=workers) if promise.mutants else None
    on = datetime.now(UTC).date().isoformat()
    return Result(number, held, caught, time.monotonic() - began, on)


def prove_tenth(promises: Sequence[Promise], *, workers: str) -> bool:
    """Run together the tests whose tenth is more than the suite tries, and all mutants with the usual numbers; tell
    whether everything held."""
    numbers = read_numbers(promises, share="0.1")
    chosen = choose_larger(promises, numbers, read_numbers(promises, share="0"))
    for each in chosen:
        print(f"{each.name}: {describe_number(each, numbers[each.name])}")
    left_out = len(promises) - len(chosen)
    print(f"Left to the suite or to a full run: {left_out} promises.", flush=True)
    ids = dict.fromkeys(each for promise in chosen for each in promise.tests)
    held = not ids or _run(tuple(ids), share="0.1", workers=workers)
    return _run(("tests", "-m", "mutant"), share="0", workers=workers) and held


def choose_larger(promises: Sequence[Promise], numbers: dict[str, int], usual: dict[str, int]) -> list[Promise]:
    """Choose the promises of the tenth whose number is larger than the usual one, which the suite tries."""
    return [each for each in promises if each.is_in_tenth and numbers[each.name] > usual[each.name]]


def _run(ids: tuple[str, ...], *, share: str, workers: str) -> bool:
    options = ["-p", "tests.support.progress", "--durations=20", "--timeout=14400"]
    if workers:
        options += ["-n", workers, "--dist", "worksteal"]
    command = [sys.executable, "-m", "pytest", "-q", *options, *ids]
    return subprocess.run(command, cwd=ROOT, env=_environment(share), check=False).returncode == 0


def _environment(share: str) -> dict[str, str]:
    return {**os.environ, "SLOWBOAT_FULL": share}


def read_numbers(promises: Sequence[Promise], *, share: str) -> dict[str, int]:
    """Read the numbers of a run from the tests themselves, which compute them when imported; 0: always the same."""
    constants = [each.constant for each in promises if each.constant]
    read = "import json, sys; from pkgutil import resolve_name as read"
    command = [sys.executable, "-c", f"{read}; print(json.dumps([read(each) for each in sys.argv[1:]]))", *constants]
    said = subprocess.run(command, cwd=ROOT, env=_environment(share), check=True, capture_output=True, text=True).stdout
    found = dict(zip(constants, msgspec.json.decode(said, type=list[int]), strict=True))
    return {each.name: found.get(each.constant, 0) for each in promises}


def describe_number(promise: Promise, number: int) -> str:
    return promise.number.format(f"{number:,}")


def page(results: dict[str, Result]) -> str:
    """Write docs/promises.md: a row for each promise, and the tests that keep the secrets of each feature."""
    lines = [
        "# Promises",
        "",
        "What Slowboat promises, and how often `python -m tests.prove` has tried to break it. A *mutant* is a small",
        "fault put into the program by a test, which must notice it. [Evidence](evidence.md#what-is-not-proved) says",
        "what is not proved.",
        "",
    ]
    return "\n".join([*lines, table(results), "", BY_FEATURE, ""])


def table(results: dict[str, Result]) -> str:
    """Write a row for each promise: promise, number, result, mutant."""
    lines = ["| promise | tried | held | mutant caught |", "|---|---|---|---|"]
    for promise in PROMISES:
        cells = ["–", "not run yet", "–"]
        if result := results.get(promise.name):
            held = f"{'' if result.held else '**broken**, '}{result.on}, {_format_duration(result.seconds)}"
            cells = [result.number, held, {True: "yes", False: "**no**", None: "–"}[result.caught]]
        lines.append(f"| **{promise.name}.** {promise.text} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _format_duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _read_kept() -> dict[str, Result]:
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Result]) if KEPT.exists() else {}


def _keep(results: dict[str, Result]) -> None:
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    PAGE.write_text(page(results), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tenth", action="store_true", help="a tenth of the full numbers; only printed")
    parser.add_argument("--only", default="", help="only promises whose name contains this")
    parser.add_argument("--workers", default="", help="processes for each promise, as for pytest -n")
    parser.add_argument("--page", action="store_true", help="only write docs/promises.md anew")
    arguments = parser.parse_args()
    chosen = [promise for promise in PROMISES if arguments.only.casefold() in promise.name.casefold()]
    if arguments.tenth:
        return 0 if prove_tenth(chosen, workers=arguments.workers) else 1
    results = _read_kept()
    if arguments.page:
        chosen = []
    numbers = read_numbers(chosen, share="1")
    for number, promise in enumerate(chosen, 1):
        rest = sum(results[each.name].seconds for each in chosen[number - 1 :] if each.name in results)
        print(f"\n== {describe_progress(number, len(chosen), promise.name, rest)}", flush=True)
        said = describe_number(promise, numbers[promise.name])
        results[promise.name] = prove(promise, number=said, workers=arguments.workers)
        _keep(results)
    if arguments.page:
        _keep(results)
    print("\n" + table(results))
    return 0 if all(results[each.name].good for each in chosen if each.name in results) else 1


if __name__ == "__main__":
    sys.exit(main())
