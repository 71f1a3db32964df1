"""Why a move or an option is refused: the rule, and what to do instead. The reasons are found in `legality`."""

from __future__ import annotations

from games.core import GameError
from games.docker.words.names import cube_name
from games.text import T, Text


def refusal(error: GameError) -> Text:
    """Explain a refusal: the rule it breaks, and what to do instead."""
    facts = error.facts
    match error.reason:
        case "seats":
            return T("Docker is for two, three or four players.")
        case "turn_limit":
            return T("The turn limit must be between 0 and {most}; 0 means no limit.", most=facts["most"])
        case "unreadable":
            return T("“{code}” is not a move. Pick one that is offered.", code=facts["code"])
        case "not_your_colour" if "square" in facts:
            return T(
                "{cube} on {square} is not yours. Move a cube of your own.",
                square=facts["square"],
                cube=cube_name(facts["colour"]),
            )
        case "not_your_colour":
            return T("{cube} is not your colour. Move a cube of your own.", cube=cube_name(facts["colour"]))
        case "no_reserve":
            return T(
                "There is no {cube} left in your reserve. Move a cube on the board.", cube=cube_name(facts["colour"])
            )
        case "empty_square":
            return T("There is no cube on {square}. Pick one of yours.", square=facts["square"])
        case "covered":
            return T(
                "Your cube on {square} is covered by {cube}. Only the top cube of a stack can move. Pick another.",
                square=facts["square"],
                cube=cube_name(facts["colour"]),
            )
        case "cannot_enter":
            return T(
                "{cube} cannot enter and reach {target} with exactly {die}. A step costs 1, plus 1 for each "
                "level up or down. Choose another square.",
                cube=cube_name(facts["colour"]),
                target=facts["target"],
                die=facts["die"],
            )
        case "cannot_reach":
            return T(
                "{cube} cannot get from {source} to {target} with exactly {die}. A step costs 1, plus 1 for "
                "each level up or down. Choose another square.",
                cube=cube_name(facts["colour"]),
                source=facts["source"],
                target=facts["target"],
                die=facts["die"],
            )
    return T("That move is not possible now. Pick one that is offered.")
