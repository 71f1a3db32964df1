"""Boards state how a match ended in picture and alt text, and name awaited players in one line."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec
import pytest
from msgspec import structs

import games
from client.board.board import describe_awaited
from client.messages.log_text import describe_log
from client.pictures import render_worker
from client.pictures.painter import Painter
from data import LogRow
from games.core import Outcome
from games.dog_royal.events import Chose
from games.rng import Rng
from matches.match import Match
from matches.texts import Texts
from rendering import Strip, renderer
from rendering.drawing.frame import say_won
from tests.support.wire.offline import LANGUAGES, list_playable, make_running_match, setup


def match_of(name: str, language: str = "en", seats: int = 0) -> Match:
    seats = seats or games.load(name).seats[-1]
    game, state, options = setup(name, seats, 1)
    return make_running_match(game, state, seats, options, language=language)


def end_match(match: Match, **how: Any) -> Match:
    return structs.replace(match, decisions={}, ended_at=1.8e9, **how)


async def read_strip(match: Match, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Draw the board. Returns the first words of its strip, and its alt text."""
    seen = []

    def watch_renderer(name: str) -> Any:
        made = renderer(name)

        class Watched:
            @staticmethod
            def draw(view: Any, **how: Any) -> Any:
                seen.append(made.draw(view, **how))
                return seen[-1]

        return Watched

    monkeypatch.setattr(render_worker, "renderer", watch_renderer)
    monkeypatch.setattr(render_worker, "draw_pickled", inspect.unwrap(render_worker.draw_pickled))  # without its cache
    drawn = await Painter(Texts()).draw_public_board(match, seq=1)
    high = [box for box in seen[0].boxes if box.kind == "text" and box.y0 < 84]
    return min(high, key=lambda box: box.x0).label, drawn.alt


@pytest.mark.parametrize("name", list_playable())
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_cancelled_match_says_so(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(name, language)
    before, told = await read_strip(match, monkeypatch)
    after, alt = await read_strip(end_match(match, phase="cancelled"), monkeypatch)
    wanted = {
        "en": "The match was cancelled",
        "de": "Die Partie wurde abgesagt",
        "fr": "La partie a été annulée",
        "it": "La partita è stata annullata",
    }[language]
    assert after == wanted != before
    assert wanted in alt
    assert wanted not in told


@pytest.mark.parametrize("name", list_playable())
async def test_a_win_by_resignation_is_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = games.load(name).seats[0]
    outcome = Outcome(((1,), tuple(seat for seat in range(seats) if seat != 1)))
    match = match_of(name, seats=seats)
    after, alt = await read_strip(end_match(match, phase="finished", outcome=outcome), monkeypatch)
    assert after == Texts().say("en", match.cast(names=False))(say_won(match.cast()[1].colours))
    assert after.startswith("Winner: ")
    assert after in alt


@pytest.mark.parametrize("name", list_playable())
def test_the_verdict_is_never_dropped_for_lack_of_room(name: str) -> None:
    match, said = match_of(name), "La partita è stata annullata"
    picture = renderer(name).draw(match.view(None), say=Texts().say("it"), strip=Strip("23 h 59 min", said))
    assert said in {box.label for box in picture.boxes}


def test_one_line_names_all_who_still_choose() -> None:
    match = match_of("dog_royal")
    say = Texts().say("en", match.cast())
    (line,) = describe_awaited(match, say)
    assert line == " ".join(f"<@{holder.user_id}>" for holder in match.seats) + " Choose the card you pass."
    state = match.game.apply(match.state, 2, match.game.legal_moves(match.state, 2)[0], Rng(bytes(32), "ply", 1))
    after = structs.replace(match, state=state)
    (line,) = describe_awaited(after, say)
    assert f"<@{match.seats[2].user_id}>" not in line
    assert line.count("<@") == 5
    chose = msgspec.json.encode([Chose(2)]).decode()
    assert describe_log(after, [LogRow(1, "ply", 2, "give/2", chose, None, None, None, 0.0)], say) == []
