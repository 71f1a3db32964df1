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
from games.core import AnyGame, Seat
from games.rng import Rng


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
    with pytest.raises(ValueError, match="flat0"):
        find_player("flat0")


@pytest.mark.parametrize("name", ["flat60", "ismcts200", "oracle4"])
def test_a_searcher_finds_a_move_that_wins_at_once(name: str) -> None:
    game = games.load("docker")
    state = game.read("B2=R B1=G / move R die 2 / seats 2 / pieces2=3")
    for number in range(3):
        assert find_player(name)(game, state, 0, Rng(bytes(32), name, number)).code == "B2>B1"


@pytest.mark.parametrize(("name", "worlds"), [("flat12", 3), ("ismcts12", 12), ("oracle1", 0)])
def test_all_but_the_oracle_deal_anew_what_a_seat_may_not_know(
    name: str, worlds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, dealt = games.load("dog_royal"), list[Seat | None]()
    reshuffle = game.reshuffle

    def count(self: AnyGame, state: Any, seat: Seat | None, rng: Rng) -> Any:
        dealt.append(seat)
        return reshuffle(state, seat, rng)

    monkeypatch.setattr(type(game), "reshuffle", count)
    state = game.setup(2, game.presets["base_short"], Rng(bytes(32), "setup", 0))
    moves = game.legal_moves(state, 1)
    assert len(moves) == 4
    assert find_player(name)(game, state, 1, Rng(bytes(32), "choose", 0)) in moves
    assert dealt == [1] * worlds


@pytest.mark.parametrize("name", ["flat10", "ismcts10", "oracle1"])
def test_searchers_refuse_physics(name: str) -> None:
    game = games.load("riff_raff")
    state = game.setup(2, game.options_type(), Rng(bytes(32), "setup", 0))
    with pytest.raises(ValueError, match="physics"):
        find_player(name)(game, state, 0, Rng(bytes(32), "choose", 0))


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
