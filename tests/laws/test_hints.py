"""Law about hints: in two states that a seat cannot tell apart, it gets the same suggestion for the same reason."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.coaching import SeenPly
from games.core import AnyGame, Seat
from games.levels import Level
from games.text import Text
from matches.coaching.decisions import choose_draft
from matches.draft import fold
from matches.match import pack
from rendering.english import say
from tests.support.laws.playouts import SECRETIVE, Position, every_position, load, reshuffle
from tests.support.numbers import times

every_game_of_ours = pytest.mark.parametrize("name", games.own_names())
every_secretive_game_of_ours = pytest.mark.parametrize(
    "name", [name for name in SECRETIVE if name in games.own_names()]
)


def suggest(game: AnyGame, state: Any, seat: Seat, level: Level | None) -> tuple[tuple[str, ...], Text | None]:
    """Suggest a turn and give its reason, as *Suggest a move* does with the strongest level (None)."""
    codes = choose_draft(game.name, pack(state), seat, bytes(32), 7, level=level)
    plies = []
    for index, code in enumerate(codes):
        before = fold(game, state, seat, codes[:index]).state
        plies.append(SeenPly(game.view(before, seat), game.parse(before, seat, code)))
    return codes, games.words(game.name).reason(plies, seat) if plies else None


def check_hints(name: str, most: int) -> None:
    """Assert the law for up to `most` positions of the pool.

    Most hints come from the normal level, because strong players think long and reasons do not depend on the level.
    """
    for index, position in enumerate(every_position(name, most)):
        for seat in position.deciding:
            check_hint(load(name), position, seat, "normal")
        if index % 10 == 0:
            check_hint(load(name), position, position.deciding[0], None)


def check_hint(game: AnyGame, position: Position, seat: Seat, level: Level | None) -> None:
    """Assert that a seat gets the same hint in the position and in its reshuffle, and that it can be confirmed."""
    codes, reason = suggest(game, position.state, seat, level)
    assert suggest(game, reshuffle(position, seat), seat, level) == (codes, reason), "the hint uses a secret"
    assert fold(game, position.state, seat, codes).complete


@every_secretive_game_of_ours
def test_a_hint_uses_no_secret(name: str) -> None:
    check_hints(name, times(10_000, usual=5))


@pytest.mark.mutant
@every_secretive_game_of_ours
def test_mutant_a_reason_that_uses_secrets_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the view hides nothing, and the reason contains the whole position."""
    game = load(name)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: state)
    monkeypatch.setattr(games.words(name), "reason", lambda plies, seat: Text(repr(plies[0].view)), raising=False)
    with pytest.raises(AssertionError, match="uses a secret"):
        check_hints(name, 8)


@every_game_of_ours
def test_a_reason_is_one_short_sentence(name: str) -> None:
    game, count = load(name), 0
    for position in every_position(name, 15):
        for seat in position.deciding:
            _, reason = suggest(game, position.state, seat, "normal")
            if reason is not None:
                sentence = say(reason)
                assert sentence.endswith("."), sentence
                assert len(sentence) < 140, sentence
                assert "{" not in sentence, sentence
                count += 1
    assert count > 10 or "reason" not in vars(type(games.words(name))), "a game may do without reasons"
