"""Offer the whole turns that a game proposes, and small changes to a turn that is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import discord
from discord import ui
from msgspec import structs

from client.messages.custom_ids import Id
from client.messages.menus import join_labels
from client.messages.parts import button
from games.core import Move, Seat
from games.proposals import Proposal, ProposalWords
from games.text import Say, T, Text
from matches.machines.offload import run_rules
from matches.match import Match

LETTERS: Final = "ABCDEF"
SEPARATOR: Final = " "
"""Between the codes of a turn in a custom_id; no move's code has one."""

MOVE: Final = "move"
"""Precedes the code of a move, or the branch it opens, in the custom_id of a button."""
_MOST_MOVES: Final = 2
"""More moves that no proposal begins with are left to the menus."""

Buttons = list[ui.Button[ui.LayoutView]]


async def find_proposals(match: Match, seat: Seat, view: Any) -> Sequence[Proposal]:
    """Find the turns the game proposes in this position; none in most games."""
    proposals = match.game.proposals
    return () if proposals is None else await run_rules(match.game, lambda: proposals.find(view, seat))


async def find_changes(match: Match, seat: Seat, codes: Sequence[str]) -> Sequence[Proposal]:
    """Find small changes to the turn `codes`; none in most games."""
    proposals, view = match.game.proposals, match.view(seat)
    return () if proposals is None else await run_rules(match.game, lambda: proposals.vary(view, seat, codes))


def describe_proposals(proposals: Sequence[Proposal], match: Match, seat: Seat, view: Any, say: Say) -> list[str]:
    """Describe the proposals, one line each, under the letters of the picture."""
    named = (name_proposal(match, seat, view, each) for each in proposals)
    return [f"**{letter}** {say(labels[-1])}" for letter, labels in zip(LETTERS, named, strict=False)]


def make_proposal_buttons(
    proposals: Sequence[Proposal], match: Match, seat: Seat, view: Any, adopt: tuple[Id, Sequence[str]], say: Say
) -> Buttons:
    """Make a button for each proposal. `adopt`: the id to press, and the codes already chosen in this turn."""
    made, (pressed, begun) = [], adopt
    for letter, each in zip(LETTERS, proposals, strict=False):
        label = f"{letter} · {say(name_proposal(match, seat, view, each)[0])}"
        codes = SEPARATOR.join((*begun, *each.codes))
        to = structs.replace(pressed, rest=f"{pressed.rest}.{codes}")
        made.append(button(label, to, style=discord.ButtonStyle.primary))
    return made


def make_change_buttons(changes: Sequence[Proposal], match: Match, seat: Seat, adopt: Id, say: Say) -> Buttons:
    """Make a button for each small change to a turn, with its estimated chance."""
    made, view = [], match.view(seat)
    for each in changes:
        label = say(name_proposal(match, seat, view, each)[0])
        if each.holds is not None:
            label = f"{label} ({round(10 * each.holds)}/10)"
        made.append(button(label, structs.replace(adopt, rest=f"{adopt.rest}.{SEPARATOR.join(each.codes)}")))
    return made


def make_menu_buttons(
    moves: Sequence[Move], match: Match, seat: Seat, view: Any, pressed: tuple[Id, Id], say: Say
) -> Buttons:
    """Make the buttons beside the proposals: a move or two that none begins with, and the way to the menus.

    `pressed`: the ids to begin the turn with a move and to open the menus.
    """
    begin, detail = pressed
    made = []
    for move in moves if len(moves) <= _MOST_MOVES else ():
        label = join_labels(list(map(say, match.words.menu(view, seat, move))))
        made.append(button(label, structs.replace(begin, rest=f"{begin.rest}.{MOVE}.{move.code}")))
    return [*made, button(say(T("Choose in detail …")), detail)]


def name_proposal(match: Match, seat: Seat, view: Any, proposal: Proposal) -> tuple[Text, ...]:
    """Name a proposal in the words of its game."""
    return cast("ProposalWords", match.words).proposal(view, seat, proposal)
