"""Offer the whole turns that a game proposes, and small changes to the chosen turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui
from msgspec import structs

from client.core.signs import Signs
from client.messages.custom_ids import Id
from client.messages.menus import Menu, Option, join_labels
from client.messages.parts import button, selects
from client.messages.turn_text import list_entries
from games.candidates import Candidate, Gauge
from games.core import Move, Seat
from games.text import Say, T, Text
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft

LETTERS: Final = "ABCDEF"
SEPARATOR: Final = " "
"""Separates the codes of a turn in a custom_id; no code contains it."""

MOVE: Final = "move"
"""Precedes the code of a move, or the branch it opens, in the custom_id of a button."""
_MOST_MOVES: Final = 2
"""The most moves that get a button beside the candidates; if there are more, the menus offer them."""

Buttons = list[ui.Button[ui.LayoutView]]


async def find_candidates(match: Match, seat: Seat, view: Any) -> Sequence[Candidate]:
    """Find the turns the game proposes in this position; none in most games."""
    candidates = match.game.candidates
    return () if candidates is None else await run_rules(match.game, lambda: candidates.find(view, seat))


async def find_changes(match: Match, seat: Seat, codes: Sequence[str]) -> Sequence[Candidate]:
    """Find small changes to the turn `codes`; none in most games."""
    candidates, view = match.game.candidates, match.view(seat)
    return () if candidates is None else await run_rules(match.game, lambda: candidates.vary(view, seat, codes))


async def prepare_rest(match: Match, seat: Seat, view: Any) -> tuple[str, ...]:
    """Prepare the rest of a turn that has begun; nothing in most games."""
    candidates = match.game.candidates
    return () if candidates is None else tuple(await run_rules(match.game, lambda: candidates.complete(view, seat)))


async def find_prepared(match: Match, seat: Seat, codes: Sequence[str]) -> int:
    """Count the plies that a player chose before the game prepared the rest of the turn.

    0: the game has not prepared it.
    """
    for count in range(1, len(codes)) if match.game.candidates is not None else ():
        view = match.game.view(fold_draft(match, seat, codes[:count]).state, seat)
        if rest := await prepare_rest(match, seat, view):
            return count if rest == tuple(codes[count:]) else 0
    return 0


async def find_gauge(match: Match, seat: Seat, codes: Sequence[str]) -> Gauge | None:
    """Estimate the chance of a complete turn; None in games without estimates and in rated matches."""
    candidates, view = match.game.candidates, match.view(seat)
    if candidates is None or match.rated:
        return None
    return await run_rules(match.game, lambda: candidates.gauge(view, seat, codes))


def describe_gauge(gauge: Gauge | None, say: Say) -> list[str]:
    """Describe the estimated chance of a turn; nothing without an estimate."""
    if gauge is None:
        return []
    told = T(
        "A quick estimate from {tries} tries: holds in {percent}%", tries=gauge.tries, percent=round(100 * gauge.holds)
    )
    return ["-# " + say(told)]


def describe_candidates(candidates: Sequence[Candidate], match: Match, seat: Seat, view: Any, say: Say) -> list[str]:
    """Describe the candidates under the letters of the picture, those with the same chance in one line."""
    lines: dict[str, list[str]] = {}
    for letter, each in zip(LETTERS, candidates, strict=False):
        name, chance = map(say, name_candidate(match, seat, view, each))
        lines.setdefault(chance, []).append(f"**{letter}** {name}")
    return [f"{chance} {' · '.join(listed)}" for chance, listed in lines.items()]


def count_columns(count: int) -> int:
    """Return how many of `count` candidates form a row, in the picture and in the buttons below it."""
    return count if count < 3 else -(-count // 2)


def make_candidate_buttons(candidates: Sequence[Candidate], adopt: tuple[Id, Sequence[str]], signs: Signs) -> Buttons:
    """Make a button for each candidate: its letter, so that three fit into a row on a phone, and its sign.

    `adopt`: the custom_id of the buttons, and the codes already chosen in this turn.
    """
    made, (pressed, begun) = [], adopt
    for letter, each in zip(LETTERS, candidates, strict=False):
        codes = SEPARATOR.join((*begun, *each.codes))
        to = structs.replace(pressed, rest=f"{pressed.rest}.{codes}")
        made.append(button(letter, to, style=discord.ButtonStyle.primary, emoji=signs.get(each.sign)))
    return made


def make_change_menu(
    changes: Sequence[Candidate], match: Match, seat: Seat, adopt: Id, say: Say
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Make a menu of small changes to a turn, each with its estimated chance.

    A menu, because so many buttons would push the picture and *Confirm* off a phone's screen.
    """
    options, view = [], match.view(seat)
    for each in changes:
        label = say(name_candidate(match, seat, view, each)[0])
        if each.holds is not None:
            label = f"{label} ({round(10 * each.holds)}/10)"
        options.append(Option(label, SEPARATOR.join(each.codes)))
    return selects([Menu("", tuple(options))], adopt, placeholder=say(T("A little differently …"))) if options else []


def make_menu_buttons(
    moves: Sequence[Move], match: Match, seat: Seat, view: Any, pressed: tuple[Id, Id], say: Say, signs: Signs
) -> Buttons:
    """Make the buttons beside the candidates: moves that begin no candidate, if they are few, and the button to the
    menus.

    `pressed`: the custom_ids of the buttons that begin the turn with a move, and of the one that opens the menus.
    """
    begin, detail = pressed
    made = []
    for entry in list_entries(match.words, seat, view, moves, say) if len(moves) <= _MOST_MOVES else ():
        to = structs.replace(begin, rest=f"{begin.rest}.{MOVE}.{entry.code}")
        made.append(button(join_labels(entry.path), to, emoji=signs.get(entry.sign)))
    return [*made, button(say(T("Choose in detail …")), detail)]


def name_candidate(match: Match, seat: Seat, view: Any, candidate: Candidate) -> tuple[Text, ...]:
    """Name a candidate in the words of its game."""
    return match.words.candidate(view, seat, candidate)
