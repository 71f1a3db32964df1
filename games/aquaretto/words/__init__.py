"""Aquaretto in words: options, refusals, and what the neighbouring modules tell (see `games.core.Words`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.aquaretto.words.events import event, position, status
from games.aquaretto.words.guide import rules
from games.aquaretto.words.menus import menu, prompt, warnings
from games.aquaretto.words.names import ANIMAL, JOB, tile_name
from games.core import GameError
from games.text import N, Player, T, Text

__all__ = [
    "PITCH",
    "TITLE",
    "command_texts",
    "event",
    "menu",
    "option_name",
    "option_value",
    "position",
    "preset",
    "prompt",
    "refusal",
    "rules",
    "status",
    "warnings",
]

TITLE: Final = T("Aquaretto")
PITCH: Final = T("Fill trucks, take one at the right moment, and fit sea animals into your water zoo.")

_OPTION: Final = {
    "leave_out": T("Animals left out"),
    "leave_out_2": T("Second kind left out"),
    "leave_out_3": T("Third kind left out"),
}

_COMMAND: Final = {
    "leave_out": T("A kind of animal to leave out; otherwise chance decides"),
    "leave_out_2": T("A second kind to leave out (2 or 3 players)"),
    "leave_out_3": T("A third kind to leave out (2 players)"),
    "truck": T("Which truck"),
    "tile1": T("What to do with one animal: a cell, or the depot"),
    "tile2": T("What to do with the next animal"),
    "tile3": T("What to do with the last animal"),
    "cell": T("On which cell"),
    "seller": T("From whose depot"),
    "job": T("The new job"),
    "expansion": T("Which expansion, and where"),
}


def command_texts() -> Mapping[str, Text]:
    """Descriptions of the slash options, by name."""
    return _COMMAND


def option_name(option: str) -> Text:
    """An option as the lobby shows it."""
    return _OPTION[option]


def option_value(option: str, value: Any) -> Text:
    """A value of an option: a kind of animal, or chance."""
    return T("by chance") if value == "random" else ANIMAL[value]


def preset(preset: str) -> Text:
    """There are no named option sets. Raises KeyError."""
    raise KeyError(preset)


def refusal(error: GameError) -> Text:
    """Why not, by which rule, and what can be done."""
    facts = error.facts
    if (text := _FIXED.get(error.reason)) is not None:
        return text
    return _with_facts(error.reason, facts) or T("That is not possible now. Choose from the menu.")


_FIXED: Final = {
    "over": T("The game is over."),
    "no_space": T("Your zoo has no space there. Choose a labelled cell of your zoo."),
    "offspring_fits": T("Offspring goes to the depot only if there is no room. Choose a free cell beside its basin."),
    "unload_first": T("First place all animals of the truck you took, in your zoo or in the depot."),
    "bonus_first": T("Offspring and coworkers are placed at once. Place them first."),
    "draw_first": T("You have no tile to put on a truck. Draw one first."),
    "trucks_full": T("No truck has a free slot. Take a truck or pay for an action."),
    "board_misfit": T(
        "An expansion must share an edge with a space of your zoo and cover neither a space nor the staff corner."
        " Choose a place from the menu."
    ),
    "nobody_there": T("You have no coworker there. Choose one of your own."),
    "same_job": T("That is where this coworker already is. Choose another job or cell."),
    "turn_is_complete": T("Your turn is complete: confirm it, or take a step back."),
    "not_before_confirming": T("A tile must be turned up first. Confirm, then go on."),
}


def _with_facts(reason: str, facts: dict[str, Any]) -> Text | None:
    match reason:
        case "not_your_turn":
            return T("It is {player}'s turn. Please wait.", player=Player(facts["active"]))
        case "has_truck":
            return T(
                "You have taken a truck: you are out until the next round begins. {player} is playing.",
                player=Player(facts["active"]),
            )
        case "load_first":
            return T("First put the tile you drew on a truck: {tile}.", tile=tile_name(facts["tile"]))
        case "no_truck":
            return T("There is no truck {number}.", number=str(facts["number"]))
        case "truck_taken":
            return T("Truck {truck} has been taken this round. Choose another.", truck=facts["truck"] + 1)
        case "truck_full":
            return T("Truck {truck} is full. Choose one with a free slot.", truck=facts["truck"] + 1)
        case "truck_empty":
            return T("Truck {truck} is empty; only a truck with a tile can be taken.", truck=facts["truck"] + 1)
        case "not_in_hand":
            return T("{tile} is not among the animals you have to place.", tile=tile_name(facts["tile"]))
        case "job_full":
            return T("There is no free place left for another {job}. Choose another job.", job=JOB[facts["job"]])
        case "too_few_coins":
            return T(
                "That costs {price}, and you have {coins}. Coins earned by an action cannot pay for it.",
                price=N("1 coin", "{count} coins", facts["price"]),
                coins=N("1 coin", "{count} coins", facts["coins"]),
            )
        case "boards_used_up":
            return T("You have built both expansions of that size.")
        case "no_seller":
            return T("You cannot buy from player {number}.", number=str(facts["number"]))
        case "depot_empty":
            return T("The depot of {player} is empty.", player=Player(facts["owner"]))
        case _:
            return _about_a_cell(reason, facts) or _about_options(reason, facts)


def _about_a_cell(reason: str, facts: dict[str, Any]) -> Text | None:
    match reason:
        case "staff_corner":
            return T("{cell} belongs to the staff corner, where no animal may live.", cell=facts["cell"])
        case "cell_taken":
            return T("{cell} is taken by an animal or a trainer. Choose an empty cell.", cell=facts["cell"])
        case "touches":
            return T(
                "{cell} touches another basin ({other}). Basins of different animals must not share an edge.",
                cell=facts["cell"],
                other=ANIMAL[facts["other"]],
            )
        case "second_basin":
            return T(
                "All animals of one kind live in one basin: {cell} is not beside yours ({animal}).",
                cell=facts["cell"],
                animal=ANIMAL[facts["type"]],
            )
        case "basins_full":
            return T(
                "Your zoo has {limit} basins, as many as it may have. Build a large expansion or use the depot.",
                limit=facts["limit"],
            )
        case _:
            return None


def _about_options(reason: str, facts: dict[str, Any]) -> Text | None:
    match reason:
        case "seats":
            return T("Aquaretto is for 2 to 5 players.")
        case "left_out_twice":
            return T("{animal} is left out twice. Name each kind once.", animal=ANIMAL[facts["type"]])
        case "too_many_left_out":
            return T(
                "With {seats} players, {most} can be left out. Set the others to chance.",
                seats=facts["seats"],
                most=N("one kind of animal", "{count} kinds of animals", facts["most"]),
            )
        case _:
            return None
