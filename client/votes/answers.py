"""Ask about a proposal: its public message, the answers to it, and what follows."""

from __future__ import annotations

import logging

import discord
from discord import ui
from msgspec import structs

from client.board.board import allow_pings
from client.board.board_messages import BoardMessages, read_look
from client.board.pings import Pings
from client.board.postman import deliver
from client.core.bot import Slowboat
from client.core.controls import action
from client.core.refusals import FAILURES
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.messages.log_text import describe_edits
from client.messages.parts import button, gallery, layout, list_kept, list_media, make_link, picture, rows, text
from client.pictures.painter import Drawn
from client.turn import undo_preview
from games.core import Seat
from games.editing import edit_position
from games.text import Join, Moment, Player, Say, T, Text
from matches.directory import read_log
from matches.errors import Stale, UserError
from matches.keeping.ping_keys import key_of_proposal
from matches.machines.offload import run_rules
from matches.machines.worker import WorkerFailed
from matches.match import Holder, Match, Proposal, ProposalKind
from matches.rows import LogRow
from matches.votes import proposals
from matches.votes.proposals import BACK, REPLACING, list_missing
from matches.votes.undo import LOOK_BACK
from rendering import Look

log = logging.getLogger(__name__)


def describe_proposal(match: Match, proposal: Proposal, say: Say, *, undone: list[str] | None = None) -> list[str]:
    """Build the words of an open proposal: what is proposed, who has agreed, and who has not answered."""
    who = Player(proposal.seat)
    asked: dict[ProposalKind, Text] = {
        "undo": T("{player} asks to take back:", player=who),
        "correct": T("{player}, the host, proposes to correct the match. This would be taken back:", player=who),
        "edit": T("{player}, the host, proposes to correct the position:", player=who),
        "pause": T("{player} proposes to pause until {when}.", player=who, when=Moment(proposal.resume_at, "f")),
        "resume": T("{player} is ready to go on.", player=who),
        "end": T("{player} proposes to end the match without a result.", player=who),
        "substitute": T("{name} would like to take over the seat of {player}.", name=proposal.name, player=who),
    }
    lines = [f"**{say(asked[proposal.kind])}**"]
    if proposal.kind == "edit":
        lines += [f"• {each}" for each in describe_edits(match, proposal.edits, say)]
        told = T(
            "The first picture shows the position as it is, the second one as it would be. After it, dice and "
            "draws are new."
        )
        lines.append("-# " + say(told))
    if proposal.kind in BACK:
        lines += undone or []
        lines.append(
            "-# "
            + say(T("The picture shows the position you would return to."))
            + " "
            + say(T("Dice will be rolled again; drawn tiles and cards come back in the same order."))
        )
    if agreed := find_seats(match, proposal.agreed):
        lines.append("✓ " + say(T("Agreed: {players}", players=agreed)))
    to_ask = list_missing(match, proposal)
    holders = [next(holder for holder in match.seats if holder.user_id == user) for user in to_ask]
    called = [_call(match, holder, say) for holder in holders]
    lines.append(" ".join((say(T("Everybody must agree. Still to answer:")), *called)))
    lines.append("-# " + say(T("Expires {when} unless everybody has answered.", when=Moment(proposal.until))))
    return lines


def _call(match: Match, holder: Holder, say: Say) -> str:
    """Mention a person, or name them by their seat if they play in another server."""
    return say(T("{player}", player=Player(holder.seat))) if match.is_elsewhere(holder) else f"<@{holder.user_id}>"


def make_answer_buttons(match: Match, proposal: Proposal, say: Say) -> list[ui.Button[ui.LayoutView]]:
    agree, refuse = (Id(name, match.id, proposal.number) for name in ("agree", "refuse"))
    return [
        button(say(T("Agree")), agree, style=discord.ButtonStyle.success),
        button(say(T("Refuse")), refuse, style=discord.ButtonStyle.danger),
    ]


def find_seats(match: Match, users: tuple[int, ...]) -> Join | None:
    found = tuple(Player(holder.seat) for holder in match.seats if holder.user_id in users)
    return Join(found) if found else None


async def post_proposal(visit: Visit, match: Match) -> None:
    """Post the open proposal in each channel of the match and ping those who are to answer."""
    for face in (await visit.referee.match(match.id)).faces:
        try:
            await _post_proposal(visit.bot, face)
        except discord.HTTPException as error:
            if visit.interaction.channel_id == face.channel_id or not match.is_shared:
                raise
            log.info("match %s: a proposal is not shown in the other server: %s", match.id, error)


async def _post_proposal(bot: Slowboat, match: Match) -> None:
    """Post the open proposal in one channel."""
    proposal = match.proposal
    if proposal is None:
        raise Stale(T("This has been decided already."))
    say, look = bot.say_to_all(match), await read_look(bot.referee, match)
    drawings: list[Drawn] = []
    undone: list[str] = []
    try:
        if proposal.kind == "edit":
            drawings = await _draw_edits(bot, match, proposal, look)
        elif proposal.kind in BACK:
            undo = undo_preview.make_undo(proposal.to, await read_recent_log(bot, match.id))
            undone = undo_preview.describe_undo(match, undo, say)
            drawings = [await undo_preview.draw_undo(bot, match, undo, match.language, look=look)]
    except WorkerFailed as failed:  # it is posted without a picture
        log.warning("match %s: could not draw the picture of a proposal: %s", match.id, failed)
    shown = [picture(drawn.data, drawn.name, drawn.alt) for drawn in drawings]
    pictures, files = [item for item, _ in shown], [file for _, file in shown]
    lines = describe_proposal(match, proposal, say, undone=undone)
    view = layout(text(*lines), *pictures, *rows(make_answer_buttons(match, proposal, say)))
    to_call = await bot[Pings].filter_pingable(match.channel_id, list_missing(match, proposal))
    seats: list[Seat] = [
        holder.seat for holder in match.seats if holder.user_id in to_call and not match.is_elsewhere(holder)
    ]
    message = await bot[BoardMessages].send(match, view, files=files, mentions=allow_pings(match, seats))
    key = key_of_proposal(match, proposal.number)
    await bot.ping_log.count(match, key)
    await bot[Pings].note_message(match, key, message.id)


async def _draw_edits(bot: Slowboat, match: Match, proposal: Proposal, look: Look) -> list[Drawn]:
    """Draw the position as everybody sees it, before and after the proposed changes."""
    view, game = match.view(None), match.game
    after = await run_rules(game, lambda: edit_position(game, view, proposal.edits))
    language = match.language
    drawn = [await bot.painter.draw_position(match, language, state=each, look=look) for each in (view, after)]
    return [structs.replace(each, name=f"{number}-{each.name}") for number, each in enumerate(drawn)]


async def describe_open_proposal(
    bot: Slowboat, match: Match, say: Say, buttons: list[ui.Button[ui.LayoutView]]
) -> list[str]:
    """Describe the open proposal with a link to its message, and a button that posts it again if it was lost."""
    proposal = match.proposal
    if proposal is None or proposal.kind == "resume":
        return []
    asked = await bot.ping_log.find(match.id, key_of_proposal(match, proposal.number))
    line = say(T("A proposal is open: {what}", what=_name_wish(proposal)))
    if asked is None or asked.message_id is None:
        buttons.append(button(say(T("Show the proposal")), Id("show_vote", match.id)))
        return [line]
    return [f"[{line}]({make_link(asked.guild_id, asked.channel_id, asked.message_id)})"]


@action("agree", "update")
async def agree(visit: Visit) -> None:
    """Agree to the proposal."""
    number = visit.id.decision
    log = await read_recent_log(visit.bot, visit.id.match)
    before = await _require_open(visit)
    with visit.bot[Pings].keep_message(visit.id.match, number):
        done = await visit.change(lambda match: proposals.agree(match, visit.who, number, log, now=visit.now))
        match = visit.see(done.match)
        say = visit.bot.say_to_all(match)
        proposal = match.proposal
        if proposal is not None and proposal.number == number:
            await _reword(visit, match, proposal, log, say)
            return
        await keep_as_record(visit.bot, match, number)
    await visit.answer(say(T("✓ Everybody has agreed {what}.", what=_name_wish(before))), files=[])
    await deliver(visit, done)


@action("refuse", "update")
async def refuse(visit: Visit) -> None:
    """Refuse a proposal, or withdraw one's own."""
    number = visit.id.decision
    before = await _require_open(visit)
    with visit.bot[Pings].keep_message(visit.id.match, number):
        done = await visit.change(lambda match: proposals.refuse(match, visit.who, number))
        await keep_as_record(visit.bot, visit.see(done.match), number)
    if before.by == visit.who.user_id:
        said = T("✗ Withdrawn: {what}", what=_name_wish(before))
    else:
        player = Player(find_seat(done.match, visit.who.user_id))
        said = T("✗ {player} has refused: {what}", player=player, what=_name_wish(before))
    await visit.answer(visit.bot.say_to_all(visit.see(done.match))(said), files=[])


@action("show_vote", "update")
async def show_proposal(visit: Visit) -> None:
    """Post the proposal's message again if it was lost (*Show the proposal* under *More*)."""
    match = await visit.read_match()
    if visit.user_id not in match.people:
        raise UserError(T("Only the players of this match can decide this."))
    await visit.answer(visit.say_about(match)(T("Here is the proposal once more.")), files=[])
    await post_proposal(visit, match)


def _name_wish(proposal: Proposal) -> Text:
    """Name the subject of a proposal in a few words."""
    names: dict[ProposalKind, Text] = {
        "undo": T("to take back a turn"),
        "correct": T("to go back to an earlier position"),
        "edit": T("to correct the position"),
        "pause": T("to pause"),
        "resume": T("to go on"),
        "end": T("to end without a result"),
        "substitute": T("to take over a seat"),
    }
    return names[proposal.kind]


async def _require_open(visit: Visit) -> Proposal:
    """Find the proposal of a button. Raises Stale if it is no longer open."""
    proposal = (await visit.read_match()).proposal
    if proposal is None or proposal.number != visit.id.decision:
        raise Stale(T("This has been decided already."))
    return proposal


async def _reword(visit: Visit, match: Match, proposal: Proposal, log: tuple[LogRow, ...], say: Say) -> None:
    """Update the answers in the messages of a proposal, in a second server as well; the pictures stay."""
    message = visit.interaction.message
    view, files = _rebuild(match, proposal, log, say, message), list_kept(message) if message is not None else []
    await visit.answer(view, files=files)
    for other in (await visit.referee.match(match.id)).faces:
        if other.side != match.side:
            await _reword_elsewhere(visit.bot, other, proposal, log)


def _rebuild(
    match: Match, proposal: Proposal, log: tuple[LogRow, ...], say: Say, message: discord.Message | None
) -> ui.LayoutView:
    """Build the message of a proposal again, with the pictures that it has."""
    undone = (
        undo_preview.describe_undo(match, undo_preview.make_undo(proposal.to, log), say)
        if proposal.kind in BACK
        else []
    )
    shown = list_media(message) if proposal.kind in REPLACING and message is not None else []
    lines, kept = describe_proposal(match, proposal, say, undone=undone), [gallery([each]) for each in shown]
    return layout(text(*lines), *kept, *rows(make_answer_buttons(match, proposal, say)))


async def _reword_elsewhere(bot: Slowboat, match: Match, proposal: Proposal, log: tuple[LogRow, ...]) -> None:
    """Update the answers in the proposal's message of the other server. `match`: as that server shows it."""
    asked = await bot.ping_log.find(match.id, key_of_proposal(match, proposal.number))
    if asked is None or asked.message_id is None:
        return
    place = bot.get_partial_messageable(asked.channel_id, guild_id=match.guild_id)
    try:
        message = await place.fetch_message(asked.message_id)
        view = _rebuild(match, proposal, log, bot.say_to_all(match), message)
        await message.edit(view=view, attachments=list_kept(message))
    except FAILURES as error:
        logging.getLogger(__name__).info(  # `log` is the match's log here
            "match %s: a proposal in the other server keeps its old words: %s", match.id, error
        )


async def read_recent_log(bot: Slowboat, match_id: int) -> tuple[LogRow, ...]:
    seq = (await bot.referee.match(match_id)).seq
    return await read_log(bot.referee, match_id, after=seq - LOOK_BACK)


async def keep_as_record(bot: Slowboat, match: Match, number: int) -> None:
    """Keep the message of a proposal that a press has settled, as a record."""
    await bot.ping_log.keep(match, key_of_proposal(match, number))


def find_seat(match: Match, user_id: int | None) -> Seat:
    """Choose the seat by which a person is named."""
    return next((holder.seat for holder in match.seats if holder.user_id == user_id), 0)
