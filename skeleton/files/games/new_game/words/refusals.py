"""Explain why a request is refused, and suggest an alternative."""

from __future__ import annotations

from games.core import GameError
from games.text import T, Text


def refusal(error: GameError) -> Text:
    """Explain a refusal."""
    code = str(error.facts.get("code", ""))
    match error.reason:
        case "seats":
            return T("Two to four can play.")
        case "turn_is_complete" | "not_before_confirming":
            return T("You have chosen a card already. Confirm it, or change your choice.")
        case _:
            return T("{move} is not possible now: play one card of your hand, in your turn.", move=code)
