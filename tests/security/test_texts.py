"""Hostile names and texts: only intended mentions work, other markup has no effect, and no text gets longer or breaks
its line.

10,000 hostile names and texts through boards, cards, panels, votes and reasons. A small reader of
Discord's markup stands below; it errs on the side of seeing too much.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
from discord import ui
from msgspec import structs

from client import inbox
from client.board import board
from client.lobby import card, invitations
from client.replay import log
from client.votes import answers
from data import LogRow
from games.text import T
from matches import texts
from matches.match import Holder, Match, Proposal
from matches.texts import Texts, defuse, defuse_name
from tests.support.numbers import patience, times
from tests.support.wire.offline import LANGUAGES, check_message, list_playable, make_running_match, setup

NAMES = times(10_000, usual=300)

pytestmark = pytest.mark.timeout(patience(300))

MENTION = re.compile(r"<@[!&]?\d+>|<#\d+>|@everyone|@here|<id:\w+>|</[^>]*:\d+>|<@time|<t:-?\d+(?::\w)?>|<a?:\w+:\d+>")
MARKUP = re.compile(r"\*\*|__|~~|\|\||`|(?<!\w)[*_](?=\S)|\[[^\]\n]*\]\(\s*<?[a-z]+://|https?://|discord\.gg/")
BLOCK = re.compile(r"^\s*(?:#{1,3}|-#|>{1,3})\s", re.MULTILINE)
"""Markup that counts only at the beginning of a line, where names may stand but texts never do."""
REORDERING = re.compile("[\u202a-\u202e\u2066\u2067\u200e\u200f\u061c]")
INVISIBLE = re.compile("[\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u034f\u115f\u1160\u3164\uffa0]")

PIECES = (
    "@everyone", "@here", "<@1>", "<@!12345678901234567>", "<@&9>", "<#77>", "</docker new:5>", "<t:0:R>", "<:x:12345>",
    "<id:customize>", "**", "__", "~~", "||", "`", "```\n", "*a*", "_b_", "# ", "## ", "-# ", "> ", ">>> ", "- ", "1. ",
    "[click](https://evil.example)", "[a]", "(b)", "https://evil.example/x", "http://x.y", "discord.gg/abc",
    "\u202e", "\u2066", "\u2067", "\u202d", "\u200f", "\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u3164",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d",
    "\n", "\r\n", "\u2028", "\u2029", "\u0085", "\t", "\x00", "\x1b[31m", "\\", "{player}", "{0}", "%s", "${x}",
    "😀", "👨‍👩‍👧‍👦", "🇩🇪", "ﷺ", "עברית", "العربية", "中文", "Ж", "a", "Anna", " ", "  ",
    "𝕏", "\ud7ff", "\U000e0041", "ﬃ", "@\u200beveryone", "<@\u00ad1>", "＠everyone", "<＠1>", "*" * 40,
    "😀" * 32, "W" * 40, "&lt;@1&gt;", "\\*", "\\<@1>",
)  # fmt: skip


def hostile(number: int) -> Iterator[str]:
    drawn = random.Random("hostile")
    yield from PIECES
    for _ in range(number - len(PIECES)):
        yield "".join(drawn.choice(PIECES) for _ in range(drawn.randrange(1, 7)))


class Hole(AssertionError):
    """A name or a text had an effect."""


def check_harmless(said: str, *, where: str, line: bool) -> None:
    """Raise Hole if a person's text has any effect. `line`: it must stay in one line of 32 characters."""
    for kind, seen in (("mentions", MENTION), ("formats", MARKUP), ("reorders", REORDERING), ("hides", INVISIBLE)):
        if found := seen.search(said):
            raise Hole(f"{where} {kind}: {found[0]!r} in {said!r}")
    if line and BLOCK.search(said):
        raise Hole(f"{where} begins a block: {said!r}")
    if any(unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs") and char != "\n" for char in said):
        raise Hole(f"{where} has a control character: {said!r}")
    visible = said.replace("\u2068", "").replace("\u2069", "")
    if line and ("\n" in said or len(visible) > 32):
        raise Hole(f"{where} is too long or not one line: {said!r}")
    if said.count("\u2068") != said.count("\u2069"):
        raise Hole(f"{where} leaves its isolation open: {said!r}")


def list_meant(match: Match) -> set[str]:
    """List the mentions a message about a match may have."""
    found = {f"<@{holder.user_id}>" for holder in match.seats} | {f"<#{match.channel_id}>"}
    return found | {f"<#{match.card_channel_id}>"}


def check_said(match: Match, said: str, *, where: str) -> None:
    """Raise Hole if there is an unintended mention or link."""
    for found in MENTION.finditer(said):
        if found[0] not in list_meant(match) and not re.fullmatch(r"<t:-?\d+(?::\w)?>|</[a-z -]+:\d+>", found[0]):
            raise Hole(f"{where} mentions {found[0]!r}: {said!r}")
    for link in re.finditer(r"\[[^\]\n]*\]\(([^)\n]*://[^)\n]*)\)|(https?://\S+)", said):
        if not (link[1] or link[2]).startswith("https://discord.com/channels/"):
            raise Hole(f"{where} links {link[0]!r}")
    if REORDERING.search(said):
        raise Hole(f"{where} reorders: {said!r}")


def words(view: ui.LayoutView) -> str:
    """Return all text of a message, including markup."""
    found: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            found.extend(part[key] for key in ("content", "label", "description", "placeholder") if part.get(key))
            for each in part.values():
                walk(each)
        elif isinstance(part, list):
            for each in part:
                walk(each)

    walk(view.to_components())
    return "\n".join(found)


def check_names(number: int) -> int:
    """Check each name alone, then in the messages that contain names. Returns the number of messages."""
    spoken = Texts()
    count = 0
    games = [setup(name, 4, 1) for name in list_playable()]
    names = list(hostile(number))
    for index, name in enumerate(names):
        check_harmless(defuse_name(name), where="a name", line=True)
        check_harmless(defuse(name), where="a text", line=False)
        if index % 10:
            continue
        game, state, options = games[index // 10 % len(games)]
        match = make_running_match(game, state, 4, options, language=LANGUAGES[index % 4])
        others = [names[(index + step) % len(names)] for step in range(4)]
        match = structs.replace(
            match, seats=tuple(Holder(seat, 2**62 + seat, each) for seat, each in enumerate(others)), state=state
        )
        for view in messages(match, spoken, others[0]):
            check_said(match, words(view), where=game.name)
            check_message(view)
            count += 1
    return count


def messages(match: Match, spoken: Texts, written: str) -> Iterator[ui.LayoutView]:
    """Yield the messages that show names and texts of people to others."""
    say = spoken.say(match.language, match.cast())
    note = LogRow(1, "cancel", None, "", "[]", None, None, 2**62, 1.8e9, note=defuse(written)[:200])
    lobby = structs.replace(match, phase="lobby")
    yield card.build_card(lobby, say)
    yield invitations.build_invitation(lobby, (2**62,), say)
    yield log.build_page(match, (note,), -1, say)
    proposal = Proposal("substitute", 2**62 + 1, 0, 1, 1.8e9, name=written)
    yield _as_message(answers.describe_proposal(match, proposal, say))
    yield _as_message([say(line) for line in match.words.position(match.view(0), 0)])
    yield _as_message(board.describe_awaited(match, say))
    yield _as_message([say(T("{name} (invited)", name=written))])
    entry = inbox.Entry(match, tuple(defuse_name(holder.name) for holder in match.seats), True, None, 1)
    yield inbox.build_inbox([entry], {match.id: say}, say)


def _as_message(lines: list[str]) -> ui.LayoutView:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("\n".join(lines)[:4000] or "–"))
    return view


def test_hostile_names_and_texts() -> None:
    assert check_names(NAMES) > NAMES // 2


def test_the_markup_reader_agrees_with_discord() -> None:
    for piece in PIECES[:37]:
        if piece not in ("[a]", "(b)", "- ", "1. "):
            begun = BLOCK.match(f"{piece} ")
            with pytest.raises(Hole):
                check_harmless(f"{piece}y" if begun else f"x {piece}y", where="", line=True)


def test_nobody_is_pinged_unless_named() -> None:
    """The people to ping do not depend on the words of a message."""
    game, state, options = setup("docker", 2, 1)
    match = make_running_match(game, state, 2, options, language="en")
    allowed = board.allow_pings(match, [0]).to_dict()
    assert allowed.get("users") == [2**62]
    assert not {"everyone", "roles", "users"} & set(allowed.get("parse", ()))
    assert dict(discord.AllowedMentions.none().to_dict()) == {"parse": []}


def let_names_be(patch: pytest.MonkeyPatch) -> None:
    assert texts.defuse_name
    patch.setattr(texts, "defuse_name", lambda name: name)
    patch.setattr("tests.security.test_texts.defuse_name", lambda name: name)


def let_texts_be(patch: pytest.MonkeyPatch) -> None:
    assert texts.defuse
    patch.setattr(texts, "defuse", lambda text: text)
    patch.setattr("tests.security.test_texts.defuse", lambda text: text)


@pytest.mark.mutant
@pytest.mark.parametrize("mutant", [let_names_be, let_texts_be])
def test_a_name_with_an_effect_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(Hole):
        check_names(200)
