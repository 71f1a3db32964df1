"""Say how far a long command is, and how long it will still take."""

from __future__ import annotations


def describe_progress(number: int, total: int, what: str, seconds: float) -> str:
    """Describe the beginning of part `number` of `total`, such as "3 of 13: pictures, about 5 min left".

    `seconds`: what the rest will take; 0.0 if that is unknown.
    """
    left = f"about {max(1, round(seconds / 60))} min" if seconds >= 60 else f"about {round(seconds)} s"
    return f"{number} of {total}: {what}" + (f", {left} left" if seconds else "")


def estimate_rest(done: int, total: int, seconds: float) -> float:
    """Estimate the seconds that the rest takes at the mean pace so far; 0.0 before anything is done."""
    return seconds / done * (total - done) if done else 0.0
