"""Make a quiz of fresh pictures: `python -m rendering.gallery.quiz FOLDER [--seed 1] [--positions 20] [GAME …]`.

The folder gets pictures of 400 pixels and `questions.md`, five questions about each. The answers go to `answers.json`,
which the reader must not see. Positions come from new matches between stand-ins, so that nobody has adjusted a picture
to them: from two seats to the most, public and private, light and dark, every fifth large.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

import games
from games.core import NATURE, AnyGame
from games.nature import require_nature
from games.record import Ply, advance, begin
from games.rng import Rng
from rendering import Look
from rendering.gallery import Shot, list_games, shrink
from rendering.gallery.questions import Question, ask, ask_more, format_json

FIVE: Final = 5
"""Questions about each picture. Also, every fifth picture is large."""
SHOWN: Final = 4
"""Positions of each match: twenty come from five matches, and so from all numbers of seats."""
MOST_PLIES: Final = 240
"""Plies of a match that are played; with physics each takes long."""


def play_states(game: AnyGame, seats: int, secret: bytes, /) -> list[tuple[Any, Any]]:
    """Play a match between stand-ins, at most `MOST_PLIES`.

    Returns its states in which a player is to act, each with the state before the turn, which the channel still sees.
    """
    state = shown = begin(game, seats, game.options_type(), secret)
    states = []
    for seq in range(1, MOST_PLIES):
        acting = game.to_act(state)
        if not acting:
            break
        if acting != (NATURE,):
            states.append((state, shown))
            move = game.choose(game.view(state, acting[0]), acting[0], Rng(secret, "choose", seq))
        else:
            move = require_nature(game.nature).decide(state, Rng(secret, "nature", seq))
        before, state = state, advance(game, state, Ply(seq, acting[0], move.code), secret)
        if not game.continues_turn(before, state):
            shown = state
    return states


def list_shots(name: str, seed: int, /) -> Iterator[Shot]:
    """Yield pictures of new matches endlessly, four of each match: every other one private, of the seat to act.

    If there are no questions about the private picture of a phase, the public one is used.
    """
    game = games.load(name)
    for match in count():
        secret = hashlib.sha256(f"{name} {seed} {match}".encode()).digest()
        states = play_states(game, game.seats[match % len(game.seats)], secret)
        for place in range(SHOWN):
            state, shown = states[(place + 1) * (len(states) - 1) // (SHOWN + 1)]
            seat = game.to_act(state)[0]
            own = game.view(state, seat)
            shot = Shot(name, "middle", "private", own, seat, tuple(game.legal_moves(own, seat)))
            if (match + place) % 2 or not _has_questions(shot):
                shot = Shot(name, "middle", "public", game.view(shown, None), None, ())
            yield shot


def _has_questions(shot: Shot) -> bool:
    try:
        return bool(ask(shot))
    except ValueError:  # a phase without questions
        return False


def choose_five(questions: list[Question], chance: Rng, /) -> list[Question]:
    """Choose five of the questions about a picture, in their order."""
    kept = list(questions)
    while len(kept) > FIVE:
        kept.remove(chance.choice(kept))
    return kept


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rendering.gallery.quiz", description="A quiz of fresh pictures.")
    parser.add_argument("out", type=Path, help="the folder of the quiz")
    parser.add_argument("game", nargs="*", help="the games; all by default")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=20, help="of each game")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    answers = []
    lines = ["# Quiz", "", "Read each answer off the picture alone; “?” if it cannot be seen.", ""]
    for name in given.game or list_games():
        chance = Rng(hashlib.sha256(str(given.seed).encode()).digest(), "quiz", 0)
        for number, shot in enumerate(islice(list_shots(name, given.seed), given.positions)):
            look = Look(theme="dark" if number // 2 % 2 else "light", large=number % FIVE == FIVE - 1)
            file = f"{name}-{number + 1:02}.png"
            chosen = choose_five(ask_more(shot), chance)  # before the picture is drawn
            shrink(shot.draw(look), name, look).save(given.out / file)
            answers += [Question(file, one.question, one.answer) for one in chosen]
            lines += [f"## {file}", "", *(f"{place}. {one.question}" for place, one in enumerate(chosen, 1)), ""]
    (given.out / "questions.md").write_text("\n".join(lines), "utf-8")
    (given.out / "answers.json").write_text(format_json(answers), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
