"""Why a move or an option is refused: the rule, and what to do instead. The reasons are found in `legality`."""

from __future__ import annotations

from typing import Any, Final

from games.aquaretto.words.names import ANIMAL, JOB, tile_name
from games.core import GameError
from games.text import N, Player, T, Text


def refusal(error: GameError) -> Text:
    """Explain a refusal: the rule it breaks, and what to do instead."""
    facts = error.facts
    if (text := REFUSALS.get(error.reason)) is not None:
        return text
    return _explain_with_facts(error.reason, facts) or T("That is not possible now. Choose from the menu.")


REFUSALS: Final = {
    "over": T("The game is over."),
    "no_space": T("Your zoo has no cell there. Choose an empty cell of your zoo."),
    "offspring_fits": T("Offspring goes to the depot only if it does not fit. Choose an empty cell beside its basin."),
    "unload_first": T("First place all animals from your truck, in your zoo or in the depot."),
    "bonus_first": T("First place your offspring or coworker."),
    "draw_first": T("You have no tile to put on a truck. Draw one first."),
    "trucks_full": T("No truck has a free slot. Take a truck or pay for an action."),
    "board_misfit": T(
        "An expansion must share an edge with your zoo and must not cover any of its cells, nor the staff corner."
        " Choose a place from the menu."
    ),
    "nobody_there": T("You have no coworker there. Choose one of your own."),
    "same_job": T("This coworker is already there. Choose another job or cell."),
    "turn_is_complete": T("Your turn is complete. Confirm it, or undo the last step."),
    "not_before_confirming": T("Confirm first: drawing turns up a new tile."),
}


def _explain_with_facts(reason: str, facts: dict[str, Any]) -> Text | None:
    """Explain a refusal in a sentence that names trucks, tiles, players or prices."""
    match reason:
        case "not_your_turn":
            return T("It is {player}'s turn. Please wait.", player=Player(facts["active"]))
        case "has_truck":
            return T(
                "You have taken a truck and wait for the next round. It is {player}'s turn.",
                player=Player(facts["active"]),
            )
        case "load_first":
            return T("First put the tile you drew on a truck: {tile}.", tile=tile_name(facts["tile"]))
        case "no_truck":
            return T("There is no truck {number}. Choose from the menu.", number=str(facts["number"]))
        case "truck_taken":
            return T("Truck {truck} has already been taken this round. Choose another.", truck=facts["truck"] + 1)
        case "truck_full":
            return T("Truck {truck} is full. Choose one with a free slot.", truck=facts["truck"] + 1)
        case "truck_empty":
            return T("Truck {truck} is empty. Choose one with at least one tile.", truck=facts["truck"] + 1)
        case "not_in_hand":
            return T(
                "{tile} is not among the animals you have to place. Choose from the menu.",
                tile=tile_name(facts["tile"]),
            )
        case "one_left":
            return T(
                "Only one animal is left: {tile}. Choose a cell or the depot for it.", tile=tile_name(facts["tile"])
            )
        case "job_full":
            return T("There is no room for another {job}. Choose another job.", job=JOB[facts["job"]])
        case "too_few_coins":
            return T(
                "That costs {price}, and you have {coins}. Coins earned by an action cannot pay for that same action.",
                price=N("1 coin", "{count} coins", facts["price"]),
                coins=N("1 coin", "{count} coins", facts["coins"]),
            )
        case "boards_used_up":
            return T("You have already built both expansions of that size. Choose something else.")
        case "no_seller":
            return T("You cannot buy from player {number}. Choose another player.", number=str(facts["number"]))
        case "depot_empty":
            return T("The depot of {player} is empty. Choose another one.", player=Player(facts["owner"]))
        case _:
            return _explain_cell(reason, facts) or _explain_options(reason, facts)


def _explain_cell(reason: str, facts: dict[str, Any]) -> Text | None:
    """Explain why something cannot go on a cell."""
    match reason:
        case "staff_corner":
            return T("{cell} belongs to the staff corner. Choose another cell.", cell=facts["cell"])
        case "cell_taken":
            return T("{cell} is taken by an animal or a trainer. Choose an empty cell.", cell=facts["cell"])
        case "touches":
            return T(
                "{cell} is beside another basin ({other}). Different kinds of animals must not share an edge. Choose "
                "another cell.",
                cell=facts["cell"],
                other=ANIMAL[facts["other"]],
            )
        case "second_basin":
            return T(
                "All animals of a kind share one basin ({animal}), and {cell} is not beside it. Choose a cell that is.",
                cell=facts["cell"],
                animal=ANIMAL[facts["type"]],
            )
        case "basins_full":
            return T(
                "Your zoo already has {limit} basins, the most it can hold. Build a large expansion or use the depot.",
                limit=facts["limit"],
            )
        case _:
            return None


def _explain_options(reason: str, facts: dict[str, Any]) -> Text | None:
    """Explain why the options or the number of players do not fit."""
    match reason:
        case "seats":
            return T("Aquaretto is for 2 to 5 players.")
        case "left_out_twice":
            return T("{animal} is left out twice. Choose each kind only once.", animal=ANIMAL[facts["type"]])
        case "too_many_left_out" if not facts["most"]:
            return T(
                "With {seats} players, all kinds of animals take part. Leave these options to chance.",
                seats=facts["seats"],
            )
        case "too_many_left_out":
            return T(
                "With {seats} players, you can leave out {most}. Leave the other options to chance.",
                seats=facts["seats"],
                most=N("one kind of animal", "{count} kinds of animals", facts["most"]),
            )
        case _:
            return None
