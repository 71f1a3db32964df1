"""Explain why a request is refused, and suggest an alternative."""

from __future__ import annotations

from games.core import GameError
from games.text import T, Text


def refusal(error: GameError) -> Text:
    """Explain a refusal."""
    match error.reason:
        case "seats":
            return T("Two to six can play.")
        case "turn_is_complete" | "not_before_confirming":
            return T("You have made your choice already. Confirm it, or change it.")
        case _:
            code = str(error.facts.get("code", ""))
            return T(
                "{move} is not possible now. In your turn, bid one to five dice more than the last bid, or as many of "
                "a higher face. Or doubt the bid.",
                move=code,
            )
