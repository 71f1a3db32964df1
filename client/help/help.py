"""The screens of `/help`: what this bot can do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from discord import ui
from msgspec import Struct

import games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.links import make_link_buttons
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, text
from games.text import T, Text
from matches.errors import make_old_button_error


class Topic(Struct, frozen=True):
    """A screen of `/help`: the label of its button, sentences, and commands with their purpose."""

    title: Text
    sentences: tuple[Text, ...] = ()
    commands: tuple[tuple[str, Text], ...] = ()


TOPICS: dict[str, Topic] = {
    "open": Topic(
        T("Open a match"),
        (
            T("The match card has buttons to join, to invite people, to add computer players and to set the pace."),
            T("In our direct messages you play against the computer, and nobody watches."),
        ),
        (("play", T("start a game with its usual rules")),),
    ),
    "turn": Topic(
        T("Your turn"),
        (
            T("Press Play under the board, pick a move, look at the preview, press Confirm. That is all."),
            T("Press More under the board to take back a turn, pause, end the match, resign or change channels."),
        ),
        (
            ("turns", T("your matches, and the next one waiting for you")),
            ("board", T("the current position")),
            ("rules", T("how it is played")),
            ("learn", T("a first match in private, in five minutes")),
            ("puzzle", T("a puzzle every day")),
            ("demo", T("computer players show a game")),
        ),
    ),
    "time": Topic(
        T("Time"),
        (
            T("The match card shows how much time you have for a turn. Move at any time until then."),
            T("You are pinged when it is your turn: never in your quiet hours, and at most three times a turn."),
            T('When your time is up, a stand-in usually moves for you and plays on until you press "I\'m back".'),
        ),
        (
            ("away", T("stop your clocks for some days")),
            ("me", T("language, quiet hours, how pictures look")),
        ),
    ),
    "people": Topic(
        T("Find people"),
        (T("To invite somebody, open the menu of their name, then *Apps*, then *Invite to a match*."),),
        (
            ("lobbies", T("lobbies of this server that you can join")),
            ("looking", T("find people for a match")),
            ("link", T("share a table with another server")),
            ("league", T("seasons with divisions and tables")),
        ),
    ),
    "more": Topic(
        T("Look back"),
        commands=(
            ("log", T("what has happened")),
            ("replay", T("step by step")),
            ("analyse", T("where a finished match was decided")),
            ("stats", T("your stats and rating, or somebody else's")),
            ("hall", T("this server's best players of a game")),
            ("export", T("your matches as files")),
            ("verify", T("whether the dice were fair")),
            ("status", T("whether everything works")),
            ("report", T("when something is wrong")),
            ("privacy", T("what is kept about you")),
        ),
    ),
    "server": Topic(
        T("For the server"),
        (T("For server managers. Nothing has to be set up before you play."),),
        (
            ("settings", T("games, channels, pace, limits, language")),
            ("manage", T("help a match that is stuck")),
            ("move-here", T("continue in another channel")),
            ("doctor", T("check my permissions in this channel")),
        ),
    ),
}
"""The screens of `/help`, by the names in their buttons; the first one is shown first."""


PHONE: Final = 40, 24
"""Characters a line and lines of text that a phone 390 pixels wide shows at once, with room for the buttons."""

_MENTION: Final = re.compile(r"<(/[^:]+):\d+>")
"""A command as Discord is told; people see only its name."""


def fits_on_a_phone(lines: Iterable[str]) -> bool:
    """Tell whether a phone shows all lines at once."""
    width, most = PHONE
    return sum(-(-len(_MENTION.sub(r"\1", line)) // width) for line in lines) <= most


def describe_topic(bot: Slowboat, language: str, topic: str) -> list[str]:
    """List the lines of a screen of `/help`: no more than a phone shows at once, so the games have no pitches if there
    are many."""
    # No text inside an f-string: the catalogues' extractor does not look there.
    say = bot.texts.say(language)
    shown = TOPICS[topic]
    lines = ["## Slowboat"] if topic == "open" else []
    if topic == "open":
        lines.append(say(T("Tabletop games with friends, a move whenever you have a minute.")))
    lines.append(f"### {say(shown.title)}")
    names = bot.list_playable() if topic == "open" else ()
    offered = [bot.mention(f"{games.load(name).command} new", language) for name in names]
    pitched = [f"• {new} · {say(games.words(name).PITCH)}" for name, new in zip(names, offered, strict=True)]
    others = [say(each) for each in shown.sentences]
    others += [f"• {bot.mention(command, language)} {say(what)}" for command, what in shown.commands]
    if fits_on_a_phone([*lines, *pitched, *others]):
        return [*lines, *pitched, *others]
    return [*lines, " · ".join(offered), *others]


def build_help_screen(bot: Slowboat, language: str, topic: str) -> ui.LayoutView:
    """Build a screen of `/help`, with buttons to the others and links."""
    say = bot.texts.say(language)
    buttons = [button(say(each.title), Id("help", rest=name), disabled=name == topic) for name, each in TOPICS.items()]
    return layout(text(*describe_topic(bot, language, topic)), *rows(buttons), *rows(make_link_buttons(bot, say)))


@action("help", "update")
async def show_topic(visit: Visit) -> None:
    """Show another topic of `/help`."""
    topic = visit.id.rest
    if topic not in TOPICS:
        raise make_old_button_error()
    view = build_help_screen(visit.bot, visit.language, topic)
    await visit.answer(view)


async def show_help(visit: Visit) -> None:
    """Show the first screen."""
    view = build_help_screen(visit.bot, visit.language, next(iter(TOPICS)))
    await visit.answer(view)
