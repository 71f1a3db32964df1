"""The options of the game and of its commands, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.text import N, T, Text


def command_texts() -> Mapping[str, Text]:
    """Describe the options of the slash commands."""
    return {
        "weather": T("How heavy the cargo is: heavy cargo makes the ship rock more"),
        "catch_rule": T("What happens if you catch only the piece you have just loaded"),
        "catch_mode": T("How falling cargo can be caught"),
        "lazy_order": T("When the captain puts tied players in order"),
        "hide_played": T("Which of the played cards stay visible"),
        "two_player_passes": T("How often two players play through their ten cards"),
        "loose_yards": T("Whether the yards tilt a little towards their heavier end"),
        "first_captain": T("Who is captain before the first cards are revealed"),
        "risk_meter": T("Whether you can see the risk of a loading before you let go"),
        "card": T("The card you choose for this round"),
        "count": T("How many pieces you announce, if you have the choice"),
        "piece": T("The piece you take from your supply"),
        "spot": T("Where you put the piece: a letter and a number, such as E2"),
        "pose": T("How the piece lies or hangs, and how far it is turned"),
        "hands": T("Both hands, or one while the other waits to catch"),
    }


def option_name(option: str) -> Text:
    """Name an option for the lobby."""
    return {
        "weather": T("Weather"),
        "catch_rule": T("Catching only your own piece"),
        "catch_mode": T("Catching"),
        "lazy_order": T("Order of tied players"),
        "hide_played": T("Played cards"),
        "two_player_passes": T("Cards with two players"),
        "loose_yards": T("Yards"),
        "first_captain": T("First captain"),
        "risk_meter": T("Risk meter"),
    }[option]


def option_value(option: str, value: Any) -> Text:
    """Name a value of an option."""
    if option == "two_player_passes":
        return N("{count} time through the cards", "{count} times through the cards", value)
    return {
        ("weather", "calm"): T("calm: cargo at 60% weight"),
        ("weather", "standard"): T("fresh breeze: cargo at 80% weight"),
        ("weather", "storm"): T("storm: cargo at full weight"),
        ("catch_rule", "2013"): T("you take it back (rules of 2013)"),
        ("catch_rule", "2012"): T("it leaves the game (rules of 2012)"),
        ("catch_mode", "hands"): T("with both hands, as many as they can reach"),
        ("catch_mode", "sector"): T("with a free hand, in a sector chosen beforehand"),
        ("catch_mode", "late"): T("also with the loading hands, but later"),
        ("catch_mode", "reaction"): T("with a free hand, in a sector chosen when the ship heels"),
        ("catch_mode", "none"): T("nobody catches"),
        ("lazy_order", False): T("as soon as the cards are revealed"),
        ("lazy_order", True): T("when their turn comes"),
        ("hide_played", False): T("all cards"),
        ("hide_played", True): T("only the last card of each player"),
        ("loose_yards", False): T("fixed"),
        ("loose_yards", True): T("loose"),
        ("first_captain", "random"): T("drawn by lot"),
        ("first_captain", "host"): T("the host"),
        ("risk_meter", False): T("off"),
        ("risk_meter", True): T("on"),
    }[option, value]


def preset(preset: str) -> Text:
    """Name a preset."""
    return {"standard": T("Fresh breeze"), "calm": T("Calm sea"), "storm": T("Storm")}[preset]
