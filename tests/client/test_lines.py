"""Test that a move may be typed by the name it is offered with, which Discord's client sometimes sends instead of its
value (discord/discord-api-docs#7206)."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from client.hints import suggest_wishes
from client.messages.turn_text import find_named
from client.typed_moves import RefusedPly, extend_draft
from games.text import Say, T, Text
from matches.errors import UserError
from matches.match import Match
from matches.play import fold_draft
from matches.texts import LANGUAGES, Texts
from tests.support.laws.playouts import SPOKEN
from tests.support.matches.in_memory import InMemoryMatch

GAMES: Final = tuple(name for name in SPOKEN if name != "toy")


def play(game: str, plies: int) -> InMemoryMatch:
    local, drawn = InMemoryMatch(game), random.Random(f"{game} {plies}")
    for _ in range(plies):
        if not local.match.awaited:
            break
        local.ply(drawn)
    return local


def offer(match: Match, seat: int, say: Say) -> dict[str, str]:
    legal = match.game.legal_moves(match.state, seat)
    return find_named(match, seat, match.game.view(match.state, seat), legal, "", say)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_each_offered_move_is_that_move(game: str, language: str) -> None:
    say, tried = Texts().say(language), 0
    for plies in (0, 3, 8):
        match = play(game, plies).match
        if not match.awaited:
            continue
        seat = match.awaited[0].seat
        for code, name in list(offer(match, seat, say).items())[:25]:
            expected = extend_draft(match, seat, (), [code], say)
            for typed in (name, f" {name.upper()} "):
                assert extend_draft(match, seat, (), [typed], say) == expected
            tried += 1
    assert tried > 3


def start(game: str = "docker") -> tuple[Match, int, Any]:
    match = play(game, 0).match
    seat = match.awaited[0].seat
    return match, seat, match.game.view(match.state, seat)


def test_a_line_continues_the_draft_or_begins_the_turn_again() -> None:
    match, say = play("riff_raff", 2).match, Texts().say("en")
    seat = match.awaited[0].seat
    first = next(iter(match.game.legal_moves(match.state, seat))).code
    begun = extend_draft(match, seat, (), [first], say).chosen
    second = next(iter(match.game.legal_moves(fold_draft(match, seat, begun).state, seat))).code
    assert extend_draft(match, seat, begun, [second], say).chosen == (*begun, second)
    assert extend_draft(match, seat, (*begun, second), [first, second], say).chosen == (*begun, second)
    with pytest.raises(RefusedPly):
        extend_draft(match, seat, begun, [first, "nonsense"], say)


@pytest.mark.parametrize("typed", ["", " ", "✗", "A1", "a", "in/", "x" * 6000])
def test_a_part_of_a_name_is_no_move(typed: str) -> None:
    match, seat, _ = start()
    with pytest.raises(RefusedPly):
        extend_draft(match, seat, (), [typed], Texts().say("en"))


def test_the_name_of_a_wish_is_explained_like_its_code() -> None:
    match, seat, view = start()
    say = Texts().say("de")
    legal = offer(match, seat, say)
    wishes = {code: name for code, name in suggest_wishes(match, seat, view, "1", say).items() if code not in legal}
    code, name = next(iter(wishes.items()))
    assert name.startswith("✗ ")
    for typed in (name, name.removeprefix("✗ ")):
        with pytest.raises(RefusedPly) as refused:
            extend_draft(match, seat, (), [typed], say)
        assert refused.value.code == code


def test_a_name_of_several_moves_is_refused_with_their_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, _ = start()
    monkeypatch.setattr(match.words, "menu", lambda *_: [T("A move")])
    say = Texts().say("en")
    codes = [move.code for move in match.game.legal_moves(match.state, seat)]
    with pytest.raises(UserError) as refused:
        extend_draft(match, seat, (), ["a move"], say)
    assert not isinstance(refused.value, RefusedPly)
    assert isinstance(refused.value.text, Text)
    told = say(refused.value.text)
    assert "several moves" in told
    assert f"({codes[0]})" in told
    assert extend_draft(match, seat, (), [codes[0]], say).chosen == (codes[0],)
