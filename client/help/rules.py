"""The pages of the rules of a game (`/rules`), with pictures."""

from __future__ import annotations

import discord
from discord import ui
from msgspec import Struct

import games
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.parts import button, layout, picture, rows, text
from client.pictures.painter import Painter
from games.colours import COLOURS
from games.text import T
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
    cast = [Persona("", (colour,)) for colour in range(len(COLOURS))]
    say = painter.texts.say(language, cast)
    lines = [f"## {say(words.TITLE)} · {say(page.title)}", *map(say, page.paragraphs)]
    items: list[ui.Item[ui.LayoutView]] = [text(*lines)]
    files: tuple[discord.File, ...] = ()
    if page.position:
        view = rules.view(rules.read(page.position), None)
        drawn = await painter.draw_rules(game, number, view, language, cast)
        gallery, file = picture(drawn.data, drawn.name, drawn.alt)
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
async def open_rules(visit: Visit) -> None:
    """Open the rules from a lobby card or board."""
    await _show(visit)


@action("page", "update")
async def turn_page(visit: Visit) -> None:
    await _show(visit)


async def _show(visit: Visit) -> None:
    game, number, *_ = (*visit.id.rest.split("."), "0")
    page = await build_rules_page(visit.bot.painter, visit.language, game, int(number) if number.isdecimal() else 0)
    await visit.answer(page.view, files=list(page.files))


async def show_rules(visit: Visit, game: str | None) -> None:
    """Show the first page of the rules of a game; by default, of the one played in the channel."""
    if game is None:
        match = await visit.find_match()
        game = match.game_name if match else visit.bot.list_playable()[0]
    page = await build_rules_page(visit.bot.painter, visit.language, game, 0)
    await visit.answer(page.view, files=list(page.files))
