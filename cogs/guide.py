"""`/rules`, `/learn`, `/puzzle` and `/help`: how the games are played, and what this bot can do."""

from __future__ import annotations

import discord
from discord import app_commands, ui
from discord.ext import commands
from msgspec import Struct

import games
from client.commands.translator import EVERYWHERE, list_choices, translate_name, translate_text
from client.core.bot import Slowboat
from client.core.controls import Press, action
from client.core.links import make_link_buttons
from client.help.lesson import open_lesson
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.pictures.painter import Painter
from client.puzzles.daily import make_puzzle_command
from games.lesson import list_taught
from games.text import T, Text
from matches.errors import make_old_button_error
from matches.texts import Persona


class Page(Struct, frozen=True):
    view: ui.LayoutView
    files: tuple[discord.File, ...]


async def build_rules_page(painter: Painter, language: str, game: str, number: int) -> Page:
    """Build a page of a game's rules, with its picture and buttons to turn the page."""
    if game not in games.names():
        raise make_old_button_error()
    rules, words = games.load(game), games.words(game)
    pages = words.rules()
    number = max(0, min(number, len(pages) - 1))
    page = pages[number]
    cast = [Persona("", (colour,)) for colour in range(6)]
    say = painter.texts.say(language, cast)
    lines = [f"## {say(words.TITLE)} · {say(page.title)}", *map(say, page.paragraphs)]
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    files: tuple[discord.File, ...] = ()
    if page.position:
        view = rules.view(rules.read(page.position), None)
        drawn = await painter.draw_rules(game, number, view, language, cast)
        gallery, file = picture(drawn.png, drawn.name, drawn.alt)
        items.append(gallery)
        files = (file,)
    buttons = [
        button("◀", Id("page", rest=f"{game}.{number - 1}"), disabled=number == 0),
        button(f"{number + 1} / {len(pages)}", Id("page", rest=f"{game}.{number}.here"), disabled=True),
        button("▶", Id("page", rest=f"{game}.{number + 1}"), disabled=number == len(pages) - 1),
    ]
    if games.words(game).lesson() is not None:
        buttons.append(button(say(T("Learn by playing")), Id("learn", rest=game), style=discord.ButtonStyle.primary))
    return Page(layout(*items, *rows(buttons)), files)


@action("rules", "private")
async def open_rules(press: Press) -> None:
    """Open the rules from a lobby card or board."""
    await _show(press)


@action("page", "update")
async def turn_page(press: Press) -> None:
    await _show(press)


async def _show(press: Press) -> None:
    game, number, *_ = (*press.id.rest.split("."), "0")
    bot = press.bot
    page = await build_rules_page(
        bot.painter, bot.language(press.interaction), game, int(number) if number.isdecimal() else 0
    )
    await press.interaction.edit_original_response(view=page.view, attachments=list(page.files))


def _make_rules_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    texts = bot.texts
    offered = bot.list_playable()

    async def rules(interaction: discord.Interaction, game: str | None = None) -> None:
        if game is None:
            match = await bot.find_match(interaction)
            game = match.game_name if match else offered[0]
        page = await build_rules_page(bot.painter, bot.language(interaction), game, 0)
        await interaction.edit_original_response(view=page.view, attachments=list(page.files))

    app_commands.describe(game=translate_text(T("The game; by default, the one played in this channel"), texts))(rules)
    app_commands.rename(game=translate_name("game"))(rules)
    app_commands.choices(game=list_choices({name: games.words(name).TITLE for name in offered}, texts))(rules)
    return app_commands.Command(
        name=translate_name("rules"),
        description=translate_text(T("How a game is played"), texts),
        callback=rules,
        allowed_contexts=EVERYWHERE,
    )


def _make_learn_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    texts = bot.texts
    taught = list_taught(bot.list_playable())

    async def learn(interaction: discord.Interaction, game: str) -> None:
        await open_lesson(bot, interaction, game)

    app_commands.describe(game=translate_text(T("The game to learn"), texts))(learn)
    app_commands.rename(game=translate_name("game"))(learn)
    app_commands.choices(game=list_choices({name: games.words(name).TITLE for name in taught}, texts))(learn)
    description = translate_text(T("Learn a game in five minutes, by playing in private"), texts)
    return app_commands.Command(
        name=translate_name("learn"), description=description, callback=learn, allowed_contexts=EVERYWHERE
    )


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


def describe_topic(bot: Slowboat, language: str, topic: str) -> list[str]:
    """List the lines of a screen of `/help`: no more than a phone shows at once."""
    # No text inside an f-string: the catalogues' extractor does not look there.
    say = bot.texts.say(language)
    shown = TOPICS[topic]
    lines = ["## Slowboat"] if topic == "open" else []
    if topic == "open":
        lines.append(say(T("Tabletop games with friends, a move whenever you have a minute.")))
    lines.append(f"### {say(shown.title)}")
    for name in bot.list_playable() if topic == "open" else ():
        words = games.words(name)
        new = bot.mention(f"{games.load(name).command} new", language)
        lines.append(f"• {new} · {say(words.PITCH)}")
    lines += map(say, shown.sentences)
    lines += [f"• {bot.mention(command, language)} {say(what)}" for command, what in shown.commands]
    return lines


def build_help_screen(bot: Slowboat, language: str, topic: str) -> ui.LayoutView:
    """Build a screen of `/help`, with buttons to the others and links."""
    say = bot.texts.say(language)
    buttons = [button(say(each.title), Id("help", rest=name), disabled=name == topic) for name, each in TOPICS.items()]
    return layout(text(*describe_topic(bot, language, topic)), *rows(buttons), *rows(make_link_buttons(bot, say)))


@action("help", "update")
async def show_topic(press: Press) -> None:
    """Show another topic of `/help`."""
    bot, topic = press.bot, press.id.rest
    if topic not in TOPICS:
        raise make_old_button_error()
    view = build_help_screen(bot, bot.language(press.interaction), topic)
    await press.interaction.edit_original_response(view=view)


def _make_help_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def help_(interaction: discord.Interaction) -> None:
        view = build_help_screen(bot, bot.language(interaction), next(iter(TOPICS)))
        await interaction.edit_original_response(view=view)

    description = translate_text(T("What I can do, and where to begin"), bot.texts)
    return app_commands.Command(
        name=translate_name("help"), description=description, callback=help_, allowed_contexts=EVERYWHERE
    )


class Guide(commands.Cog):
    """Offer `/rules`, `/learn`, `/puzzle` and `/help`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Guide())
    bot.tree.add_command(_make_rules_command(bot))
    if list_taught(bot.list_playable()):
        bot.tree.add_command(_make_learn_command(bot))
    bot.tree.add_command(make_puzzle_command(bot))
    bot.tree.add_command(_make_help_command(bot))
