"""The screens of `/help`: what this bot can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ui
from msgspec import Struct

from client.commands.pages import Page
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.links import make_link_buttons
from client.core.visit import Visit
from client.help.about import show_about, show_status
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, rows, switch, text
from client.server.doctor import show_doctor
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
            T("Everybody joins on the match card. Its host gets a panel to invite people, add computers, and start."),
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
        (("me", T("stop your clocks while you are away; language, quiet hours, how pictures look")),),
    ),
    "people": Topic(
        T("Find people"),
        (T("To invite somebody, open the menu of their name, then *Apps*, then *Invite to a match*."),),
        (
            ("lobbies", T("join a lobby, find people for a match, share a table with another server")),
            ("league", T("seasons with divisions and tables")),
        ),
    ),
    "more": Topic(
        T("Look back"),
        (T("For somebody else's stats, open the menu of their name, then *Apps*, then *Stats*."),),
        (
            (
                "match",
                T("what has happened, step by step or as a film; where it was decided; whether the dice were fair"),
            ),
            ("me", T("your stats, this server's best, your matches as files, and what is kept about you")),
        ),
    ),
    "server": Topic(
        T("For the server"),
        (T("For server managers. Nothing has to be set up before you play."),),
        (
            ("server", T("games, channels, pace, limits, language; help a match that is stuck")),
            ("turns", T("continue one of your matches in another channel")),
        ),
    ),
}
"""The screens of `/help`, by the names in their buttons; the first one is shown first."""


PAGES: Final[Mapping[str, Page]] = {
    "about": Page(T("About"), show_about),
    "status": Page(T("Status"), show_status),
    "doctor": Page(T("Check permissions"), show_doctor),
}
"""What `/help show:` shows at once, by the actions of the buttons."""


@action("about", "private")
@action("status", "private")
@action("doctor", "private")
async def open_page(visit: Visit) -> None:
    """Handle the button of a page."""
    await PAGES[visit.id.action].show(visit)


def describe_topic(bot: Slowboat, language: str, topic: str) -> list[str]:
    """List the lines of a screen of `/help`."""
    # No text inside an f-string: the catalogues' extractor does not look there.
    say = bot.texts.say(language)
    shown = TOPICS[topic]
    lines = [f"### {say(shown.title)}"]
    if topic == "open":
        lines = ["## Slowboat", say(T("Tabletop games with friends, a move whenever you have a minute.")), *lines]
    lines += [say(each) for each in shown.sentences]
    return lines + [f"• {bot.mention(command, language)} {say(what)}" for command, what in shown.commands]


def build_help_screen(bot: Slowboat, language: str, topic: str) -> ui.LayoutView:
    """Build a screen of `/help`, with buttons to the others and links."""
    say = bot.texts.say(language)
    buttons = [switch(say(each.title), Id("help", rest=name), on=name == topic) for name, each in TOPICS.items()]
    pages = [button(say(page.name), Id(name)) for name, page in PAGES.items()]
    links = make_link_buttons(bot, say)
    return layout(text(*describe_topic(bot, language, topic)), *rows(buttons), *rows([*pages, *links]))


@action("help", "update")
async def show_topic(visit: Visit) -> None:
    """Show another topic of `/help`."""
    topic = visit.id.rest
    if topic not in TOPICS:
        raise make_old_button_error()
    view = build_help_screen(visit.bot, visit.language, topic)
    await visit.answer(view)


async def show_help(visit: Visit, show: str | None) -> None:
    """Show the first screen, or a page beside the screens (`/help`)."""
    if show is not None and show in PAGES:
        await PAGES[show].show(visit)
        return
    view = build_help_screen(visit.bot, visit.language, next(iter(TOPICS)))
    await visit.answer(view)
