"""Conditional plans: "if they do this, I do that". Pure functions of the plan and of the match's log.

A *trial* is a sequence of plies that somebody plays in private, for all seats, on a copy of the position. *Keep as
plan* turns it into a *line* of the plan: the person's own turns, each with what the others must have done before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from data import LogRow
from games.core import NATURE, AnyGame, Seat
from games.rng import Rng, compute_hmac
from games.text import T, Text
from matches.match import events_of

MOST_LINES: Final = 8
MOST_REPLIES: Final = 8
"""The most turns of the person's own in a line."""
FEW: Final = 8
"""The most legal moves that others may have for their ply to become a condition; with more, any turn of theirs will
do."""

PLANNED: Final = "planned"
"""The note of a log row that a plan made."""

Ply = tuple[Seat, str]


class Trial(Struct, frozen=True):
    """Plies tried out from the position at `seq`, including nature's.

    `nonce`: makes its guesses and chance differ from those of other trials, in hexadecimal; "" for a trial of an older
    release, whose guesses cannot be made again.
    """

    seq: int
    nonce: str = ""
    plies: tuple[Ply, ...] = ()


class Reply(Struct, frozen=True):
    """A turn of the person's own, `codes`. `when`: what the others must have done since their previous turn; None:
    anything."""

    codes: tuple[str, ...]
    when: tuple[Ply, ...] | None = None


class Line(Struct, frozen=True):
    """A line of a plan, and the trial it comes from."""

    trial: Trial
    replies: tuple[Reply, ...]


class Notebook(Struct, frozen=True):
    """A person's trial and plan in a match. `dropped`: why their last plan was dropped, until they have read it."""

    seat: Seat = NATURE
    trial: Trial | None = None
    lines: tuple[Line, ...] = ()
    dropped: str = ""


class Review(Struct, frozen=True):
    """The result of a review: the lines that still fit, the reply that is due, and, if no line fits, the reason."""

    lines: tuple[Line, ...] = ()
    due: Reply | None = None
    dropped: str = ""


REASONS: Final = {
    "other": T("The others have done something else."),
    "own": T("You have moved differently."),
    "done": T("All its turns have been played."),
    "revealed": T("Something new was revealed."),
    "undone": T("A turn was taken back."),
    "corrected": T("The position was corrected."),
    "illegal": T("The planned move is no longer possible."),
}
"""Why a plan is dropped."""


def explain_drop(reason: str) -> Text:
    """Tell a person why their plan was dropped."""
    return T("Your plan was dropped. {reason}", reason=REASONS[reason])


def read_notebook(text: str) -> Notebook:
    return msgspec.json.decode(text, type=Notebook)


def write_notebook(notebook: Notebook) -> str:
    return msgspec.json.encode(notebook).decode()


class _RecordingRng(Rng):
    """An Rng that records whether it was used."""

    def __init__(self, seed: bytes, purpose: str, seq: int) -> None:
        super().__init__(seed, purpose, seq)
        self.drawn = False

    def _word(self) -> int:
        self.drawn = True
        return super()._word()


class Tried(Struct, frozen=True):
    """The positions of a trial, from the first on, and for each ply whether it depended on chance or a secret."""

    states: tuple[Any, ...]
    opened: tuple[bool, ...]


def derive_seed(secret: bytes, trial: Trial) -> str:
    """Derive the seed of a trial's random numbers, in hexadecimal, from the match's secret: nobody can learn it while
    the match runs, and it says nothing about the random numbers of the match."""
    return compute_hmac(secret, f"trial/{trial.nonce}".encode()).hex()


def guess_state(game: AnyGame, state: Any, seat: Seat, seed: str) -> Any:
    """Make the first position of a trial: a full state, guessed from what the seat knows."""
    return game.guess(state, seat, Rng(bytes.fromhex(seed), "guess", 0))


def play_trial(game: AnyGame, start: Any, plies: Sequence[Ply], seed: str) -> Tried:
    """Play the plies of a trial from its guessed position. Raises IllegalMove."""
    return reduce(lambda tried, ply: play_ply(game, tried, ply, seed), plies, Tried((start,), ()))


def play_ply(game: AnyGame, tried: Tried, ply: Ply, seed: str) -> Tried:
    """Play one more ply of a trial with this seed. Raises IllegalMove."""
    (seat, code), before = ply, tried.states[-1]
    rng = _RecordingRng(bytes.fromhex(seed), "try", len(tried.opened))
    after = game.apply(before, seat, game.parse(before, seat, code), rng)
    opened = rng.drawn or seat == NATURE or any(event.is_news for event in after.events)
    return Tried((*tried.states, after), (*tried.opened, opened))


def make_line(game: AnyGame, trial: Trial, tried: Tried, seat: Seat) -> Line | None:
    """Make a line of a trial; None if `seat` has no complete turn in it.

    A turn of the others becomes a condition if they have few moves and neither chance nor secrets were involved so far;
    otherwise any turn of theirs will do. The line ends where the seat's own ply would reveal something, or where
    several seats decide at once.
    """
    replies: list[Reply] = []
    mine: list[str] = []
    others: list[Ply] = []
    is_open = False
    for number, (mover, code) in enumerate(trial.plies):
        before, after = tried.states[number], tried.states[number + 1]
        if len(game.to_act(before)) > 1:
            break
        is_open |= mover == NATURE
        if mover == seat:
            mine.append(code)
            if seat not in game.to_act(after) or not game.continues_turn(before, after):
                replies.append(Reply(tuple(mine), None if is_open else tuple(others)))
                mine, others = [], []
        elif mover != NATURE:
            others.append((mover, code))
            is_open |= game.has_private_knowledge or len(game.legal_moves(before, mover)) > FEW
        if mover == seat and any(event.is_news for event in after.events):
            break
        is_open |= tried.opened[number]
        if len(replies) == MOST_REPLIES:
            break
    return Line(trial, tuple(replies)) if replies else None


def add_line(notebook: Notebook, line: Line) -> Notebook:
    """Add a line to a plan. It replaces a line with the same conditions; if there are too many lines, the oldest is
    dropped."""

    def conditions(one: Line) -> tuple[object, ...]:
        last = len(one.replies) - 1
        return tuple((reply.when, reply.codes if index < last else None) for index, reply in enumerate(one.replies))

    kept = [other for other in notebook.lines if conditions(other) != conditions(line)]
    return structs.replace(notebook, lines=(*kept, line)[-MOST_LINES:], dropped="")


def review(game: AnyGame, lines: Sequence[Line], log: Sequence[LogRow], seat: Seat) -> Review:
    """Compare a plan with what has happened. `log`: at least the rows since the oldest of its trials began."""
    kept: list[Line] = []
    due: list[Reply] = []
    reasons: list[str] = []
    for line in lines:
        rows = [row for row in log if row.seq > line.trial.seq]
        reason, reply = _follow(game, line, rows, seat)
        if reason:
            reasons.append(reason)
            continue
        kept.append(line)
        if reply is not None:
            due.append(reply)
    exact = [reply for reply in due if reply.when is not None]
    return Review(tuple(kept), next(iter((*exact, *due)), None), "" if kept else next(iter(reasons), "done"))


def _follow(game: AnyGame, line: Line, rows: Sequence[LogRow], seat: Seat) -> tuple[str, Reply | None]:
    """Follow a line through the log. Returns the reason if it no longer fits, or the reply if it is due now."""
    if undone := [row for row in rows if row.kind == "undo"]:
        return "corrected" if undone[-1].code else "undone", None
    made = [row for row in rows if row.kind == "ply"]
    if any(event.is_news for row in made for event in events_of(game, row)):
        return "revealed", None
    plies: list[Ply] = [(row.seat, row.code) for row in made if row.seat is not None and row.seat != NATURE]
    for index, reply in enumerate(line.replies):
        count = next((place for place, (mover, _) in enumerate(plies) if mover == seat), len(plies))
        others, plies = tuple(plies[:count]), plies[count:]
        if reply.when is not None and others != reply.when[: len(others)]:
            return "other", None
        if not plies:
            was_open = (
                index == 0 and reply.when == ()
            )  # it was the person's turn when they planned: they confirm it themselves
            is_next = reply.when is None or others == reply.when
            return "", reply if is_next and not was_open else None
        if reply.when is not None and others != reply.when:
            return "other", None
        mine = tuple(code for _, code in plies[: len(reply.codes)])
        if any(mover != seat for mover, _ in plies[: len(reply.codes)]) or mine != reply.codes:
            return "own", None
        plies = plies[len(reply.codes) :]
    return "done", None
