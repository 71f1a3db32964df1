"""Pages that replay whole matches."""

from __future__ import annotations

import random

from client.messages.alt_text import describe_ending
from client.pictures import render_worker
from client.pictures.films import FilmWorker
from client.replay.share import make_page
from matches.archive.history import split_into_turns
from matches.match import Match
from matches.texts import Texts
from rendering.drawing.slides import Slide
from tests.support.matches.in_memory import InMemoryMatch
from tests.support.numbers import times

MATCHES = times(10, usual=1)
"""Whole matches of each game."""


class Films(FilmWorker):
    """Draws in this process."""

    def __init__(self) -> None:
        pass

    async def draw_slides(self, match: Match, views: object, language: str, *, half: bool) -> tuple[Slide, ...]:
        cast, ended = match.cast(names=False), describe_ending(match)
        return render_worker.draw_slides(match.game_name, views, language, cast, ended, half=half)  # type: ignore[arg-type]


def play_match(game: str, number: int) -> InMemoryMatch:
    """Play a match to its end at random."""
    local, drawn = InMemoryMatch(game, number), random.Random(f"{game} {number} shared")
    while local.match.phase == "running":
        local.ply(drawn)
    assert local.match.phase == "finished"
    return local


async def share_match(game: str, number: int, language: str) -> bytes:
    """Make the page of a match that was played out."""
    local = play_match(game, number)
    turns = split_into_turns(local.match.game, local.log)
    page = await make_page(local.match, turns, Films(), Texts().say(language, local.match.cast()), language)
    return page.html
