"""The clicks counted are those that people make."""

from __future__ import annotations

import statistics

from bench.clicks import count_clicks_to, count_match
from client.messages.menus import Entry


def test_buttons_tabs_and_menus_are_counted() -> None:
    few = [Entry((f"move {number}",), str(number)) for number in range(3)]
    assert count_clicks_to(few, "2") == 1
    groups = [Entry((f"piece {piece}", f"· to a place {n}"), f"{piece}.{n}") for piece in "ab" for n in range(4)]
    assert count_clicks_to(groups, "a.1") == 1, "the first tab is open"
    assert count_clicks_to(groups, "b.1") == 2
    many = [Entry((f"a rather long label {number}",), str(number)) for number in range(20)]
    assert count_clicks_to(many, "7") == 2, "a menu is opened first"
    assert count_clicks_to(many, "nowhere") is None


def test_an_ordinary_turn_of_docker_takes_three_clicks() -> None:
    turns = list(count_match("docker", 3))
    assert min(turns) == 2, "a single legal move needs no choice"
    assert statistics.median(turns) <= 3


def test_a_truck_of_aquaretto_takes_three_clicks_and_by_hand_one_more_for_each_animal() -> None:
    prepared, by_hand = (sorted(count_match("aquaretto", 1, by_hand=each)) for each in (False, True))
    assert statistics.median(prepared) <= 3
    assert prepared[len(prepared) * 9 // 10] <= 4
    assert by_hand[len(by_hand) * 9 // 10] > 4
