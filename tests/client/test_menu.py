"""Menus of legal moves never overflow, lose no move, and repeat none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from client.messages.menus import BRANCH, MOST_MENUS, MOST_OPTIONS, Entry, chosen_branch, menus, split

paths = st.lists(
    st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=300, unique=True
)


def reachable(entries: Sequence[Entry], branch: tuple[int, ...] = (), depth: int = 0) -> Iterator[str]:
    """Every code that some way through the menus leads to."""
    assert depth < 5, "the menus lead round in circles"
    shown = menus(entries, branch)
    assert 1 <= len(shown) <= MOST_MENUS
    for menu in shown:
        assert 1 <= len(menu.options) <= MOST_OPTIONS
        assert len({option.value for option in menu.options}) == len(menu.options)
        for option in menu.options:
            assert 1 <= len(option.label) <= 100
            if option.value.startswith(BRANCH):
                yield from reachable(entries, chosen_branch(option.value), depth + 1)
            else:
                yield option.value


@given(paths)
@settings(max_examples=150, deadline=None)
def test_every_move_can_be_reached_once(found: list[tuple[int, int, int]]) -> None:
    entries = [Entry((f"piece {a}", f"place {b}", f"turn {c}"), f"{a}/{b}/{c}") for a, b, c in sorted(found)]
    assert sorted(reachable(entries)) == sorted(entry.code for entry in entries)


def test_up_to_25_moves_are_one_menu() -> None:
    entries = [Entry(("A", str(n)), str(n)) for n in range(25)]
    (menu,) = menus(entries)
    assert [option.label for option in menu.options][:2] == ["A 0", "A 1"]


def test_more_become_one_menu_a_group() -> None:
    entries = [Entry((f"card {n % 4}", str(n)), str(n)) for n in range(40)]
    assert [menu.title for menu in menus(entries)] == ["card 0", "card 1", "card 2", "card 3"]


def test_a_long_label_is_clipped() -> None:
    (menu,) = menus([Entry(("x" * 300,), "x")])
    assert len(menu.options[0].label) == 100


def test_an_unknown_branch_starts_anew() -> None:
    entries = [Entry((f"piece {a}", str(b)), f"{a}/{b}") for a in range(30) for b in range(30)]
    assert menus(entries, (99,)) == menus(entries)


def test_moves_of_one_label_become_buttons_if_they_fit_into_a_row() -> None:
    five = [Entry((f"Card {n}",), f"give/{n}") for n in range(5)]
    longer = [Entry(("Money", str(n)), f"move/{n}") for n in range(3)]
    assert split([*five, *longer]) == (five, longer)
    six = [*five, Entry(("Card 6",), "give/6")]
    assert split([*six, *longer]) == ([], [*six, *longer])
