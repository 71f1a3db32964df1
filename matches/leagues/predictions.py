"""Predictions by spectators of league matches: who wins, from half-time to three quarters, and whether the next loading
holds.

A right guess earns a point in the season's table of predictions and nothing else. Players cannot guess in their own
matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final

from msgspec import Struct, structs

from data import LogRow, Transaction
from games.text import T
from matches.errors import Stale, UserError
from matches.keeping.mapping import make_match
from matches.leagues.league import Answer, Guess, League, Score
from matches.leagues.table import Fixture
from matches.loadings import has_loadings, judge_loading, list_loadings
from matches.match import Match, drop_undone
from matches.referee import Referee

WINNER: Final = -1
"""The number of the question "who wins?"; questions about loadings are numbered from 0."""

USUAL_PLIES: Final = 40
"""The usual length of a match, in plies, while fewer than `_ENOUGH` matches of its game have been played."""

_ENOUGH: Final = 5
_LOOKED_AT: Final = 50
"""Newest matches of a game from which its usual length is computed."""

MOST_ASKED: Final = 10
"""Matches of a league about which questions are offered at once."""


class Question(Struct, frozen=True):
    """A question about a fixture that can be answered now."""

    fixture: Fixture
    number: int


async def list_questions(referee: Referee, league: League, user: int) -> tuple[Question, ...]:
    """List the questions a spectator may answer now, without those they have answered."""
    season = league.season
    if season is None or season.is_over:
        return ()
    usual = await referee.store.transaction(lambda tx: find_usual_length(tx, league.game))
    guessed = {(each.fixture, each.number) for each in season.guesses if each.user == user}
    found: list[Question] = []
    playing = [each for each in season.fixtures if each.match_id and not each.result]
    for fixture in playing[:MOST_ASKED]:
        match = await referee.match(fixture.match_id)
        if match.phase != "running" or user in (*match.people, fixture.first, fixture.second):
            continue
        log = await referee.store.transaction(lambda tx, match=match: tx.read_log(match.id))  # type: ignore[misc]
        found += [Question(fixture, each) for each in list_open(match, log, usual)]
    return tuple(each for each in found if (each.fixture.number, each.number) not in guessed)


def list_open(match: Match, log: Sequence[LogRow], usual: float) -> tuple[int, ...]:
    """List the open questions of a running match: who wins, from half-time to three quarters of its usual length, and
    in games with loadings whether the next one holds."""
    rows = drop_undone(log)
    made = sum(row.kind == "ply" for row in rows)
    winner = (WINNER,) if usual / 2 <= made < usual * 3 / 4 else ()
    return (*winner, len(list_loadings(rows))) if has_loadings(match.game) else winner


def guess(
    league: League, question: Question, answer: Answer, *, user: int, match: Match, guest: bool = False
) -> League:
    """Note a guess. `guest`: it comes from the second server. Raises UserError or Stale."""
    season = league.season
    number = question.fixture.number
    if season is None or season.is_over or all(each.number != number or each.result for each in season.fixtures):
        raise Stale(T("This has been decided already."))
    if user in (*match.people, question.fixture.first, question.fixture.second):
        raise UserError(T("You play in this match yourself; only spectators can predict."))
    if any((each.user, each.fixture, each.number) == (user, number, question.number) for each in season.guesses):
        raise UserError(T("You have already made a prediction."))
    made = Guess(user, number, question.number, answer, guest)
    return structs.replace(league, season=structs.replace(season, guesses=(*season.guesses, made)))


def score_guesses(tx: Transaction, league: League) -> League:
    """Score the guesses that are decided, and drop them. People who have taken a seat in the match since get no
    point."""
    season = league.season
    if season is None or not season.guesses:
        return league
    fixtures = {each.number: each for each in season.fixtures}
    scores = {each.user: each for each in season.scores}
    kept: list[Guess] = []
    logs: dict[int, Sequence[LogRow]] = {}
    for each in season.guesses:
        fixture = fixtures.get(each.fixture)
        if fixture is None:
            continue
        if fixture.match_id not in logs:
            logs[fixture.match_id] = drop_undone(tx.read_log(fixture.match_id))
        answers = _find_answer(tx, fixture, each.number, logs[fixture.match_id])
        if answers is None:
            kept.append(each)
        elif answers and each.user not in {row.user_id for row in tx.read_seats(fixture.match_id)}:
            known = scores.get(each.user, Score(each.user, guest=each.guest))
            right = known.right + (each.answer in answers)
            scores[each.user] = Score(each.user, right, known.made + 1, known.guest)
    scored = structs.replace(season, guesses=tuple(kept), scores=tuple(scores.values()))
    return structs.replace(league, season=scored)


def _find_answer(tx: Transaction, fixture: Fixture, number: int, log: Sequence[LogRow]) -> tuple[Answer, ...] | None:
    """Find the right answers of a question: empty if none is right, None while it is open."""
    if number == WINNER:
        if fixture.result in ("first", "second"):
            return (fixture.result,)
        return () if fixture.result else None
    row = tx.read_match(fixture.match_id)
    if row is None:
        return ()
    return judge_loading(make_match(row).game, log, number, is_over=row.phase in ("finished", "cancelled"))


def rank(scores: Iterable[Score]) -> tuple[Score, ...]:
    """Rank those who have guessed: by right guesses, then by fewer wrong ones."""
    return tuple(sorted(scores, key=lambda each: (-each.right, each.made)))


def rank_guessers(league: League) -> tuple[Score, ...]:
    """Rank those who have guessed: by right guesses, then by fewer wrong ones."""
    scores = league.season.scores if league.season is not None else ()
    return rank(scores)


def find_usual_length(tx: Transaction, game: str) -> float:
    """Find the usual number of plies of a match: the median of the newest ones."""
    lengths = tx.read_lengths(game, limit=_LOOKED_AT)
    return median(lengths) if len(lengths) >= _ENOUGH else USUAL_PLIES
