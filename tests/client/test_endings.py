"""The last board says once who has won, and lists everybody once, in order, with their points."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs

import games
from client.messages.log_text import describe_log, describe_result
from data import LogRow
from matches.match import Holder, Match
from matches.texts import Texts
from tests.support.laws.playouts import playout, pool
from tests.support.wire.offline import LANGUAGES, list_playable, make_running_match

NAMES = ("Anna", "Ben", "Chiara", "Dana", "Emil", "Fanny")

VERDICT = re.compile(
    r"\b(draw|share|remis|teilen|nulle|partagent|pareggio|dividono)\b|"
    r"\b(wins?|won|gewinnt|gewinnen|gagne(nt)?|vince|vincono)\b"
    r"(?! (the|an?|das|den|die|eine?|einen|la|le|un|une|il|lo|una) (?!match|game|Spiel|Partie|partita))",
    re.IGNORECASE,
)
"""Says who has won the match; somebody who wins a trick has not."""


def find_endings(name: str, language: str) -> Iterator[tuple[Match, list[str]]]:
    """Yield finished matches of a game, each with the words of its last board."""
    game = games.load(name)
    for number in range(min(3, pool(name))):
        played = playout(name, number)
        record, state = played.record, played.states[-1]
        outcome, last = game.outcome(state), record.plies[-1]
        if outcome is None:
            continue  # stopped at the ply limit
        match = make_running_match(game, state, record.seats, record.options, language=language)
        seats = tuple(Holder(seat, 1 + seat, NAMES[seat]) for seat in range(record.seats))
        match = structs.replace(
            match, phase="finished", decisions={}, outcome=outcome, ended_at=1.8e9, seats=seats, state=state
        )
        events = msgspec.json.encode(state.events).decode()
        log = [LogRow(last.seq, "ply", last.seat, last.code, events, None, None, None, 0.0)]
        say = Texts().say(language, match.cast())
        yield match, describe_log(match, log, say) + describe_result(match, say)


@pytest.mark.parametrize("name", list_playable())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_board_says_once_who_has_won(name: str, language: str) -> None:
    endings = list(find_endings(name, language))
    assert endings
    for match, lines in endings:
        assert match.outcome is not None
        winners = [NAMES[seat] for seat in match.outcome.winners]
        named = [line for line in lines if any(winner in line for winner in winners)]
        said = [line for line in named if VERDICT.search(line)]
        assert len(said) == 1, lines
        assert said[0].startswith(("## ", "**")), lines
        for seat, points in enumerate(match.outcome.scores or ()):
            assert len(re.findall(rf"{NAMES[seat]}\W*{abs(points)}\b", "\n".join(lines))) == 1, lines
        ranked = [name for line in lines if re.match(r"\d\. ", line) for name in re.findall("|".join(NAMES), line)]
        groups = match.outcome.ranking if match.outcome.scores is not None else match.outcome.ranking[1:]
        assert ranked == [NAMES[seat] for group in groups for seat in group], lines
