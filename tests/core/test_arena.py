"""The arena: matches between computer players."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import games
from arena import __main__ as script
from arena.match import Result, estimate_elo, play_deals
from arena.players import find_player
from data.progress import Progress
from games.core import AnyGame


def test_several_processes_give_the_same_result() -> None:
    game = games.load("docker")
    alone = play_deals(game, 2, "normal", "random", deals=4)
    reports = list[int]()
    shared = play_deals(game, 2, "normal", "random", deals=4, processes=2, report=lambda: reports.append(1))
    assert alone.shares == shared.shares
    assert len(alone.thinking) == len(shared.thinking) > 20
    assert alone.games == 8
    assert len(reports) == 4
    assert 0.5 < alone.mean <= 1


def test_equal_players_share_the_wins() -> None:
    for seats in (2, 4):
        result = play_deals(games.load("docker"), seats, "random", "random", deals=2)
        assert result.mean == 1 / seats, "each deal is played the same from all seats"


def test_a_team_plays_each_deal_once_from_each_side() -> None:
    result = play_deals(games.load("dog_royal"), 4, "normal", "random", deals=2, preset="base_short")
    assert (result.sides, result.games) == (2, 4)
    assert result.mean == 1.0


def test_elo_of_shares_of_wins() -> None:
    assert estimate_elo(1 / 2, 2) == pytest.approx(0)
    assert estimate_elo(1 / 4, 4) == pytest.approx(0)
    assert estimate_elo(0.75, 2) == pytest.approx(190.8, abs=0.1)


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match="superhuman"):
        find_player("superhuman")


def test_the_command_shows_what_is_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["arena", "docker", "--deals", "2", "--pairs", "random:random", "strong:random"])
    monkeypatch.setattr(script, "Progress", partial(Progress, every=0.0))
    monkeypatch.setattr(script, "play_deals", play_at_random)
    script.main()
    said = capsys.readouterr()
    assert [line.split(",")[0] for line in said.err.splitlines()] == [f"{done} of 4: deals" for done in (1, 2, 3, 4)]
    assert "strong:random" in said.err
    assert said.out.count("| docker | 2 |") == 2


def play_at_random(game: AnyGame, seats: int, one: str, other: str, **facts: Any) -> Result:
    """Play the deals with random players instead of those that are named."""
    return play_deals(game, seats, "random", "random", **facts)
