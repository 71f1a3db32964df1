"""`/rules` and `/help`: how the games go, and what this bot can do."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.ext import commands
from msgspec import Struct

import games
from cogs._controls import Press, action
from cogs._ids import Id
from cogs._parts import button, layout, picture, rows, text
from cogs._translator import named, told
from games.text import Say, T
from matches.texts import Persona, Texts
from matches.trouble import Trouble
from rendering import renderer

if TYPE_CHECKING:
    from cogs._bot import Slowboat


class Page(Struct, frozen=True):
    view: ui.LayoutView
    files: tuple[discord.File, ...]


async def rules_page(texts: Texts, language: str, game: str, number: int) -> Page:
    """One page of a game's rules, with its picture and the buttons to turn the page."""
    rules, words = games.load(game), games.words(game)
    pages = words.rules()
    number = max(0, min(number, len(pages) - 1))
    page = pages[number]
    say = texts.say(language, [Persona("", (colour,)) for colour in range(6)])
    lines = [f"## {say(words.TITLE)} · {say(page.title)}", *map(say, page.paragraphs)]
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    files: tuple[discord.File, ...] = ()
    if page.position:
        view = rules.view(rules.read(page.position), None)
        png = await asyncio.to_thread(lambda: renderer(game).draw(view, say=say).png())
        gallery, file = picture(png, f"{game}-rules-{number}.png", say(words.status(view)))
        items.append(gallery)
        files = (file,)
    buttons = [
        button("◀", Id("page", rest=f"{game}.{number - 1}"), disabled=number == 0),
        button(f"{number + 1} / {len(pages)}", Id("page", rest=f"{game}.{number}.here"), disabled=True),
        button("▶", Id("page", rest=f"{game}.{number + 1}"), disabled=number == len(pages) - 1),
    ]
    return Page(layout(*items, *rows(buttons)), files)


@action("rules", "private")
async def open_rules(press: Press) -> None:
    """*Rules* on a lobby card or board."""
    await _show(press)


@action("page", "update")
async def turn_page(press: Press) -> None:
    await _show(press)


async def _show(press: Press) -> None:
    game, number, *_ = (*press.id.rest.split("."), "0")
    if game not in games.names():
        raise Trouble(T("This button is from another version of me. Use /board to see how things stand."))
    bot = press.bot
    page = await rules_page(bot.texts, bot.language(press.interaction), game, int(number) if number.isdigit() else 0)
    await press.interaction.edit_original_response(view=page.view, attachments=list(page.files))


def _rules_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    texts = bot.texts
    offered = bot.playable()

    async def rules(interaction: discord.Interaction, game: str | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if game is None:
            match = await bot.find_match(interaction)
            game = match.row.game if match else offered[0]
        page = await rules_page(texts, bot.language(interaction), game, 0)
        await interaction.edit_original_response(view=page.view, attachments=list(page.files))

    app_commands.describe(game=told(T("The game; left out, the one played in this channel"), texts))(rules)
    app_commands.rename(game=named("game"))(rules)
    choices = [app_commands.Choice(name=told(games.words(name).TITLE, texts), value=name) for name in offered]
    app_commands.choices(game=choices)(rules)
    return app_commands.Command(name=named("rules"), description=told(T("How a game is played"), texts), callback=rules)


def help_lines(bot: Slowboat, say: Say) -> list[str]:
    """What `/help` says: one screen."""
    # No text inside an f-string: the catalogues' extractor does not look there.
    begin, turn, more = say(T("Open a match")), say(T("Your turn")), say(T("Good to know"))
    lines = [
        "## Slowboat",
        say(T("Tabletop games with friends, a move whenever you have a minute. Nothing is lost if it takes days.")),
        f"**{begin}**",
    ]
    for name in bot.playable():
        words = games.words(name)
        lines.append(f"• {bot.mention(f'{games.load(name).command} new')} · **{say(words.TITLE)}**: {say(words.PITCH)}")
    lines += [
        f"**{turn}**",
        say(T("Press Play under the board, pick a move, look at the preview, press Confirm. That is all.")),
        f"**{more}**",
        f"• {bot.mention('board')} · " + say(T("how things stand, as a picture or in words, to you alone")),
        f"• {bot.mention('rules')} · " + say(T("how a game is played")),
        f"• {bot.mention('verify')} · " + say(T("check that dice and shuffles were fair")),
    ]
    return lines


def _help_command(bot: Slowboat) -> app_commands.Command[commands.Cog, ..., None]:
    async def help_(interaction: discord.Interaction) -> None:
        view = layout(text(*help_lines(bot, bot.say(interaction))))
        await interaction.response.send_message(view=view, ephemeral=True)

    description = told(T("What I can do, on one screen"), bot.texts)
    return app_commands.Command(name=named("help"), description=description, callback=help_)


class Guide(commands.Cog):
    """Holds `/rules` and `/help`."""


async def setup(bot: Slowboat) -> None:
    await bot.add_cog(Guide())
    bot.tree.add_command(_rules_command(bot))
    bot.tree.add_command(_help_command(bot))
