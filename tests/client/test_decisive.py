"""The winners' card, the film and the analysis of a match name the same decisive turn, in the same words."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from client.analysis import describe_decisive
from client.messages.result_text import list_notes
from client.pictures import films, render_worker
from matches.archive.history import split_into_turns
from matches.coaching.analysis import Turning
from matches.coaching.analyst import find_decisive, list_plies
from matches.coaching.decisions import find_decisions
from matches.texts import LANGUAGES, Texts
from rendering.drawing.film import DECISIVE
from tests.support.laws.playouts import playout, pool
from tests.support.matches.logs import log_of
from tests.support.wire.offline import list_playable, make_running_match


@pytest.mark.parametrize("name", list_playable())
def test_the_decisive_turn_is_the_same_everywhere(name: str) -> None:
    game, found = games.load(name), 0
    for number in range(min(4, pool(name))):
        played = playout(name, number)
        outcome, log = game.outcome(played.states[-1]), log_of(played)
        running = make_running_match(game, played.states[-1], played.record.seats, played.record.options, language="en")
        match = structs.replace(running, phase="finished", decisions={}, outcome=outcome, ended_at=1.8e9)
        turns = split_into_turns(game, log)
        views, marks = films._choose_views(match, turns)
        decisive = find_decisive(match, log, find_decisions(name, list_plies(log)))
        assert marks.count(DECISIVE) == (decisive is not None)
        if decisive is None:
            continue
        found += 1
        step, cast = marks.index(DECISIVE), match.cast(names=False)
        assert decisive.decision.before == turns[decisive.turn - 1].snapshot, "the analysis shows where the turn began"
        for language in LANGUAGES:
            say = Texts().say(language, cast)
            turning = Turning(decisive.decision, (), 0.0, turn=decisive.turn)
            (told,) = describe_decisive(match, turning, turns, say)
            assert told.strip("*") == list_notes(match, turns, say)[-1]
            assert told.strip("*") == render_worker._say_step(name, views[step], DECISIVE, step, language, cast)
    assert found or games.load(name).sketch_chances is None
