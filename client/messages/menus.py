"""Legal moves as menus that never overflow.

Every move has a path of labels, from the general to the particular. Up to 25 moves are one menu. More become one menu
for each first label, and where even that does not fit, the first label is chosen before the rest is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MOST_OPTIONS = 25
MOST_BUTTONS = 5
"""Moves that one label names become buttons, if there are no more of them than fit into a row."""
MARK = "· "
MOST_MENUS = 8
"""Menus of one message; with its picture, texts and buttons they stay under 40 components."""
LABEL_LENGTH = 100
BRANCH = "@"
"""Starts the value of an option that leads to a further menu; no move's code starts with it."""


class Option(Struct, frozen=True):
    label: str
    value: str


class Menu(Struct, frozen=True):
    """One select: `title` is what its options have in common ("" if nothing)."""

    title: str
    options: tuple[Option, ...]


class Entry(Struct, frozen=True):
    """A move: its path of labels in the reader's language, and its code."""

    path: tuple[str, ...]
    code: str


def joined(path: Sequence[str]) -> str:
    """A path as one line. A label may begin with a mark that sets it off from the one before."""
    return " ".join(path).removeprefix(MARK)


def split(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The moves that are offered as buttons, one click each, and those that go into menus."""
    short = [entry for entry in entries if len(entry.path) == 1]
    if len(short) > MOST_BUTTONS:
        return [], list(entries)
    return short, [entry for entry in entries if len(entry.path) > 1]


def menus(entries: Sequence[Entry], branch: tuple[int, ...] = ()) -> tuple[Menu, ...]:
    """The menus for these moves; `branch` are the groups already chosen. An unknown branch counts as not chosen."""
    title, found, known = within(entries, branch)
    if len(found) <= MOST_OPTIONS:
        return (Menu(title, tuple(Option(_clip(joined(entry.path)), entry.code) for entry in found)),)
    groups = _groups(found)
    if len(groups) == 1 and len(found[0].path) > 1:
        # Nothing is decided by a label all share.
        return menus(entries, (*known, 0))
    if len(groups) <= MOST_MENUS and all(len(members) <= MOST_OPTIONS for _, members in groups):
        return tuple(
            Menu(
                f"{title} {label}".strip(),
                tuple(Option(_clip(joined(entry.path[1:]) or label), entry.code) for entry in members),
            )
            for label, members in groups
        )
    options = [
        Option(_clip(label), members[0].code if len(members) == 1 else _branch(known, index))
        for index, (label, members) in enumerate(groups)
    ]
    return tuple(
        Menu(title, tuple(options[first : first + MOST_OPTIONS]))
        for first in range(0, min(len(options), MOST_OPTIONS * MOST_MENUS), MOST_OPTIONS)
    )


def within(entries: Sequence[Entry], branch: tuple[int, ...]) -> tuple[str, Sequence[Entry], tuple[int, ...]]:
    """The labels of the branch, the moves under it by the rest of their paths, and as much of it as is known."""
    title, found = "", entries
    for index in branch:
        groups = _groups(found)
        if index >= len(groups):
            return "", entries, ()
        label, members = groups[index]
        title = f"{title} {label}".strip()
        found = [Entry(entry.path[1:] or (label,), entry.code) for entry in members]
    return title, found, branch


def chosen_branch(value: str) -> tuple[int, ...]:
    """The branch an option's value leads to."""
    return tuple(int(part) for part in value.removeprefix(BRANCH).split(".") if part.isdecimal())


def _branch(branch: tuple[int, ...], index: int) -> str:
    return BRANCH + ".".join(map(str, (*branch, index)))


def _groups(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.path[0], []).append(entry)
    return list(found.items())


def _clip(label: str) -> str:
    return label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 1] + "…"
