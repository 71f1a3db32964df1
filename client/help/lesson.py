"""Guide a newcomer through a first match, in private: a step at a time, with buttons for a few moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import structs

import games
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.menus import join_labels
from client.messages.parts import button, layout, picture, rows, text
from games.coaching import list_wishes
from games.core import Seat
from games.lesson import Choice, Lesson, Step, judge, list_taught, play_step, set_up_step
from games.text import T, Text
from matches.errors import UserError, make_old_button_error
from matches.machines.offload import run_rules
from matches.people.preferences import Person
from matches.texts import Persona

ACTION = "lesson"
"""The action of every button of a lesson; the rest of its id is game, step and choice ("": show the step)."""


async def open_lesson(visit: Visit, name: str) -> None:
    """Show the step that a person has reached."""
    lesson = _require_lesson(visit.bot, name)
    person = await visit.bot.preferences.load(visit.user_id)
    reached = person.lessons.get(name, 0)
    resumed = 0 < reached < len(lesson.steps)
    await _show_step(visit, name, lesson, reached if resumed else 0, resumed=resumed)


@action("learn", "private")
async def open_from_rules(visit: Visit) -> None:
    """Handle *Learn by playing* under the rules: open the lesson of the game."""
    await open_lesson(visit, visit.id.rest)


@action(ACTION, "update")
async def answer_choice(visit: Visit) -> None:
    """Say whether the chosen move was right; if so, go on to the next step."""
    name, step, choice = (*visit.id.rest.split("."), "", "")[:3]
    lesson = _require_lesson(visit.bot, name)
    number = int(step) if step.isdecimal() else -1
    if number not in range(len(lesson.steps)):
        raise make_old_button_error()
    current = lesson.steps[number]
    if choice == "":
        await _save_progress(visit, name, number)
        await _show_step(visit, name, lesson, number)
        return
    if not choice.isdecimal() or int(choice) >= len(current.choices):
        raise make_old_button_error()
    chosen = current.choices[int(choice)]
    why_not = await run_rules(games.load(name), lambda: judge(name, current, chosen))
    if why_not is not None:
        await _show_step(visit, name, lesson, number, told=why_not, tried=chosen)
    elif number + 1 < len(lesson.steps):
        await _save_progress(visit, name, number + 1)
        await _show_step(visit, name, lesson, number + 1, told=current.praise)
    else:
        await _save_progress(visit, name, 0)
        await _show_ending(visit, name, lesson, code=chosen.code)


def _require_lesson(bot: Slowboat, name: str) -> Lesson:
    lesson = games.words(name).lesson() if name in bot.list_playable() else None
    if lesson is None:
        raise UserError(T("This game has no lesson. Read the rules with /rules."))
    return lesson


async def _save_progress(visit: Visit, name: str, done: int) -> None:
    """Store how many steps a person has done, so that `/learn` continues there."""

    def note(person: Person) -> Person:
        others = {game: steps for game, steps in person.lessons.items() if game != name}
        return structs.replace(person, lessons={**others, name: done} if done else others)

    await visit.bot.preferences.change(visit.user_id, note)


def _make_cast(name: str, lesson: Lesson) -> tuple[Persona, ...]:
    """Return the cast of a lesson: players without names, in the colours of their seats."""
    game = games.load(name)
    return tuple(Persona("", colours) for colours in game.colours(lesson.seats, game.options_type()))


async def _show_step(
    visit: Visit,
    name: str,
    lesson: Lesson,
    number: int,
    *,
    told: Text | None = None,
    tried: Choice | None = None,
    resumed: bool = False,
) -> None:
    """Show a step: the comment on the last choice, the task, the board, and the choices.

    `told`: what to say about the last choice. `tried`: that choice, if it was wrong; a legal one is shown on the board.
    `resumed`: offer to begin again.
    """
    step, game, words = lesson.steps[number], games.load(name), games.words(name)
    language, cast = visit.language, _make_cast(name, lesson)
    say = visit.bot.texts.say(language, cast)
    state, seat = await run_rules(game, lambda: set_up_step(game, step))
    view = game.view(state, seat)
    found = await run_rules(game, lambda: game.legal_moves(state, seat))
    legal = {move.code: move for move in found}
    ghost = legal.get(tried.code) if tried is not None else None
    kinds = {type(legal[choice.code]) for choice in step.choices if choice.code in legal}
    moves = [move for move in found if type(move) in kinds] if ghost is None else []
    drawn = await visit.bot.painter.draw_lesson(
        name, language, cast, view=view, seat=seat, moves=moves, ghost=ghost, look=visit.look
    )
    lines = [f"### {say(words.TITLE)} · {number + 1}/{len(lesson.steps)}"]
    lines += [f"{'✓' if tried is None else '✗'} {say(told)}"] if told is not None else []
    lines.append(f"**{say(step.task)}**")
    buttons: list[ui.Button[ui.LayoutView]] = []
    signs = await _find_signs(visit.bot, name, step, view, seat)
    for index, (choice, sign) in enumerate(zip(step.choices, signs, strict=True)):
        path = (choice.label,) if choice.label is not None else words.menu(view, seat, legal[choice.code])
        pressed = Id(ACTION, rest=f"{name}.{number}.{index}")
        label = join_labels(list(map(say, path)))
        buttons.append(button(label, pressed, style=discord.ButtonStyle.primary, emoji=sign))
    again = [button(say(T("From the beginning")), Id(ACTION, rest=f"{name}.0"))] if resumed else []
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    message = layout(text(*lines), shown, *rows(buttons), *rows(again))
    await visit.bot.signs.show(visit.interaction, message, file)


async def _find_signs(
    bot: Slowboat, name: str, step: Step, view: Any, seat: Seat
) -> Sequence[discord.PartialEmoji | None]:
    """Find the signs of a step's choices. If one choice has no sign, show none, because it would stand out."""
    game, words, known = games.load(name), games.words(name), bot.signs.find(name)
    wishes = await run_rules(game, lambda: (*list_wishes(game, view, seat), *game.legal_moves(view, seat)))
    moves = {move.code: move for move in wishes}
    if any(choice.code not in moves for choice in step.choices):
        return [None] * len(step.choices)
    named = [(*words.signs(view, seat, moves[choice.code]), "")[0] for choice in step.choices]
    return [known.get(sign) for sign in named] if all(named) else [None] * len(named)


async def _show_ending(visit: Visit, name: str, lesson: Lesson, *, code: str) -> None:
    """Show the position after the last move, `code`, and offer a real match."""
    game, language, cast = games.load(name), visit.language, _make_cast(name, lesson)
    say = visit.bot.texts.say(language, cast)
    view = game.view(await run_rules(game, lambda: play_step(game, lesson.steps[-1], code)), 0)
    drawn = await visit.bot.painter.draw_lesson(name, language, cast, view=view, seat=0, look=visit.look)
    farewell = say(T("You know how to play. The rest is in /rules."))
    lines = [f"### {say(games.words(name).TITLE)}", f"✓ {say(lesson.steps[-1].praise)}", f"**{farewell}**"]
    buttons = [button(say(T("Open a match")), Id("open_game", rest=name), style=discord.ButtonStyle.success)]
    buttons.append(button(say(T("From the beginning")), Id(ACTION, rest=f"{name}.0")))
    shown, file = picture(drawn.data, drawn.name, drawn.alt)
    await visit.answer(layout(text(*lines), shown, *rows(buttons)), files=[file])


def list_lessons(bot: Slowboat) -> Mapping[str, Text]:
    """List the games that have a lesson, as choices."""
    return {name: games.words(name).TITLE for name in list_taught(bot.list_playable())}
