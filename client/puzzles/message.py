"""Build the messages of a puzzle: the position with its answers, and what is right and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui
from msgspec import Struct, structs

import games
from client.messages.custom_ids import Id
from client.messages.menus import join_labels
from client.messages.parts import button, layout, picture, rows, text
from client.pictures.painter import Drawn, Painter
from games.coaching import SeenPly
from games.core import Move
from games.text import N, Player, Say, T
from matches.puzzles.keeping import Standing
from matches.puzzles.puzzle import Answer, Puzzle
from matches.texts import Persona
from rendering import Look
from rendering.drawing.picture import name_file

ANSWER = "puzzle_try"
"""The action of an answer; the rest of its id is the puzzle's key and the number of the answer."""


class Shown(Struct, frozen=True):
    """A message with its file."""

    view: ui.LayoutView
    file: discord.File


def make_cast(puzzle: Puzzle) -> tuple[Persona, ...]:
    """Return the cast of a puzzle: players without names, in the colours of their seats."""
    colours = puzzle.load_game().colours(puzzle.seats, puzzle.read_options())
    return tuple(Persona("", each) for each in colours)


def find_moves(puzzle: Puzzle, view: Any) -> dict[str, Move]:
    """Find the moves of the answers by their codes."""
    legal = {move.code: move for move in puzzle.load_game().legal_moves(view, puzzle.seat)}
    return {answer.code: legal[answer.code] for answer in puzzle.answers}


def name_answer(puzzle: Puzzle, view: Any, move: Move, say: Say) -> str:
    """Name an answer as the menus of its game do."""
    return join_labels(list(map(say, games.words(puzzle.game).menu(view, puzzle.seat, move))))


def describe_position(puzzle: Puzzle, view: Any, say: Say) -> list[str]:
    """Describe the position as the seat knows it, line by line, completely enough to solve the puzzle."""
    words = games.words(puzzle.game)
    summary = say(words.status(view))
    told = map(say, words.position(view, puzzle.seat))
    return [summary, *(line for line in told if line not in summary)]


async def draw(
    painter: Painter,
    puzzle: Puzzle,
    view: Any,
    language: str,
    *,
    ghost: Move | None = None,
    look: Look | None = None,
    streak: int = 0,
) -> Drawn:
    """Draw the position with the moves of the answers, or with the best one as a ghost, over a pennant for each day of
    the reader's streak."""
    cast = make_cast(puzzle)
    moves = () if ghost is not None else tuple(find_moves(puzzle, view).values())
    drawn = await painter.draw_lesson(
        puzzle.game,
        language,
        cast,
        view=view,
        seat=puzzle.seat,
        moves=moves,
        ghost=ghost,
        look=look or Look(),
        streak=streak,
    )
    lines = describe_position(puzzle, view, painter.texts.say(language, cast))
    return structs.replace(drawn, name=name_file(puzzle.game, "puzzle"), alt="\n".join(lines))


def _make_title(puzzle: Puzzle, say: Say) -> str:
    return "### " + say(T("Puzzle of the day: {game}", game=games.words(puzzle.game).TITLE))


def _ask(puzzle: Puzzle, say: Say) -> str:
    asked = say(T("You play {player}. Which move is best?", player=Player(puzzle.seat)))
    return f"**{asked}**"


async def build_question(
    painter: Painter, puzzle: Puzzle, language: str, *, streak: int, look: Look, note: str = ""
) -> Shown:
    """Build the message that asks for the best move, one button for each answer."""
    say, view = painter.texts.say(language, make_cast(puzzle)), puzzle.read_view()
    drawn = await draw(painter, puzzle, view, language, look=look, streak=streak)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    buttons = [
        button(
            name_answer(puzzle, view, move, say),
            Id(ANSWER, rest=f"{puzzle.key}.{number}"),
            style=discord.ButtonStyle.primary,
        )
        for number, move in enumerate(find_moves(puzzle, view).values())
    ]
    lines = [_make_title(puzzle, say), *([note] if note else []), _ask(puzzle, say)]
    lines.append("-# " + " ".join([*_describe_streak(streak, say), say(T("Your first answer counts."))]))
    return Shown(layout(text(*lines), shown, *rows(buttons), *rows(make_further_buttons(say))), file)


async def build_solution(painter: Painter, puzzle: Puzzle, language: str, standing: Standing, *, look: Look) -> Shown:
    """Build the message that tells what is best and why, and how often each answer wins."""
    say, view = painter.texts.say(language, make_cast(puzzle)), puzzle.read_view()
    moves = find_moves(puzzle, view)
    best = moves[puzzle.best.code]
    drawn = await draw(painter, puzzle, view, language, ghost=best, look=look, streak=standing.streak)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    name = name_answer(puzzle, view, best, say)
    if standing.code == puzzle.best.code:
        told = "✓ " + say(T("Right: {move}", move=name))
    else:
        told = "✗ " + say(T("Another move is better: {move}", move=name))
    why = games.words(puzzle.game).reason((SeenPly(view, best),), puzzle.seat)
    lines = [_make_title(puzzle, say), f"**{told}**", *([f"*{say(why)}*"] if why is not None else [])]
    lines += _list_chances(puzzle, [name_answer(puzzle, view, move, say) for move in moves.values()], standing, say)
    lines += _describe_streak(standing.streak, say)
    method = T(
        "These are chances of winning: computer players have finished the game {count} times from each answer.",
        count=puzzle.playouts,
    )
    lines.append("-# " + say(method))
    onward = [
        button(say(T("Show it to everybody")), Id("puzzle_share", rest=puzzle.key)),
        button(say(T("Play yourself")), Id("open_game", rest=puzzle.game)),
    ]
    return Shown(layout(text(*lines), shown, *rows([*onward, *make_further_buttons(say)])), file)


def build_result(puzzle: Puzzle, name: str, standing: Standing, say: Say) -> ui.LayoutView:
    """Build the public message in which a person shows that they have answered. It gives nothing away."""
    title = games.words(puzzle.game).TITLE
    solved = standing.code == puzzle.best.code
    right = T("{person} has solved the puzzle of the day ({game}).", person=name, game=title)
    wrong = T("{person} has missed the answer to the puzzle of the day ({game}).", person=name, game=title)
    return layout(text(say(right if solved else wrong)), *rows([make_solve_button(say)]))


def make_solve_button(say: Say) -> ui.Button[ui.LayoutView]:
    """Make the button that shows the puzzle of the day to the person who presses it."""
    return button(say(T("Solve it")), Id("puzzle"), style=discord.ButtonStyle.primary)


def _list_chances(puzzle: Puzzle, names: Sequence[str], standing: Standing, say: Say) -> list[str]:
    """List the answers from best to worst, the chosen one with a mark."""

    def rank(pair: tuple[Answer, str]) -> float:
        return -pair[0].chance

    lines = []
    for answer, name in sorted(zip(puzzle.answers, names, strict=True), key=rank):
        mark = " ◀" if answer.code == standing.code else ""
        chance = say(T("{percent}%", percent=round(100 * answer.chance)))
        lines.append(f"• **{chance}** · {name}{mark}")
    return lines


def _describe_streak(streak: int, say: Say) -> list[str]:
    if streak < 2:
        return []
    return [
        say(
            N(
                "You have solved the puzzle {count} day in a row.",
                "You have solved the puzzle {count} days in a row.",
                streak,
            )
        )
    ]


def make_further_buttons(say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons that every message of a puzzle has."""
    return [
        button(say(T("Position in words")), Id("puzzle_words")),
        button(say(T("Standings")), Id("puzzle_ladder")),
    ]


async def build_post(painter: Painter, puzzle: Puzzle, language: str) -> Shown:
    """Build the public message of a day, with a button that asks everybody in private."""
    say, view = painter.texts.say(language, make_cast(puzzle)), puzzle.read_view()
    drawn = await draw(painter, puzzle, view, language)
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    asked = say(T("{player} is to move. Which move is best?", player=Player(puzzle.seat)))
    lines = [_make_title(puzzle, say), f"**{asked}**"]
    return Shown(layout(text(*lines), shown, *rows([make_solve_button(say), *make_further_buttons(say)])), file)
