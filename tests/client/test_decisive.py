"""The winners' card, the film and the analysis of a match name one decisive turn in the same words; and which turn was
cheered most."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from client.analysis import describe_decisive, make_chances
from client.messages.result_text import describe_cheers, list_notes
from client.pictures import films, render_worker
from games.story import Told
from matches.archive.history import show_step, split_into_turns
from matches.coaching.analysis import Analysis, Turning
from matches.coaching.analyst import find_decisive, list_plies
from matches.coaching.decisions import find_decisions
from matches.delivery.outbox import Cheered
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
        other = structs.replace(decisive.decision, step=decisive.decision.step + 1)
        turned = (Turning(other, (), 0.0), Turning(decisive.decision, (), 0.0, turn=decisive.turn))
        shown = make_chances(match, Analysis((), 0, (), turned, (), 0, 0.0))
        assert shown.marks[shown.decisive - 1] == decisive.decision.step, "the chart marks it"
        step, cast = marks.index(DECISIVE), match.cast(names=False)
        assert decisive.decision.before == turns[decisive.turn - 1].snapshot, "the analysis shows where the turn began"
        for language in LANGUAGES:
            say = Texts().say(language, cast)
            turning = Turning(decisive.decision, (), 0.0, turn=decisive.turn)
            (told,) = describe_decisive(match, turning, turns, say)
            assert told.strip("*") == list_notes(match, turns, say)[-1]
            assert told.strip("*") == render_worker._say_step(name, views[step], DECISIVE, step, language, cast)
    assert found or games.load(name).sketch_chances is None


def test_the_cheered_turn_is_the_one_somebody_would_shout_about() -> None:
    """Of several turns on a board it is the first with a shout, or else the last; never the start."""
    game, played = games.load("docker"), playout("docker", 0)
    seats, options = played.record.seats, played.record.options
    match = make_running_match(game, played.states[-1], seats, options, language="en")
    turns = split_into_turns(game, log_of(played))
    views = [show_step(match, turn).view(None) for turn in turns]
    loud = [number for number, view in enumerate(views) if match.words.story([Told(view, view.events)]).shout]
    (first, last), quiet = (loud[0], loud[-1]), next(each for each in range(2, len(turns)) if each not in loud)

    def find(since: int, upto: int) -> int | None:
        cheered = Cheered(turns[since].rows[-1].seq, turns[upto].rows[-1].seq, 3)
        told = describe_cheers(match, turns, cheered)
        return None if told is None else int(str(dict(told.args)["turn"]))

    assert find(first - 1, last) == first
    assert find(quiet - 1, quiet) == quiet
    assert find(last, last) is None, "there is no turn on it"
    assert describe_cheers(match, turns, Cheered(-1, turns[0].rows[-1].seq, 3)) is None
