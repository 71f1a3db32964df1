"""Write the report: a row's id, whether it agrees, and what differs; no ids, names or tokens."""

from __future__ import annotations

from datetime import UTC, datetime

from sandbox.live.kit import Results


def write_report(results: Results, checked: dict[str, bool | None], *, now: datetime | None = None) -> str:
    """Write the report of a run, and of the list that a person went through."""
    differing = {row: found for row, found in results.rows.items() if found}
    agreeing = [row for row, found in results.rows.items() if not found]
    day = (now or datetime.now(UTC)).date().isoformat()
    lines = [
        f"# Discord asked, {day}",
        "",
        f"{len(agreeing)} rows of sandbox/EVIDENCE.md agree, {len(differing)} differ, {len(results.skipped)} were not"
        f" tried. {results.requests} requests in {results.seconds:.0f} seconds.",
    ]
    if results.leftovers:
        lines += ["", f"Not deleted: {', '.join(results.leftovers)}. Run the kit again, or delete them by hand."]
    lines += ["", "## Differs", ""]
    lines += [f"* `{row}`: {'; '.join(found)}" for row, found in differing.items()] or ["Nothing."]
    lines += ["", "## Agrees", "", ", ".join(f"`{row}`" for row in agreeing) or "Nothing."]
    lines += ["", "## Not tried", ""]
    reasons = sorted(set(results.skipped.values()))
    lines += [
        f"* {reason}: {', '.join(f'`{row}`' for row, why in results.skipped.items() if why == reason)}"
        for reason in reasons
    ] or ["Nothing."]
    if checked:
        words = {True: "as expected", False: "**not as expected**", None: "not tried"}
        lines += ["", "## By hand", "", *(f"* {words[held]}: {text}" for text, held in checked.items())]
    return "\n".join([*lines, ""])
