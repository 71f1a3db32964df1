"""Panels offer every legal move, in few clicks and within Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from client.messages.custom_ids import Id
from client.messages.menus import (
    BRANCH,
    BUTTON_LENGTH,
    MOST_MENUS,
    MOST_OPTIONS,
    Entry,
    Offer,
    build_menus,
    join_labels,
    offer,
    parse_branch,
)
from client.turn.panel import OPEN, make_choices
from matches.texts import Texts

paths = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=300, unique=True
)
MOST_COMPONENTS = 31
"""The most components of moves: Discord allows 40 in a message, and the rest of a panel takes up to 9."""


def test_moves_keep_their_signs_inside_tabs_and_menus() -> None:
    entries = [
        Entry((f"card {card}", f"· to a place {place}"), f"{card}{place}", (f"sign {card}",))
        for card in "ab"
        for place in range(4)
    ]
    for branch, sign in (((0,), "sign a"), ((1,), "sign b")):
        assert {option.sign for option in offer(entries, branch).tab_buttons} == {sign}
    many = [Entry(("card a", f"· {'far ' * 9} {place}"), str(place), ("sign a",)) for place in range(30)]
    assert {option.sign for menu in build_menus(many, (0,)) for option in menu.options} == {"sign a"}


def test_each_label_of_a_move_may_have_a_sign_of_its_own() -> None:
    """The tab shows the card, the moves inside show the piece."""
    entries = [
        Entry((f"card {card}", f"· {piece} to a place"), f"{card}{piece}", (f"sign {card}", f"sign {piece}"))
        for card in "ab"
        for piece in "xyzw"
    ]
    shown = offer(entries, (1,))
    assert [tab.sign for tab in shown.tabs[0]] == ["sign a", "sign b"]
    assert [option.sign for option in shown.tab_buttons] == [f"sign {piece}" for piece in "xyzw"]
    many = [
        Entry((f"card {n % 2}", f"· {'far ' * 9} {n}"), str(n), (f"sign {n % 2}", f"sign of {n}")) for n in range(40)
    ]
    first, second = build_menus(many)
    assert [option.sign for option in (*first.options, *second.options)] == [
        f"sign of {n}" for n in (*range(0, 40, 2), *range(1, 40, 2))
    ]


def test_what_all_moves_share_stands_above_the_tabs() -> None:
    """If money buys only one thing, the tabs name its places; the title says what it is."""
    entries = [
        Entry(("Spend …", "for 1 coin: build", f"on the {side}", f"on the cells {side} {n}"), f"{side}{n}")
        for side in ("left", "right")
        for n in range(6)
    ]
    shown = offer([Entry(("Draw",), "draw"), *entries], (1,))
    assert [tab.label for tab in shown.tabs[0]] == ["on the left", "on the right"]
    assert shown.title == "for 1 coin: build"


def count_components(shown: Offer) -> int:
    rows = sum(-(-len(each) // 5) for each in (*shown.tabs, shown.buttons, shown.tab_buttons))
    return rows + sum(map(len, shown.tabs)) + len(shown.buttons) + len(shown.tab_buttons) + 2 * len(shown.menus)


def list_reachable(entries: Sequence[Entry], branch: tuple[int, ...] = (), depth: int = 0) -> Iterator[str]:
    """List every code that can be reached through buttons, tabs and menus."""
    assert depth < 6, "a menu leads back to itself"
    shown = offer(entries, branch)
    assert shown.buttons or shown.tab_buttons or shown.tabs or shown.menus
    assert count_components(shown) <= MOST_COMPONENTS
    assert len(shown.menus) <= MOST_MENUS
    values = [option.value for option in (*shown.buttons, *shown.tab_buttons)]
    assert all(1 <= len(option.label) <= BUTTON_LENGTH for option in (*shown.buttons, *shown.tab_buttons))
    for menu in shown.menus:
        assert 1 <= len(menu.options) <= MOST_OPTIONS
        assert all(1 <= len(option.label) <= 100 for option in menu.options)
        values += [option.value for option in menu.options]
    assert len(set(values)) == len(values)
    assert set(values) - {value for value in values if value.startswith(BRANCH)} <= shown.codes
    tabs = [tab for row in shown.tabs for tab in row]
    assert len({tab.value for tab in tabs}) == len(tabs)
    yield from (value for value in values if not value.startswith(BRANCH))
    known = branch if any(tab.is_open for tab in tabs) else ()
    for value in [*values, *(tab.value for tab in tabs if not tab.is_open)]:
        if value.startswith(BRANCH) and len(parse_branch(value)) > len(known):
            yield from list_reachable(entries, parse_branch(value), depth + 1)


@given(paths)
@settings(max_examples=150, deadline=None)
def test_every_move_can_be_reached(found: list[tuple[int, int, int]]) -> None:
    entries = [Entry((f"piece {a}", f"place {b}", f"turn {c}"), f"{a}/{b}/{c}") for a, b, c in sorted(found)]
    assert set(list_reachable(entries)) == {entry.code for entry in entries}


@given(paths)
@settings(max_examples=100, deadline=None)
def test_every_move_beside_closed_groups_can_be_reached(found: list[tuple[int, int, int]]) -> None:
    """Mix moves named by one label, moves in a closed group, and moves in groups of any size."""
    entries = [Entry(("Draw",), "draw"), Entry(("Pass",), "pass")]
    entries += [Entry(("Pay …", f"for {a}", f"{b}.{c}"), f"{a}/{b}/{c}") for a, b, c in sorted(found)]
    assert set(list_reachable(entries)) == {entry.code for entry in entries}


def test_a_few_moves_are_buttons() -> None:
    shown = offer([Entry((f"Card {n}", "to the discard pile"), f"give/{n}") for n in range(5)])
    assert [button.label for button in shown.buttons] == [f"Card {n}" for n in range(5)]
    assert shown.title == "to the discard pile", "what all share is said once, so that the buttons fit one line"
    assert not shown.tabs
    assert not shown.menus


def test_a_shared_last_label_stays_where_moves_would_look_alike() -> None:
    cards = [("Card 0", "left", "to the pile"), ("Card 1", "left", "to the pile"), ("Card 1", "left", "to the pile")]
    shown = offer([Entry(path, str(n)) for n, path in enumerate(cards)])
    assert shown.tab_buttons or shown.menus or shown.buttons
    assert offer([Entry(("Card 0", "to the pile"), "0")]).buttons[0].label == "Card 0 to the pile", "a lonely move"


def test_long_buttons_below_tabs_become_a_menu_before_they_leave_the_screen() -> None:
    def make(places: int) -> list[Entry]:
        cubes = ("cube A2", "cube B2")
        return [Entry((cube, f"to the square {n} (floor 2)"), f"{cube}{n}") for cube in cubes for n in range(places)]

    assert len(offer(make(3)).tab_buttons) == 3
    assert len(offer(make(4)).menus) == 1
    assert len(offer(make(4)).tabs[0]) == 2, "the tabs stay"


def test_many_moves_with_short_labels_are_buttons() -> None:
    cells = [Entry((f"on {'ABCDEFGHIJKL'[n]}1",), f"{n}") for n in range(12)]
    assert len(offer(cells).buttons) == 12
    assert len(offer([*cells, Entry(("on M1",), "12")]).menus) == 1, "a fifth line would leave a phone's screen"


def test_groups_are_tabs_and_the_first_is_open() -> None:
    entries = [Entry((f"card {n % 4}", f"to {n}"), str(n)) for n in range(24)]
    first, third = offer(entries), offer(entries, (2,))
    assert [(tab.label, tab.is_open) for tab in first.tabs[0]][:2] == [("card 0", True), ("card 1", False)]
    assert [option.value for option in first.tab_buttons] == [str(n) for n in range(0, 24, 4)]
    assert [option.value for option in third.tab_buttons] == [str(n) for n in range(2, 24, 4)]
    assert first.codes == {str(n) for n in range(0, 24, 4)}, "the picture marks the moves of the open tab"


def test_a_shared_first_label_is_said_once() -> None:
    shown = offer([Entry(("swap", f"· King {n} with the knight"), str(n)) for n in range(4)])
    assert shown.title == "swap"
    assert [button.label for button in shown.buttons] == [f"King {n} with the knight" for n in range(4)]


def test_a_menu_does_not_repeat_the_title_above_it() -> None:
    shown = offer([Entry(("lying", f"turned by {n} degrees"), str(n)) for n in range(20)])
    assert shown.title == "lying"
    assert [menu.title for menu in shown.menus] == [""]
    cells = [
        Entry(("Spend …", "build a pool", f"far out on side {n % 4}, at the rail", f"at {n}"), str(n))
        for n in range(40)
    ]
    inner = offer([Entry(("Draw",), "draw"), *cells], (1,))
    assert inner.title == "Spend … build a pool"
    assert [menu.title for menu in inner.menus] == [f"far out on side {n}, at the rail" for n in range(4)]


def test_the_open_tab_is_marked_and_does_not_look_forbidden() -> None:
    shown = offer([Entry((f"card {n % 2}", f"to the place {n}"), str(n)) for n in range(8)], (1,))
    buttons = [each for row in make_choices(shown, Id("pick", 1), Texts().say("en"), {}) for each in row.children]
    assert [each.label for each in buttons if isinstance(each, ui.Button)][:2] == ["card 0", f"{OPEN}card 1"]
    assert not any(each.disabled for each in buttons if isinstance(each, ui.Button))


@pytest.mark.parametrize(("rows", "is_menu"), [(None, False), (4, False), (3, True), (1, True)])
def test_buttons_for_which_a_phone_has_no_room_are_a_menu(rows: int | None, is_menu: bool) -> None:
    """Two cards with a row each, the tab, and a row of moves."""
    entries = [Entry((f"card {n}", "to a place far away"), f"{n}") for n in range(2)]
    entries += [Entry(("card 9", f"{n}"), f"9/{n}") for n in range(4)]
    shown = offer(entries, rows=rows)
    assert shown.codes == offer(entries).codes, "the picture marks the same moves"
    assert [tab.label for row in shown.tabs for tab in row] == ["card 9"]
    values = [option.value for option in (*shown.tab_buttons, *(each for menu in shown.menus for each in menu.options))]
    assert values == [f"9/{n}" for n in range(4)]
    assert bool(shown.menus) is is_menu
    assert bool(shown.tab_buttons) is not is_menu


def test_a_group_of_one_move_is_a_button_beside_the_tabs() -> None:
    entries = [Entry(("a long name of card 0", f"to {n}"), str(n)) for n in range(6)]
    shown = offer([*entries, Entry(("card 1", "to 9"), "9")])
    assert [tab.label for tab in shown.tabs[0]] == ["a long name of card 0"]
    assert shown.buttons[0].label == "card 1 to 9"


def test_a_closed_group_is_shown_alone_once_it_is_opened() -> None:
    entries = [Entry(("Draw",), "draw"), *(Entry(("Spend …", f"on a long label {n}"), str(n)) for n in range(6))]
    shown = offer(entries)
    assert [(tab.label, tab.is_open) for tab in shown.tabs[0]] == [("Spend …", False)]
    assert shown.codes == {"draw"}
    inner = offer(entries, (1,))
    assert inner.is_inner
    assert inner.title == "Spend …"
    assert [option.value for menu in inner.menus for option in menu.options] == [str(n) for n in range(6)]
    assert join_labels(entries[1].path) == "on a long label 0", "the group is not part of the move's name"


def test_groups_within_a_tab_are_a_second_row_of_tabs() -> None:
    cells = [(f"columns {'AB'[n % 2]}:", f"on {'AB'[n % 2]}{n}") for n in range(10)]
    entries = [Entry((tile, *cell), f"{tile}@{cell[1]}") for tile in ("Orca", "Dolphin") for cell in cells]
    entries += [Entry((tile, "to the depot"), f"{tile}@depot") for tile in ("Orca", "Dolphin")]
    shown = offer(entries)
    assert [[(tab.label, tab.is_open) for tab in row] for row in shown.tabs] == [
        [("Orca", True), ("Dolphin", False)],
        [("columns A", True), ("columns B", False)],
    ]
    assert [option.label for option in shown.buttons] == ["to the depot"]
    assert len(shown.menus[0].options) == 5
    assert join_labels(entries[0].path) == "Orca on A0", "the split is not part of the move's name"


def test_a_menu_inside_a_tab_does_not_repeat_the_tab() -> None:
    few = [Entry(("in the reserve", f"to the square {n}, on others"), f"r{n}") for n in range(6)]
    shown = offer([*few, Entry(("on A1", "to B1"), "b")])
    assert shown.tabs[0][0].is_open
    assert [menu.title for menu in shown.menus] == [""]
    many = [Entry((f"card {n % 2}", f"a piece with a long name {n % 13}", f"to {n}"), str(n)) for n in range(140)]
    assert [menu.title for menu in offer(many).menus] == [""]


def test_up_to_25_moves_are_one_menu() -> None:
    entries = [Entry(("A", str(n)), str(n)) for n in range(25)]
    (menu,) = build_menus(entries)
    assert [option.label for option in menu.options][:2] == ["A 0", "A 1"]


def test_more_than_25_moves_are_one_menu_a_group() -> None:
    entries = [Entry((f"card {n % 4}", str(n)), str(n)) for n in range(40)]
    assert [menu.title for menu in build_menus(entries)] == ["card 0", "card 1", "card 2", "card 3"]


def test_a_long_label_is_clipped() -> None:
    (menu,) = build_menus([Entry(("x" * 300,), "x")])
    assert len(menu.options[0].label) == 100


def test_an_unknown_branch_shows_the_start() -> None:
    entries = [Entry((f"piece {a}", str(b)), f"{a}/{b}") for a in range(30) for b in range(30)]
    assert build_menus(entries, (99,)) == build_menus(entries)
    assert offer(entries[:60], (99,)) == offer(entries[:60])
