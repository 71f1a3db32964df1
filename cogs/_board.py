"""The public board: what the channel reads after every move."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ui

from cogs._films import Film
from cogs._ids import Id
from cogs._parts import attached, button, gallery, gallery_of, layout, rows, text
from cogs._pictures import Drawn
from data import LogRow
from games.core import Seat
from games.rng import commitment
from games.text import Join, N, Player, Say, T
from matches.match import Match, events_of

ACCENTS = (0xB5281F, 0xF4D35E, 0x1B998B, 0x1D4E89, 0x8FD3F4, 0x2B2B33)
"""The seat colours, as the stripe beside a message."""

_MOST_EVENTS = 24

_MADE_BY = {
    "auto": T("The only legal move, made without asking."),
    "stand_in": T("A computer player moved for somebody who is away."),
}


def board(
    match: Match, drawn: Drawn, log: Iterable[LogRow], say: Say, *, films: Iterable[Film] = ()
) -> tuple[ui.LayoutView, list[discord.File]]:
    """The message and its files, films first. `log`, `films`: what has happened since the last board."""
    alt = say(T("{game}: what has just happened, as a film.", game=match.words.TITLE))
    files = [attached(film.gif, film.name, alt) for film in films]
    files.append(attached(drawn.png, drawn.name, drawn.alt))
    return _around(gallery(files), match, log, say), files


def refreshed(match: Match, message: discord.Message, name: str, log: Iterable[LogRow], say: Say) -> ui.LayoutView:
    """The newest board with up-to-date words, around the picture `name` and the films it has already."""
    alt = say(T("{game}. {status}", game=match.words.TITLE, status=match.words.status(match.view(None))))
    return _around(gallery_of(message, {name: alt}), match, log, say)


def _around(pictures: ui.MediaGallery[ui.LayoutView], match: Match, log: Iterable[LogRow], say: Say) -> ui.LayoutView:
    return layout(text(*_lines(match, log, say)), pictures, *rows(_buttons(match, say)), accent=_accent(match))


def summary(match: Match, log: Iterable[LogRow], say: Say) -> list[str]:
    """What happened, in words: one line an event."""
    lines: list[str] = []
    view = match.view(None)
    for row in log:
        if row.kind == "resign" and row.seat is not None:
            lines.append(say(T("{player} has resigned.", player=Player(row.seat))))
        elif row.kind == "cancel":
            lines.append(say(T("The match was called off.")))
        for event in events_of(match.game, row):
            sentence = match.words.event(view, event)
            if sentence is not None:
                lines.append(say(sentence))
        if row.made_by in _MADE_BY and row.seat is not None:
            lines.append("-# " + say(_MADE_BY[row.made_by]))
    return lines[-_MOST_EVENTS:]


def awaited(match: Match, say: Say) -> list[str]:
    """Who must act, each with a mention, and what is asked of them."""
    view = match.view(None)
    waiting = match.awaited
    if len(waiting) == 1:
        row = waiting[0]
        prompt = say(match.words.prompt(view, row.seat))
        called = say(T("{player}, it is your turn.", player=Player(row.seat)))
        return [f"<@{row.user_id}> **{called}** {prompt}"]
    return [f"<@{row.user_id}> {say(match.words.prompt(view, row.seat))}" for row in waiting]


def mentioned(match: Match) -> discord.AllowedMentions:
    """The only people a board pings: those somebody is waiting for."""
    people = [discord.Object(row.user_id) for row in match.awaited if row.user_id is not None]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def result(match: Match, say: Say) -> list[str]:
    """Who has won, and in which order the others follow."""
    outcome = match.outcome
    if outcome is None:
        return []
    winners = Join(tuple(Player(seat) for seat in outcome.winners))
    if len(outcome.ranking) == 1:
        drawn = say(T("A draw between {players}.", players=winners))
        lines = [f"**{drawn}**"]
    else:
        won = say(N("{winners} wins!", "{winners} win!", len(outcome.winners), winners=winners))
        lines = [f"## {won}"]
    place = 1 + len(outcome.winners)
    for group in outcome.ranking[1:]:
        players = say(T("{players}", players=Join(tuple(Player(seat) for seat in group))))
        lines.append(f"{place}. {players}")
        place += len(group)
    if outcome.scores is not None:
        scores = ", ".join(
            say(N("{player}: {count} point", "{player}: {count} points", score, player=Player(seat)))
            for seat, score in enumerate(outcome.scores)
        )
        lines.append(scores)
    return lines


def _lines(match: Match, log: Iterable[LogRow], say: Say) -> list[str]:
    title = f"### {say(match.words.TITLE)}"
    lines = [title, *summary(match, log, say)]
    row = match.row
    if row.phase == "running":
        lines += awaited(match, say)
        if row.seq == 0:
            lines.append("-# " + say(T("Sealed dice and shuffles: {hash}", hash=commitment(row.secret))))
    elif row.phase == "finished":
        lines += result(match, say)
    if row.phase in ("finished", "cancelled"):
        lines.append("-# " + say(T("The seal is open: {secret}. Check it with /verify.", secret=row.secret.hex())))
    return lines


def _buttons(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    match_id = match.row.id
    if match.row.phase != "running":
        return [button(say(T("Position in words")), Id("words", match_id))]
    return [
        play_button(match, say),
        button(say(T("Position in words")), Id("words", match_id)),
        button(say(T("Rules")), Id("rules", match_id, rest=f"{match.row.game}.0")),
        button(say(T("Resign")), Id("resign", match_id)),
    ]


def play_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Opens the panel of whoever presses it."""
    label = T("My hand") if match.game.hidden else T("Play")
    return button(say(label), Id("play", match.row.id), style=discord.ButtonStyle.primary)


def _accent(match: Match) -> int | None:
    seat: Seat | None = next(iter(match.to_act), None)
    outcome = match.outcome
    if outcome is not None:
        seat = outcome.winners[0]
    if seat is None or seat < 0:
        return None
    return ACCENTS[match.cast()[seat].colours[0]]
