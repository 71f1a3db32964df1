"""Make moves that are typed in one line (`/<game> move`): plies as codes or as the names they are offered by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from client.core.visit import Visit
from client.hints import show_refusal, suggest_wishes
from client.messages.menus import MOST_OPTIONS
from client.messages.turn_text import find_named, name_move
from client.turn.panel import Draft, add_forced, may_decide
from client.turn.turn import commit, release_held, show_panel
from games.core import AnyGame, IllegalMove, Move, Seat
from games.text import Join, Say, T
from matches.errors import UserError, make_no_seat_error
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import explain_refusal, fold_draft

_MOST_LISTED: Final = 10


class RefusedPly(UserError):
    """A ply of a line that is not legal. `chosen`: the plies before it."""

    def __init__(self, refusal: UserError, chosen: tuple[str, ...], code: str) -> None:
        super().__init__(refusal.text)
        self.chosen = chosen
        self.code = code


def extend_draft(match: Match, seat: Seat, begun: tuple[str, ...], plies: Sequence[str], say: Say) -> Draft:
    """Extend a draft by the plies of one line, each a code or the name of a suggestion, which Discord's client
    sometimes sends instead of its value. A complete draft is restarted, and one that several plies do not continue.

    Raises RefusedPly for an illegal ply, and UserError for a name of several moves.
    """
    complete = fold_draft(match, seat, add_forced(match, seat, begun, prepare=False).codes).complete
    chosen = start = () if complete else begun
    try:
        for typed in plies:
            chosen = _add_ply(match, seat, chosen, typed, say)
    except RefusedPly:
        if not start or len(plies) < 2:
            raise
        return extend_draft(match, seat, (), plies, say)
    return add_forced(match, seat, chosen, prepare=False)


def _add_ply(match: Match, seat: Seat, chosen: tuple[str, ...], typed: str, say: Say) -> tuple[str, ...]:
    """Append a ply, after forced ones."""
    draft = add_forced(match, seat, chosen, prepare=False)
    forced = draft.codes[len(chosen) :]
    if typed in forced:  # the line names a forced ply, too
        return (*chosen, *forced[: forced.index(typed) + 1])
    position = fold_draft(match, seat, draft.codes)
    if position.complete:
        position = fold_draft(match, seat, chosen)
        draft = Draft(chosen, chosen)
    try:
        match.game.parse(position.state, seat, typed)
    except IllegalMove as error:
        code = _find_offered(match, seat, position.state, typed, say)
        if code is None:
            raise RefusedPly(explain_refusal(match, error), chosen, typed) from error
        try:
            match.game.parse(position.state, seat, code)
        except IllegalMove as wished:
            raise RefusedPly(explain_refusal(match, wished), chosen, code) from wished
        return (*draft.codes, code)
    return (*draft.codes, typed)


def _find_offered(match: Match, seat: Seat, state: Any, typed: str, say: Say) -> str | None:
    """Find the code of the suggestion with exactly this name: a legal move, else one that is wished for.

    Raises UserError if several legal moves have the name.
    """
    view, name = match.game.view(state, seat), typed.strip()
    legal = match.game.legal_moves(state, seat)
    found = _keep_named(name, find_named(match, seat, view, legal, name, say))
    if len(found) > 1:
        raise _make_ambiguous_error(match, seat, view, [move for move in legal if move.code in found], say)
    if not found:
        wished = name.removeprefix("✗").strip()
        found = _keep_named(f"✗ {wished}", suggest_wishes(match, seat, view, wished, say))
    return found[0] if found else None


def _keep_named(name: str, labels: dict[str, str]) -> list[str]:
    """Return the codes of those with this name."""
    return [code for code, label in labels.items() if label.strip().casefold() == name.casefold()]


def _make_ambiguous_error(match: Match, seat: Seat, view: Any, moves: Sequence[Move], say: Say) -> UserError:
    listed = tuple(f"{name_move(match, seat, view, move, say)} ({move.code})" for move in moves[:_MOST_LISTED])
    return UserError(T("This is the name of several moves: {moves}. Write one of the codes.", moves=Join(listed)))


async def make_move(visit: Visit, game: AnyGame, plies: Sequence[str]) -> None:
    """Make one or several plies in one line, without a preview. If the turn needs more, its panel opens."""
    match = await release_held(visit, await _find_match(visit, game))
    seat = match.seat_to_play(visit.user_id)
    if seat is None:
        raise make_no_seat_error()
    if not may_decide(match, seat):
        note = visit.say_about(match)(T("Nothing was played: it is not your turn."))
        await show_panel(visit, match, note=note)
        return
    begun = await visit.referee.draft(match, seat)
    say = visit.say_about(match)
    try:
        draft = await run_rules(match.game, lambda: extend_draft(match, seat, begun, plies, say))
    except RefusedPly as refused:
        await show_refusal(visit, match, seat, refused.chosen, refused.code)
        return
    if not fold_draft(match, seat, draft.codes).complete:
        await visit.referee.keep_draft(match, seat, draft.chosen)
        await show_panel(visit, match)
        return
    await commit(visit, match, seat, draft.codes, decision=match.decisions[seat])


async def suggest_moves(
    visit: Visit, game: AnyGame, typed: str, *, after: Sequence[str] = ()
) -> list[app_commands.Choice[str]]:
    """Autocomplete the person's legal moves, in their language; none for people without a seat.

    `after`: the plies of the command's earlier options.
    """
    try:
        match = await _find_match(visit, game)
        seat = match.seat_to_play(visit.user_id)
        if seat is None or not may_decide(match, seat):
            return []
        begun = await visit.referee.draft(match, seat)
        say = visit.say_about(match)
        line = await run_rules(match.game, lambda: extend_draft(match, seat, begun, after, say))
        draft = fold_draft(match, seat, line.codes)
    except UserError:
        return []
    if draft.complete:
        return []
    view = match.game.view(draft.state, seat)
    found = find_named(match, seat, view, match.game.legal_moves(draft.state, seat), typed, say)
    if not found:
        found = await run_rules(match.game, lambda: suggest_wishes(match, seat, view, typed, say))
    return [app_commands.Choice(name=label, value=code) for code, label in found.items()][:MOST_OPTIONS]


async def _find_match(visit: Visit, game: AnyGame) -> Match:
    """Find the match of a game in the channel. Raises UserError."""
    match = await visit.match_here()
    if match.game is not game:
        title = match.words.TITLE
        raise UserError(
            T(
                "Here you are playing {game}; its commands start with /{command}.",
                game=title,
                command=match.game.command,
            )
        )
    return match
