"""What people around a match expect: whether the next loading holds, whether somebody goes out with the next roll, who
wins, and what they would play themselves.

Questions and choices come from what everybody knows, and are decided later by the rules, by chance or by a player. A
right guess counts in the standing of its match and nowhere else. Players predict only what is not in their hands while
they wait for somebody else, and may then say what they would play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct

from data import GuessRow, LogRow, Transaction
from games.core import Move, Seat
from games.feats import find_feats
from games.nature import require_nature
from games.text import T, Text
from matches.errors import Stale, UserError
from matches.leagues.league import Score
from matches.leagues.predictions import find_usual_length, rank
from matches.loadings import has_loadings, judge_loading, list_loadings
from matches.looks import has_secrets
from matches.machines.offload import run_rules
from matches.match import Match, drop_undone, events_of, unpack
from matches.referee import Referee

Kind = Literal["loading", "peril", "winner", "move"]

PREDICTED: Final[tuple[Kind, ...]] = ("loading", "peril", "winner")
"""The questions of which one answer is right."""

MOST: Final = 300
"""The most people who may answer a question."""

_KEPT: Final = 2
"""Answers of a person that are kept of questions about moves: the newest board tells of the one before."""


class Question(Struct, frozen=True):
    """A question that is open, and its answers. `asked`: which one of its kind."""

    kind: Kind
    asked: int
    answers: tuple[str, ...]


class Turn(Struct, frozen=True):
    """A decision that somebody is to make now, and its choices, which everybody knows."""

    seat: Seat
    decision: int
    moves: tuple[Move, ...]


class Agreement(Struct, frozen=True):
    """How many of those who said what they would play named the move that a seat has made."""

    seat: Seat
    agree: int
    count: int


class Audience(Struct, frozen=True):
    """What the people around a match have expected: their scores, the best first, and who would have played the same as
    the players since the last board. `cheered`: what they have cheered most, once the match is over. `hushed`: one
    of the players wants to hear nothing from computer players."""

    scores: tuple[Score, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    cheered: Text | None = None
    hushed: bool = False


NOBODY: Final = Audience()


def may_guess(match: Match) -> bool:
    """Whether people can guess in a match now. Ids do not cross over to a second server, and nobody else is in direct
    messages."""
    return match.phase == "running" and not match.is_shared and not match.is_direct


def find_turn(match: Match, user_id: int) -> Turn | None:
    """Find the decision of somebody else of which a person may say what they would play.

    None if nobody or several people are to move, if a hand or a secret decides what the seat can play, or if there is
    no choice. Slow in games with slow rules.
    """
    if not may_guess(match) or match.held is not None or len(match.awaited) != 1 or len(match.to_act) != 1:
        return None
    (holder,) = match.awaited
    if holder.user_id == user_id or has_secrets(match, holder.seat):
        return None
    moves = tuple(match.game.legal_moves(match.view(None), holder.seat))
    return Turn(holder.seat, match.decisions[holder.seat], moves) if len(moves) > 1 else None


def may_predict(match: Match, user_id: int) -> bool:
    """Whether there may be something to predict for a person now: for spectators in any match, for players who wait
    while a peril is near."""
    if not may_guess(match):
        return False
    is_awaited = any(holder.user_id == user_id for holder in match.awaited)
    return user_id not in match.people or (not is_awaited and _is_peril_near(match))


async def list_questions(referee: Referee, match: Match, user_id: int) -> tuple[Question, ...]:
    """List what somebody may predict now: whether the peril that everybody sees strikes, and unless they play, whether
    the next loading holds, and the winner, during the first half of a match of usual length. Raises UserError for
    players who cannot predict anything."""
    return await referee.store.transaction(lambda tx: _list_open(tx, match, user_id))


def _list_open(tx: Transaction, match: Match, user_id: int) -> tuple[Question, ...]:
    if not may_predict(match, user_id):
        if user_id in match.people:
            raise UserError(T("You play in this match yourself; only spectators can predict."))
        return ()
    log = drop_undone(tx.read_log(match.id))
    made = sum(row.kind == "ply" for row in log)
    found = []
    if _is_peril_near(match):
        found.append(Question("peril", made, ("strikes", "passes")))
    if user_id in match.people:
        return tuple(found)
    if has_loadings(match.game):
        found.append(Question("loading", len(list_loadings(log)), ("holds", "falls")))
    if 2 * made < find_usual_length(tx, match.game_name):
        found.append(Question("winner", 0, tuple(str(holder.seat) for holder in match.seats)))
    return tuple(found)


def _is_peril_near(match: Match) -> bool:
    peril = find_feats(match.game_name).peril
    return peril is not None and match.held is None and peril.is_near(match.view(None))


async def predict(
    referee: Referee, match: Match, user_id: int, *, kind: Kind, answer: str, asked: int | None = None
) -> Score | None:
    """Note a prediction, instead of an earlier one. `asked` None: the question that is open now. Returns
    their score so far; None before the first decided one. Raises UserError or Stale."""

    def write(tx: Transaction) -> tuple[Score, ...]:
        found = next((each for each in _list_open(tx, match, user_id) if each.kind == kind), None)
        if found is None or answer not in found.answers or asked not in (None, found.asked):
            raise Stale
        _put(tx, match, GuessRow(match.id, user_id, kind, found.asked, answer))
        return _score(match, tx.list_guesses(match.id), drop_undone(tx.read_log(match.id)))

    scores = await referee.store.transaction(write)
    return next((each for each in scores if each.user == user_id), None)


async def suggest(referee: Referee, match: Match, user_id: int, *, decision: int, code: str) -> Turn:
    """Note what somebody would play in the turn that is returned. Raises UserError or Stale."""
    turn = await run_rules(match.game, lambda: find_turn(match, user_id))
    if turn is None or turn.decision != decision or code not in {move.code for move in turn.moves}:
        raise Stale

    def write(tx: Transaction) -> None:
        position = _list_positions(drop_undone(tx.read_log(match.id)))[-1]
        _put(tx, match, GuessRow(match.id, user_id, "move", position.seq, code))
        mine = [each for each in tx.list_guesses(match.id) if (each.user_id, each.kind) == (user_id, "move")]
        tx.drop_guesses(mine[-_KEPT:][0])

    await referee.store.transaction(write)
    return turn


def _put(tx: Transaction, match: Match, row: GuessRow) -> None:
    others = [each for each in tx.list_guesses(match.id) if (each.kind, each.asked) == (row.kind, row.asked)]
    if len(others) >= MOST and row.user_id not in {each.user_id for each in others}:
        raise UserError(T("So many people have answered this that no more answers are counted."))
    tx.put_guess(match, row)


async def read_audience(referee: Referee, match: Match, news: Sequence[LogRow]) -> Audience:
    """Read what people have expected of a match. `news`: the log since the last board."""

    def read(tx: Transaction) -> Audience:
        guesses = tx.list_guesses(match.id)
        if not guesses:
            return NOBODY
        log = drop_undone(tx.read_log(match.id))
        return Audience(_score(match, guesses, log), _compare(match, guesses, log, {row.seq for row in news}))

    return await referee.store.transaction(read)


def _compare(match: Match, guesses: Iterable[GuessRow], log: Sequence[LogRow], news: set[int]) -> tuple[Agreement, ...]:
    """Compare the plies of `news`, by their seqs, with what others would have played in the same positions; not those
    that were made in secret and are still secret."""
    found = []
    asked = [each for each in guesses if each.kind == "move"]
    for before, row in pairwise(_list_positions(log)):
        answers = [each.answer for each in asked if each.asked == before.seq and each.user_id != row.user_id]
        if row.kind != "ply" or row.seq not in news or row.seat is None or row.snapshot is None or not answers:
            continue
        after = unpack(match.game, row.snapshot)
        if match.game.view(after, row.seat) == match.game.view(after, None):  # else it may be known to its seat alone
            found.append(Agreement(row.seat, answers.count(row.code), len(answers)))
    return tuple(found)


def _list_positions(log: Sequence[LogRow]) -> list[LogRow]:
    """List the rows after which somebody has to decide anew."""
    return [row for row in log if row.kind in ("start", "ply", "undo")]


def _score(match: Match, guesses: Iterable[GuessRow], log: Sequence[LogRow]) -> tuple[Score, ...]:
    """Score the predictions that are decided. What players predict counts only where it is not in their hands."""
    players = {holder.user_id for holder in match.seats}
    scores: dict[int, Score] = {}
    answers: dict[tuple[str, int], tuple[str, ...]] = {}
    for each in guesses:
        if (question := (each.kind, each.asked)) not in answers:  # many people answer one question
            answers[question] = _find_answers(match, each, log)
        if (right := answers[question]) and (each.kind == "peril" or each.user_id not in players):
            known = scores.get(each.user_id, Score(each.user_id))
            scores[each.user_id] = Score(each.user_id, known.right + (each.answer in right), known.made + 1)
    return rank(scores.values())


def _find_answers(match: Match, guess: GuessRow, log: Sequence[LogRow]) -> tuple[str, ...]:
    """Find the right answers to a prediction: none as long as it is open, or if it never came to it."""
    outcome = match.outcome
    if guess.kind == "loading":
        is_over = outcome is not None or require_nature(match.game.nature).may_show_clip(match.view(None))
        return judge_loading(match.game, log, guess.asked, is_over=is_over) or ()
    plies, peril = [row for row in log if row.kind == "ply"], find_feats(match.game_name).peril
    if guess.kind == "peril" and peril is not None and guess.asked < len(plies):
        return ("strikes" if peril.has_struck(events_of(match.game, plies[guess.asked])) else "passes",)
    if guess.kind == "winner" and outcome is not None and len(outcome.ranking) > 1:
        return tuple(map(str, outcome.winners))
    return ()
