"""Offer legal moves as buttons, tabs and menus that never overflow.

Every move has a path of labels, from the general to the particular. A few moves, or many with short labels, become
buttons. Otherwise the first labels become tabs, one of them open: a tab takes one click less than a menu and does not
cover the board. If there are too many moves for tabs, they become menus; if these do not fit, a menu of first labels
leads to further menus. A last label that all moves share is said once, in the title, so that more buttons fit a line.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

MOST_OPTIONS = 25
MOST_BUTTONS = 5
"""The most moves that become buttons with labels of any length: one row."""
SHORT_LABEL = 14
"""The most characters of a short label; five such buttons fit side by side on a phone."""
MOST_LINES = 4
"""The most lines that buttons and tabs fill on a phone: more would push the question and the board off the screen. Five
moves alone may fill five."""
LINE = 33
"""Characters of buttons that fit on a line of a phone."""
EDGE = 6
"""What each further button of a line costs beside its characters."""
BUTTON_LENGTH = 80
"""Characters of a button's label; Discord's limit."""
MARK = "· "
GROUP = ":"
"""Ends a label that only splits many moves into groups, such as "columns A to F:". It is not part of a move's name."""
CLOSED = "…"
"""Ends the label of a group that stays closed beside other moves, such as "Spend money …". It is not part of a move's
name.
"""
MOST_MENUS = 8
"""The most menus of one message, which keep it under Discord's 40 components."""
LABEL_LENGTH = 100
BRANCH = "@"
"""Starts the value of an option that leads to a further menu; no move's code starts with it."""


class Option(Struct, frozen=True):
    label: str
    value: str
    sign: str = ""
    """Names a small picture beside the label."""


class Menu(Struct, frozen=True):
    """One select. `title`: the labels its options share, or ""."""

    title: str
    options: tuple[Option, ...]


class Entry(Struct, frozen=True):
    """A move: its path of labels in the reader's language, its code, and the signs of its labels; further labels have
    the last sign."""

    path: tuple[str, ...]
    code: str
    signs: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """The sign of the first label, if any."""
        return self.signs[0] if self.signs else ""

    def enter(self) -> Entry:
        """Return the entry without its first label and sign. The last label and the last sign are never removed."""
        return Entry(self.path[1:] or self.path, self.code, self.signs[1:] or self.signs)


class Tab(Struct, frozen=True):
    """A button that opens a group of moves. `value` is its branch, as in a menu."""

    label: str
    value: str
    is_open: bool = False
    sign: str = ""


class Offer(Struct, frozen=True):
    """What a panel offers, from top to bottom: moves as `buttons`, rows of `tabs`, and the moves of the open tab as
    `tab_buttons` or `menus`.

    `title`: the labels that all moves share. `codes`: the moves that are shown, to be marked in the picture.
    `is_inner`: it shows an opened group, so it needs a button to go back.
    """

    buttons: tuple[Option, ...] = ()
    tabs: tuple[tuple[Tab, ...], ...] = ()
    tab_buttons: tuple[Option, ...] = ()
    menus: tuple[Menu, ...] = ()
    title: str = ""
    codes: frozenset[str] = frozenset()
    is_inner: bool = False


_Groups = Sequence[tuple[str, Sequence[Entry]]]
"""Moves by their first label."""


def join_labels(path: Sequence[str]) -> str:
    """Join a path into one line.

    A label may begin with `MARK`, which separates it from the previous one. Labels that end in `GROUP` or `CLOSED` are
    left out.
    """
    return " ".join(label for label in path if not label.endswith((GROUP, CLOSED))).removeprefix(MARK)


def offer(entries: Sequence[Entry], branch: tuple[int, ...] = (), *, rows: int | None = None) -> Offer:
    """Choose buttons, tabs or menus for these moves. `branch`: the groups opened so far; unknown ones are ignored.
    `rows`: the rows of buttons that a phone has room for; if they take more, a menu offers the same moves.

    Groups of moves become tabs, of which the first is open. Groups whose label ends in `CLOSED` stay closed if there
    are moves with a single label ("Draw a tile"); once opened, such a group is shown alone.
    """
    shorter, shared = _split_shared_end(entries)
    found = _offer(shorter, branch, rows)
    return structs.replace(found, title=f"{found.title} {shared}".strip())


def _split_shared_end(entries: Sequence[Entry]) -> tuple[Sequence[Entry], str]:
    """Remove a last label that all moves share; return it, or "" if there is none or if two moves would look alike."""
    ends = {entry.path[-1] for entry in entries}
    starts = {entry.path[:-1] for entry in entries}
    if len(entries) == 1 or len(ends) > 1 or len(starts) < len(entries) or () in starts:
        return entries, ""
    return [Entry(entry.path[:-1], entry.code, entry.signs) for entry in entries], join_labels(tuple(ends))


def _offer(entries: Sequence[Entry], branch: tuple[int, ...], rows: int | None) -> Offer:
    page = _Page()
    known: tuple[int, ...] = ()
    while True:
        title, found, _ = enter_branch(entries, known)
        groups = _group_by_label(found)
        is_shared = len(groups) == 1 and len(found) > 1 and len(found[0].path) > 1
        if not is_shared and _fit_buttons(found, page):
            made = _make_buttons(found)
            if rows is None or page.count_lines(made) <= rows:
                return page.finish(title, found, buttons=made)
            return page.finish(title, found, menus=build_menus(entries, known))
        large = [index for index, (_, members) in enumerate(groups) if len(members) > 1]
        direct = [members[0] for _, members in groups if len(members) == 1]
        wanted = branch[len(known)] if len(known) < len(branch) else -1
        if is_shared:  # a label that all moves share offers no choice
            page.shared.append(groups[0][0])
            known = (*known, 0)
        elif (
            large
            and groups[large[0]][0].endswith(CLOSED)
            and any(len(entry.path) == 1 for entry in direct)
            and not page.tabs
        ):
            page = _Page()
            if wanted not in large:
                page.add_buttons(direct)
                page.tabs.append(_make_tabs(groups, large, known))
                return page.finish("", ())
            page.is_inner, known = True, (*known, wanted)
        elif not large or not _fit_tabs(groups, page):
            below = (*known, *branch[len(known) :])
            title, found, _ = enter_branch(entries, below)
            page.is_inner |= bool(branch) and not page.tabs
            return page.finish(title, found, menus=build_menus(entries, below))
        else:
            chosen = wanted if wanted in large else large[0]
            branch = branch if chosen == wanted else ()
            page.add_buttons(direct)
            page.tabs.append(_make_tabs(groups, large, known, chosen=chosen))
            known = (*known, chosen)


class _Page:
    """An unfinished offer: the buttons and tabs collected so far."""

    def __init__(self) -> None:
        self.buttons: list[Option] = []
        self.shared: list[str] = []
        self.tabs: list[tuple[Tab, ...]] = []
        self.codes: frozenset[str] = frozenset()
        self.is_inner = False

    def count_lines(self, inside: Sequence[Option] = ()) -> int:
        """Estimate how many lines the buttons and tabs fill on a phone, with the buttons `inside` the open tab."""
        levels: tuple[Sequence[Option | Tab], ...] = (self.buttons, *self.tabs, inside)
        return sum(count_lines([each.label for each in level]) for level in levels)

    def add_buttons(self, entries: Sequence[Entry]) -> None:
        """Add a button for each of these moves."""
        self.buttons += _make_buttons(entries)
        self.codes |= _collect_codes(entries)

    def finish(
        self,
        title: str,
        shown: Sequence[Entry],
        *,
        buttons: tuple[Option, ...] = (),
        menus: tuple[Menu, ...] = (),
    ) -> Offer:
        """Add the moves of the open tab, or all moves to a page without tabs, and return the offer."""
        above, codes = tuple(self.buttons), self.codes | _collect_codes(shown)
        menus = tuple(structs.replace(menu, title=menu.title.removeprefix(title).strip()) for menu in menus)
        if self.tabs:  # the open tab is the title
            shared = join_labels(self.shared)
            return Offer(above, tuple(self.tabs), buttons, menus, shared, codes, self.is_inner)
        return Offer(buttons, title=title, menus=menus, codes=codes, is_inner=self.is_inner)


def _fit_tabs(groups: _Groups, page: _Page) -> bool:
    """Tell whether groups can be offered as tabs, and moves alone in their group as buttons beside them, so that a line
    is left for the moves of the open tab."""
    tabs = [_name(label) for label, members in groups if len(members) > 1]
    buttons = [join_labels(members[0].path) for _, members in groups if len(members) == 1]
    return page.count_lines() + count_lines(tabs) + count_lines(buttons) < MOST_LINES


def _fit_buttons(entries: Sequence[Entry], page: _Page) -> bool:
    """Tell whether moves can be offered as buttons, below the buttons and tabs that are already on the page."""
    labels = [join_labels(entry.path) for entry in entries]
    longest = max(map(len, labels))
    if len(entries) <= MOST_BUTTONS and not page.tabs:
        return longest <= BUTTON_LENGTH
    most = SHORT_LABEL if len(entries) > MOST_BUTTONS else BUTTON_LENGTH
    return longest <= most and page.count_lines() + count_lines(labels) <= MOST_LINES


def count_lines(labels: Sequence[str]) -> int:
    """Estimate how many lines these buttons fill on a phone."""
    lines, used = 0, LINE
    for label in labels:
        used += EDGE + len(label)
        if used > LINE:
            lines, used = lines + -(-max(1, len(label)) // LINE), len(label)
    return lines


def _make_buttons(entries: Sequence[Entry]) -> tuple[Option, ...]:
    return tuple(Option(join_labels(entry.path)[:BUTTON_LENGTH], entry.code, entry.sign) for entry in entries)


def _make_tabs(
    groups: Sequence[tuple[str, list[Entry]]],
    large: Sequence[int],
    known: tuple[int, ...],
    *,
    chosen: int | None = None,
) -> tuple[Tab, ...]:
    return tuple(
        Tab(
            _name(groups[index][0])[:BUTTON_LENGTH],
            _encode_branch(known, index),
            is_open=index == chosen,
            sign=_find_sign(groups[index][1]),
        )
        for index in large
    )


def _find_sign(entries: Sequence[Entry]) -> str:
    """Find the sign that all moves of a group share; "" if they differ."""
    signs = {entry.sign for entry in entries}
    return signs.pop() if len(signs) == 1 else ""


def _collect_codes(entries: Sequence[Entry]) -> frozenset[str]:
    return frozenset(entry.code for entry in entries)


def build_menus(entries: Sequence[Entry], branch: tuple[int, ...] = ()) -> tuple[Menu, ...]:
    """Build the menus for these moves. `branch`: the groups already chosen; an unknown branch counts as empty."""
    title, found, known = enter_branch(entries, branch)
    if len(found) <= MOST_OPTIONS:
        return (Menu(title, tuple(Option(_clip(join_labels(entry.path)), entry.code, entry.sign) for entry in found)),)
    groups = _group_by_label(found)
    if len(groups) == 1 and len(found[0].path) > 1:
        # A label that all moves share offers no choice.
        return build_menus(entries, (*known, 0))
    if len(groups) <= MOST_MENUS and all(len(members) <= MOST_OPTIONS for _, members in groups):
        return tuple(
            Menu(
                f"{title} {_name(label)}".strip(),
                tuple(
                    Option(_clip(join_labels(entry.path[1:]) or label), entry.code, entry.enter().sign)
                    for entry in members
                ),
            )
            for label, members in groups
        )
    options = [
        Option(
            _clip(_name(label)),
            members[0].code if len(members) == 1 else _encode_branch(known, index),
            _find_sign(members),
        )
        for index, (label, members) in enumerate(groups)
    ]
    return tuple(
        Menu(title, tuple(options[first : first + MOST_OPTIONS]))
        for first in range(0, min(len(options), MOST_OPTIONS * MOST_MENUS), MOST_OPTIONS)
    )


def enter_branch(entries: Sequence[Entry], branch: tuple[int, ...]) -> tuple[str, Sequence[Entry], tuple[int, ...]]:
    """Follow a branch: return its labels, the moves under it, and the branch. An unknown one counts as empty."""
    title, found = "", entries
    for index in branch:
        groups = _group_by_label(found)
        if index >= len(groups):
            return "", entries, ()
        label, members = groups[index]
        title = f"{title} {_name(label)}".strip()
        found = [entry.enter() for entry in members]
    return title, found, branch


def parse_branch(value: str) -> tuple[int, ...]:
    """Decode the branch that an option leads to."""
    return tuple(int(part) for part in value.removeprefix(BRANCH).split(".") if part.isdecimal())


def _encode_branch(branch: tuple[int, ...], index: int) -> str:
    return BRANCH + ".".join(map(str, (*branch, index)))


def _group_by_label(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.path[0], []).append(entry)
    return list(found.items())


def _name(label: str) -> str:
    """Remove the colon that marks a label as a group."""
    return label.removesuffix(GROUP).rstrip()


def _clip(label: str) -> str:
    return label if len(label) <= LABEL_LENGTH else label[: LABEL_LENGTH - 1] + "…"
