"""Suggest a move: the strongest computer player's turn as the draft, with the reason for it."""

from __future__ import annotations

from collections.abc import Sequence

from client.core.controls import Press, action
from client.turn.turn import read_draft, refresh_if_stale, show_seat
from games.coaching import SeenPly
from games.core import Seat
from games.text import T, Text
from matches.machines.hints import suggest_turn
from matches.machines.offload import run_rules
from matches.match import Match
from matches.play import fold_draft
from matches.together.ballots import keep_draft


@action("hint", "update")
@refresh_if_stale
async def show_hint(press: Press) -> None:
    """Handle *Suggest a move*: make the suggested turn the draft, so that *Confirm* plays it."""
    bot, interaction = press.bot, press.interaction
    match, seat, _ = await read_draft(press)
    codes = await suggest_turn(bot.referee, bot.machines, match, seat)
    reason = await run_rules(match.game, lambda: explain_turn(match, seat, codes))
    await keep_draft(bot.referee, match, bot.request(interaction), seat, codes)
    note = f"💡 {bot.say(interaction, match)(reason)}"
    await show_seat(bot, interaction, match, seat, codes, note=note)


def explain_turn(match: Match, seat: Seat, codes: Sequence[str]) -> Text:
    """Give the reason for a turn in the game's words."""
    plies = []
    for index, code in enumerate(codes):
        before = fold_draft(match, seat, codes[:index]).state
        plies.append(SeenPly(match.game.view(before, seat), match.game.parse(before, seat, code)))
    return (match.words.reason(plies, seat) if plies else None) or T("A strong player would do this.")
