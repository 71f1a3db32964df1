"""The actions of the four people in the week of `week.py`, and their times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from tests.support.play.days import HOUR

START = datetime(2026, 3, 2, 8, tzinfo=UTC).timestamp()
"""The week's start, a Monday morning in winter. It is fixed, so that the week always looks the same."""

TICK = HOUR / 2
A_MOMENT = 150.0
"""Seconds between two actions of a person."""

PEOPLE = ("anna", "ben", "chiara", "dana")

NIGHT = (22, 7)
"""Ben's quiet hours, in Lisbon, where winter has the time of the page."""

LOOKS_IN: Mapping[str, frozenset[int]] = {
    "anna": frozenset(range(7, 23)),
    "ben": frozenset({7, 8, 9, 12, 15, 18, 19}),
    "chiara": frozenset({12, 13, 19, 20}),
    "dana": frozenset({9, 12, 20}),
}
"""The hours of the day in which somebody looks into the channel."""

GONE: Mapping[str, tuple[tuple[float, float], ...]] = {
    "anna": ((5.46, 5.58), (6.0, 6.58)),
    "chiara": ((1.25, 3.08),),
    "dana": ((0.9, 5.5),),
}
"""Days after the beginning between which somebody does not look in at all."""

TALK: tuple[tuple[float, str, tuple[str, str, str, str]], ...] = (
    (
        0.02,
        "ben",
        ("Nice, all four of us!", "Schön, alle vier!", "Tous les quatre !", "Bello, tutti e quattro!"),
    ),
    (0.44, "dana", ("Good luck everybody", "Viel Glück euch", "Bonne chance à tous", "Buona fortuna a tutti")),
    (
        1.26,
        "chiara",
        (
            "I am in the mountains till Friday",
            "Ich bin bis Freitag in den Bergen",
            "Je suis à la montagne jusqu’à vendredi",
            "Sono in montagna fino a venerdì",
        ),
    ),
    (2.25, "anna", ("Where is Dana?", "Wo ist Dana?", "Où est Dana ?", "Dov’è Dana?")),
    (
        3.1,
        "chiara",
        ("Back already, it rained", "Zurück, Regen", "Déjà de retour, il a plu", "Rieccomi, pioveva"),
    ),
    (
        4.43,
        "ben",
        (
            "I paint the kitchen tomorrow",
            "Morgen streiche ich die Küche",
            "Demain je repeins la cuisine",
            "Domani dipingo la cucina",
        ),
    ),
    (
        5.52,
        "dana",
        (
            "Sorry! My phone fell into the lake",
            "Tut mir leid! Mein Handy lag im See",
            "Désolée ! Mon portable est tombé dans le lac",
            "Scusate! Il telefono è finito nel lago",
        ),
    ),
)
"""The messages of people between moves: days after the beginning, who, and the sentence in each of the languages."""

LANGUAGES = ("en-GB", "de", "fr", "it")

PROMISES = ("undo", "pause", "snoozed", "restart", "away", "back", "returned")
"""Events that must have happened in the week."""

SHORT: Mapping[str, Mapping[str, int]] = {"docker new": {"turn_limit": 27}}
"""Options that end a match within the week."""
