"""Explain why a match is paused, who is absent, and when it is played live, and make the buttons about these."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from client.messages.custom_ids import Id
from client.messages.parts import button
from games.text import Join, Moment, Player, Say, T, Text
from matches.clocks.absence import may_extend, may_skip
from matches.clocks.clocks import Outages
from matches.clocks.liveliness import is_live, is_lively
from matches.clocks.pauses import ASLEEP, LOST_THERE, is_lost_elsewhere
from matches.match import Match
from matches.rows import LogRow


def describe_pause(match: Match, log: Sequence[LogRow], say: Say) -> list[str]:
    """Explain why a match is paused, until when, and who is ready to continue."""
    why = {
        "consent": T("The match is paused, as you agreed. All clocks are stopped."),
        "place": T("The match is paused until I can post in its channel again. All clocks are stopped."),
        "sleep": ASLEEP,
        "owner": T("A server manager has paused the match. All clocks are stopped."),
    }
    if is_lost_elsewhere(match):
        why["place"] = LOST_THERE
    if match.is_direct:
        why["place"] = T("The match is paused until I can write to you again. All clocks are stopped.")
    lines = [f"**{say(why[match.paused_for or 'consent'])}**"]
    reason = next((entry.note for entry in reversed(log) if entry.kind == "pause" and entry.note), "")
    if reason:
        lines.append("-# " + say(T("Reason: {reason}", reason=reason)))
    if match.resume_at is not None:
        lines.append(say(T("The match continues automatically on {when}.", when=Moment(match.resume_at, "f"))))
    proposal = match.proposal
    if proposal is not None and proposal.kind == "resume":
        ready = {proposal.by, *proposal.agreed}
        seats = tuple(Player(seat.seat) for seat in match.seats if seat.user_id in ready and not seat.resigned)
        lines.append(say(T("Ready to go on: {players}", players=Join(seats))))
    return lines


def describe_absent(match: Match, now: float) -> list[Text]:
    """Describe the absent players, except those whose turn it is without a stand-in."""
    found = []
    waiting = {each.seat for each in match.awaited}
    for holder in match.seats:
        if holder.resigned or holder.user_id is None:
            continue
        if holder.stand_in == "until_back":
            found.append(T("A stand-in plays for {player} until they are back.", player=Player(holder.seat)))
        elif holder.away_until is not None and holder.away_until > now and holder.seat not in waiting:
            until = Moment(holder.away_until, "f")
            found.append(T("{player} is away until {when}.", player=Player(holder.seat), when=until))
    return found


def make_skip_buttons(match: Match, say: Say, *, now: float, outages: Outages) -> list[ui.Button[ui.LayoutView]]:
    """Build the buttons to go on without players whose time is up, if the match's rule allows that."""
    return [
        button(
            say(T("Move on without {player}", player=Player(holder.seat))),
            Id("skip", match.id, match.decisions[holder.seat], str(holder.seat)),
        )
        for holder in match.awaited
        if may_skip(match, holder.seat, now=now, outages=outages)
    ]


def make_extra_day_buttons(
    match: Match, user_id: int | None, say: Say, *, now: float, outages: Outages
) -> list[ui.Button[ui.LayoutView]]:
    """Build *Take my extra day* for each open turn of a person, if they may still take that day."""
    label = say(T("Take my extra day"))
    return [
        button(label, Id("extend", match.id, match.decisions[holder.seat], str(holder.seat)))
        for holder in match.awaited
        if holder.user_id == user_id and may_extend(match, holder.seat, now=now, outages=outages)
    ]


def describe_live(match: Match) -> Text:
    """Explain playing live, and say until when the match is played live."""
    until = Moment(match.live.until or 0.0)
    return T("Live: nobody is pinged, and clocks wait. This ends {when} unless somebody moves.", when=until)


def make_live_buttons(match: Match, say: Say, *, now: float) -> list[ui.Button[ui.LayoutView]]:
    """Build the button that offers to play live where everybody answers within minutes, or the one that ends it."""
    if is_live(match):
        return [button(say(T("Stop playing live")), Id("stop_live", match.id))]
    if not is_lively(match, now):
        return []
    return [button(say(T("Play live")), Id("go_live", match.id), style=discord.ButtonStyle.success)]
