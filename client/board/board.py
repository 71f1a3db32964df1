"""Build the public board that the channel sees after every move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import discord
from discord import ui
from msgspec import Struct

from client.messages.clocks import find_time_limit
from client.messages.crowd_text import (
    describe_agreements,
    describe_scores,
    describe_vote,
    make_guess_button,
    make_learn_button,
    make_vote_button,
)
from client.messages.custom_ids import Id
from client.messages.log_text import (
    END_ROOM,
    Tale,
    describe_result,
    describe_standing,
    describe_tale,
    quote_rivals,
    tell_story,
)
from client.messages.parts import (
    MOST_TEXT,
    KeptFile,
    Media,
    Row,
    attach_file,
    button,
    fit_lines,
    gallery,
    layout,
    make_passing_text,
    media,
    rows,
    text,
)
from client.messages.pause_text import (
    describe_absent,
    describe_live,
    describe_pause,
    make_live_buttons,
    make_skip_buttons,
)
from client.messages.turn_text import describe_held, describe_turn
from client.pictures.films import Film, make_film_button, make_share_button
from client.pictures.painter import Drawn, list_board_names
from games.colours import COLOURS
from games.core import Seat
from games.rng import SHOWN_DIGITS, compute_commitment
from games.text import Colour, Moment, Player, Say, T
from matches.clocks.clocks import Outages
from matches.clocks.liveliness import is_live
from matches.guesses import NOBODY, Audience
from matches.machines.demo import is_demo
from matches.match import Match
from matches.rows import LogRow

DEMONSTRATION: Final = T("A demonstration: lively at first, then a turn a minute. Anybody may take a seat at any time.")

YOUR_TURN: Final = T("That was a demonstration. Now you: alone against the computer, or with friends.")


_MOST_PLACES: Final = 4
"""The most lines of a result that stand below each other; a longer one is small print, so that a phone shows it all."""


class Bare(Struct, frozen=True):
    """What stays on a superseded board: its lasting words, films and picture.

    `stacked`: the first picture has the full width, the others stand below it. `kept`: the ids of its attachments;
    empty for boards of earlier versions and boards found after a crash.
    """

    words: str
    shown: tuple[Media, ...]
    accent: int | None
    kept: tuple[int, ...] = ()
    stacked: bool = False

    def list_kept(self) -> list[KeptFile]:
        """List the files of the message, to keep them in an edit; none if they are unknown."""
        if len(self.kept) != len(self.shown):
            return []
        return [KeptFile(number, each.name) for number, each in zip(self.kept, self.shown, strict=True)]

    def view(self, passing: Sequence[ui.Item[ui.LayoutView]] = (), controls: Sequence[Row] = ()) -> ui.LayoutView:
        parts = [self.shown[:1], self.shown[1:]] if self.stacked else [self.shown]
        galleries = [gallery(each) for each in parts if each]
        return layout(ui.TextDisplay(self.words), *passing, *galleries, *controls, accent=self.accent)


class Board(Struct, frozen=True):
    """A board as it is posted, with its buttons and the words that are valid only while it is the newest."""

    view: ui.LayoutView
    bare: Bare
    files: Sequence[discord.File] = ()


def build_board(
    match: Match,
    drawn: Drawn,
    log: Iterable[LogRow],
    say: Say,
    *,
    films: Iterable[Film] = (),
    audience: Audience = NOBODY,
    now: float = 0.0,
    outages: Outages = (),
) -> Board:
    """Build the board with its files, films first. `log`: what has happened since the last board. `audience`: what
    people around the match have expected."""
    whole = T("{game}: the whole match as a film.", game=match.words.TITLE)
    last = T("{game}: what has just happened, as a film.", game=match.words.TITLE)
    files = [attach_file(film.gif, film.name, say(whole if film.whole else last)) for film in films]
    files.append(attach_file(drawn.data, drawn.name, drawn.alt))
    bare, view = _build_around(media(files), match, log, say, audience=audience, now=now, outages=outages)
    return Board(view, bare, files)


def rebuild_board(
    match: Match,
    shown: Iterable[Media],
    seq: int,
    alt: str,
    log: Iterable[LogRow],
    say: Say,
    *,
    audience: Audience = NOBODY,
    now: float = 0.0,
    outages: Outages = (),
) -> Board:
    """Rebuild the newest board with current words, keeping its films and the picture of `seq`, with the text `alt`."""
    names = list_board_names(match, seq)
    kept = tuple(Media(each.name, alt) if each.name in names else each for each in shown)
    bare, view = _build_around(kept, match, log, say, audience=audience, now=now, outages=outages)
    return Board(view, bare)


def _build_around(
    shown: tuple[Media, ...],
    match: Match,
    log: Iterable[LogRow],
    say: Say,
    *,
    audience: Audience,
    now: float,
    outages: Outages,
) -> tuple[Bare, ui.LayoutView]:
    passing = [*_describe_passing(match, say, now=now, outages=outages), *describe_scores(audience.scores, say)]
    room = MOST_TEXT - sum(len(each) + 1 for each in passing)
    over, log = match.phase == "finished", tuple(log)
    tale = tell_story(match, log, say, room=END_ROOM if over else match.words.STORY_ROOM)
    shown = shown[::-1] if over else shown  # the card of the winners first, the film below it
    stacked = over or any(each.name.endswith(".gif") for each in shown)  # a film beside a picture is half as large
    bare = Bare(
        fit_lines(_describe_lasting(match, log, tale, audience, say), room),
        shown,
        _choose_accent(match),
        stacked=stacked,
    )
    told = [make_passing_text(*passing)] if passing else []
    return bare, bare.view(told, rows(_make_buttons(match, tale, audience, say, now=now, outages=outages)))


def describe_awaited(match: Match, say: Say, *, now: float = 0.0, outages: Outages = ()) -> list[str]:
    """List who must act, with a mention, the question and the deadline. People asked the same question share a line.
    Players of another server are not mentioned; one line describes their turn."""
    view = match.view(None)
    waiting = match.awaited
    question = None if match.held is None else T("Press Play to see the result of the last move.")
    asked: dict[str, dict[str, None]] = {}
    for row in waiting:
        if match.is_elsewhere(row):
            asked.setdefault(say(match.words.status(view)), {})
            continue
        prompt = say(question or match.words.prompt(view, row.seat))
        if len(waiting) == 1:
            called = say(T("{player}, it is your turn.", player=Player(row.seat)))
            prompt = f"**{called}** {prompt}"
        if row.away_until is not None and row.away_until > now:
            prompt += " " + say(T("(away until {when})", when=Moment(row.away_until, "f")))
        elif (limit := find_time_limit(match, row.seat, outages)) is not None:
            prompt += " " + say(T("Time limit: {when}.", when=Moment(limit)))
        asked.setdefault(prompt, {})[f"<@{row.user_id}>"] = None
    return [f"{' '.join(mentions)} {prompt}".lstrip() for prompt, mentions in asked.items()]


def allow_pings(match: Match, seats: Sequence[Seat]) -> discord.AllowedMentions:
    """Allow a board to ping the holders of these seats and nobody else."""
    holders = [match.holder(seat) for seat in seats]
    users = [each.user_id for each in holders if each.user_id is not None and not match.is_elsewhere(each)]
    people = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)


def _describe_lasting(match: Match, log: Sequence[LogRow], tale: Tale, audience: Audience, say: Say) -> list[str]:
    """List the lines that stay on the board: first what somebody at the table would shout, or how the match ended."""
    if match.phase == "finished" and (result := describe_result(match, say)):
        told = [f"**{tale.shout}**"] if tale.shout else []
        order = result[1:] if len(result) <= _MOST_PLACES else ["-# " + " · ".join(result[1:])]
        return [
            f"### {result[0].strip('#* ')}",
            f"-# {say(match.words.TITLE)}",
            *told,
            *tale.rest,
            *describe_agreements(audience.agreements, say),
            *order,
            *(["-# 👏 " + say(audience.cheered)] if audience.cheered else []),
            *([] if audience.hushed else quote_rivals(match, say)),
        ]
    lines = [*describe_tale(match, tale, say), *describe_agreements(audience.agreements, say)]
    lines += describe_standing(match, say)
    if match.phase == "running" and any(each.kind == "start" for each in log):  # anybody can check it after the match
        seal = f"{compute_commitment(match.secret)[:SHOWN_DIGITS]}…"
        lines.append("-# " + say(T("Fair-play seal: {hash}", hash=seal)))
    elif match.phase == "paused":
        lines += describe_pause(match, log, say)
    return lines


def _describe_passing(match: Match, say: Say, *, now: float, outages: Outages) -> list[str]:
    """List the lines that are valid until the next board: who must act, until when, and who is absent."""
    lines = _describe_held_turn(match, say)
    if is_demo(match):
        lines.append("-# " + say(DEMONSTRATION if match.phase == "running" else YOUR_TURN))
    lines += ["-# " + say(describe_live(match))] if is_live(match) else []
    lines += describe_vote(match, say, outages)
    lines += describe_awaited(match, say, now=now, outages=outages) if match.phase == "running" else []
    if match.phase in ("running", "paused"):
        lines += ["-# " + say(each) for each in describe_absent(match, now)]
    return lines


def _describe_held_turn(match: Match, say: Say) -> list[str]:
    """Describe the turn that is held, and until when."""
    held = match.held
    if held is None or match.phase != "running":
        return []
    plies = describe_turn(match, held.seat, held.codes, say)
    moves = say(T("{player}: {move}", player=Player(held.seat), move=plies))
    return [f"**{moves}**", "-# " + say(describe_held(match))]


def _make_buttons(
    match: Match, tale: Tale, audience: Audience, say: Say, *, now: float, outages: Outages
) -> list[ui.Button[ui.LayoutView]]:
    match_id, phase = match.id, match.phase
    more = button(say(T("More")), Id("more", match_id))
    if phase not in ("running", "paused"):
        again = button(say(T("Rematch")), Id("rematch", match_id), style=discord.ButtonStyle.primary)
        shown = [make_film_button(match, say), make_share_button(match, say), more]
        if phase == "finished":
            shown.insert(0, button(say(T("Analysis")), Id("analyse", match_id)))
        if quote_rivals(match, say) and not audience.hushed and not is_demo(match):
            shown.append(button(say(T("Quiet, please")), Id("hush", match_id)))
            del shown[-4]  # the film, which *More* has as well: a second row would not fit on a phone
        return [*_make_invitation(match, say), *shown] if is_demo(match) else [again, *shown]
    found = [
        button(say(T("Position in words")), Id("words", match_id)),
        button(say(T("Rules")), Id("rules", match_id, rest=f"{match.game_name}.0")),
        more,
    ]
    if tale.is_short:
        found.insert(0, button(say(T("What has happened")), Id("journal", match_id)))
    if match.demo:
        found += _make_seat_buttons(match, say)
    if is_demo(match):
        return found
    if phase == "running":
        found = [*make_vote_button(match, say), make_play_button(match, say), *found]
        found += make_guess_button(match, say)
        found += make_live_buttons(match, say, now=now)
        found += make_skip_buttons(match, say, now=now, outages=outages)
    elif match.paused_for == "sleep":
        wake = T("Resume the match")
        found.insert(0, button(say(wake), Id("wake", match_id), style=discord.ButtonStyle.primary))
    elif match.paused_for == "consent":
        ready = T("I'm ready")
        found.insert(0, button(say(ready), Id("ready", match_id), style=discord.ButtonStyle.primary))
    replaced = [holder for holder in match.seats if holder.stand_in == "until_back" and not holder.resigned]
    if replaced or any(holder.away_until is not None and holder.away_until > now for holder in match.seats):
        found.append(button(say(T("I'm back")), Id("back", match_id)))
    for holder in () if match.is_shared else replaced:
        take = T("Take the seat of {player}", player=Player(holder.seat))
        found.append(button(say(take), Id("take_seat", match_id, rest=str(holder.seat))))
    return found


def _make_invitation(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons under a demonstration that is over: play the game, and learn it."""
    style = discord.ButtonStyle.success
    play = button(say(T("Play yourself")), Id("open_game", rest=match.game_name), style=style)
    return [play, *make_learn_button(match, say)]


def _make_seat_buttons(match: Match, say: Say) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons that give a computer player's seat in a demonstration to the person who presses."""
    cast, found = match.cast(names=False), []
    for holder in match.seats:
        if holder.user_id is None:
            label = T("Take the seat of {player}", player=Colour(cast[holder.seat].colours[0]))
            found.append(button(say(label), Id("take_over", match.id, rest=str(holder.seat))))
    return found


def make_play_button(match: Match, say: Say) -> ui.Button[ui.LayoutView]:
    """Build the button that opens the player's panel. While a turn is held it is always called *Play*, as in the
    board's text."""
    label = T("My hand") if match.game.has_private_hands and match.held is None else T("Play")
    return button(say(label), Id("play", match.id), style=discord.ButtonStyle.primary)


def build_ping(match: Match, seats: Iterable[Seat], say: Say) -> ui.LayoutView:
    """Build the message that pings players whose board was edited in place."""
    lines = [
        f"<@{match.holder(seat).user_id}> " + say(T("{player}, it is your turn.", player=Player(seat)))
        for seat in seats
    ]
    return layout(text(*lines), *rows([make_play_button(match, say)]))


def _choose_accent(match: Match) -> int | None:
    seat: Seat | None = next(iter(match.to_act), None)
    outcome = match.outcome
    if outcome is not None:
        seat = outcome.winners[0]
    if seat is None or seat < 0:
        return None
    return int(COLOURS[match.cast()[seat].colours[0]].fill.removeprefix("#"), 16)
