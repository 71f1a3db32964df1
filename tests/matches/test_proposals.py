"""Test proposals in every order of agreeing, refusing, moving and restarting."""

# ruff: noqa: E731 - a lambda is the change that the next line requests

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec import structs

from matches.change import Change
from matches.clocks import absence, pauses
from matches.clocks.pace import DAY
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.match import Match, Proposal, ProposalKind
from matches.referee import MACHINE, Done
from matches.votes import proposals, undo
from matches.votes.proposals import list_missing
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, read_refusal
from tests.support.numbers import FULL


async def propose(at: House, match: Match, user: int, kind: ProposalKind, **facts: Any) -> Done:
    """Open a proposal, with the part of the log that the panel reads."""
    match, log = await at.referee.match(match.id), await at.log(match)
    if kind == "undo" and "to" not in facts:
        found = undo.find_agreed_undo(match, user, log)
        facts["to"] = found.to.seq if found else -1
    seat = facts.pop("seat", next(iter(match.seats_of(user)), 0))
    made = Proposal(kind, user, seat, 0, at.now + proposals.OPEN_FOR, **facts)
    work = lambda m: proposals.propose(m, made, log, now=at.now)
    return await at.referee.change(match.id, at.who(user), work)


async def agree(at: House, match: Match, user: int, number: int | None = None) -> Done:
    match, log = await at.referee.match(match.id), await at.log(match)
    given = number_of(match) if number is None else number
    return await at.do(match, proposals.agree, user, number=given, log=log, now=at.now)


async def refuse(at: House, match: Match, user: int, number: int | None = None) -> Done:
    match = await at.referee.match(match.id)
    return await at.do(match, proposals.refuse, user, number=number_of(match) if number is None else number)


def number_of(match: Match) -> int:
    proposal = match.proposal
    return -1 if proposal is None else proposal.number


async def three(at: House, **facts: Any) -> Match:
    """Start a match of three in which everybody has moved."""
    match = await at.running("docker", ANNA, BEN, CHIARA, **facts)
    for number in range(3):
        match = (await at.play_any_turn(match, choose=number)).match
    return match


async def test_a_rated_match_allows_no_agreed_undo_and_short_pauses_only(at: House) -> None:
    match = await at.open("docker", 2)
    await at.do(match, lambda m, who: invitations.change_settings(m, who, rated=True), ANNA)
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    for number in range(2):
        match = (await at.play_any_turn(match, choose=number)).match
    assert "by agreement" in await read_refusal(propose(at, match, ANNA, "undo"))
    longest = at.now + proposals.LONGEST_RATED_PAUSE_DAYS * DAY
    assert "at most 3 days" in await read_refusal(propose(at, match, ANNA, "pause", resume_at=longest + 1))
    assert (await propose(at, match, ANNA, "pause", resume_at=longest)).match.proposal is not None


@pytest.mark.parametrize("order", [(BEN, CHIARA), (CHIARA, BEN)])
@pytest.mark.parametrize("kind", ["undo", "pause", "end"])
async def test_a_proposal_is_carried_out_when_the_last_player_agrees(
    at: House, kind: ProposalKind, order: tuple[int, ...]
) -> None:
    match = await three(at)
    asked = (await propose(at, match, ANNA, kind, resume_at=at.now + DAY)).match
    assert asked.seq == match.seq, "proposing changes nothing yet"
    assert list_missing(asked, asked.proposal) == (BEN, CHIARA)  # type: ignore[arg-type]
    halfway = (await agree(at, match, order[0])).match
    assert halfway.proposal.agreed == order[:1]  # type: ignore[union-attr]
    assert "agreed already" in await read_refusal(agree(at, match, order[0]))
    at.restart()
    done = (await agree(at, match, order[1])).match
    assert done.proposal is None
    assert done.seq == match.seq + 1
    match kind:
        case "undo":
            assert done.head < match.head
            assert ANNA in {holder.user_id for holder in done.awaited}
        case "pause":
            assert (done.phase, done.paused_for, done.resume_at) == ("paused", "consent", at.now + DAY)
        case "end":
            assert (done.phase, done.decisions, done.outcome) == ("cancelled", {}, None)
    await read_refusal(agree(at, match, order[1]), Stale)


@pytest.mark.parametrize("who", [ANNA, BEN, CHIARA])
async def test_a_refusal_or_a_withdrawal_drops_a_proposal(at: House, who: int) -> None:
    match = await three(at)
    await propose(at, match, ANNA, "end")
    number = number_of(await at.referee.match(match.id))
    if who != BEN:
        await agree(at, match, BEN)
    done = (await refuse(at, match, who)).match
    assert done.proposal is None
    assert done.phase == "running"
    await read_refusal(agree(at, match, CHIARA, number), Stale)
    await read_refusal(refuse(at, match, CHIARA, number), Stale)


async def test_answers_never_count_for_another_proposal(at: House) -> None:
    match = await three(at)
    await propose(at, match, ANNA, "undo")
    first = number_of(await at.referee.match(match.id))
    await propose(at, match, ANNA, "end")
    second = number_of(await at.referee.match(match.id))
    assert second > first
    await read_refusal(agree(at, match, BEN, first), Stale)
    await refuse(at, match, ANNA)
    at.now += 0.01
    await propose(at, match, ANNA, "pause", resume_at=at.now + DAY)
    await read_refusal(agree(at, match, BEN, second), Stale)
    assert (await at.referee.match(match.id)).phase == "running"


async def test_a_new_proposal_asks_everybody_again(at: House) -> None:
    match = await three(at)
    await propose(at, match, ANNA, "end")
    await agree(at, match, BEN)
    again = (await propose(at, match, ANNA, "end", agreed=(BEN, CHIARA))).match
    assert again.proposal.agreed == ()  # type: ignore[union-attr]


async def test_only_players_may_answer(at: House) -> None:
    match = await three(at)
    assert "Only the players" in await read_refusal(propose(at, match, DANA, "end"))
    await read_refusal(agree(at, match, BEN, 5), Stale)
    await propose(at, match, ANNA, "end")
    assert "the others decide" in await read_refusal(agree(at, match, ANNA))
    assert "Only the players" in await read_refusal(agree(at, match, DANA))
    assert "Only the players" in await read_refusal(refuse(at, match, DANA))
    assert "Another proposal" in await read_refusal(propose(at, match, BEN, "end"))
    lobby_ = await at.open("docker", channel=9)
    await read_refusal(propose(at, lobby_, ANNA, "end"), Stale)
    await agree(at, match, BEN)
    await agree(at, match, CHIARA)
    await read_refusal(agree(at, match, CHIARA, 5), Stale)
    await read_refusal(propose(at, match, ANNA, "end"), Stale)


@pytest.mark.parametrize("kind", ["undo", "pause", "end"])
async def test_a_proposal_without_other_people_is_carried_out_at_once(at: House, kind: ProposalKind) -> None:
    match = await at.open("docker", 2)
    done = await at.do(match, lobby.add_computer, ANNA, now=at.now)
    match = (await at.machines.run(done)).match
    match = (await at.machines.run(await at.play_any_turn(match))).match
    done = await propose(at, match, ANNA, kind, resume_at=at.now + DAY)
    assert done.match.proposal is None
    assert done.match.seq == match.seq + 1


async def test_absent_players_are_not_asked(at: House) -> None:
    match = await three(at)
    work = lambda m: absence.stand_in(m, 1, for_good=True)
    match = (await at.machines.run(await at.referee.change(match.id, MACHINE, work))).match
    asked = (await propose(at, match, ANNA, "end")).match
    assert list_missing(asked, asked.proposal) == (CHIARA,)  # type: ignore[arg-type]
    assert (await agree(at, match, CHIARA)).match.phase == "cancelled"


async def test_a_player_who_returns_is_asked(at: House) -> None:
    match = await three(at)
    work = lambda m: absence.stand_in(m, 1, for_good=True)
    await at.machines.run(await at.referee.change(match.id, MACHINE, work))
    await propose(at, match, DANA, "substitute", seat=1, name="Dana")
    await at.do(match, absence.end_absence, BEN, now=at.now, outages=())
    await agree(at, match, ANNA)
    assert (await agree(at, match, CHIARA)).match.holder(1).user_id == BEN
    assert (await refuse(at, match, BEN)).match.proposal is None
    assert "is back" in await read_refusal(propose(at, match, DANA, "substitute", seat=1, name="Dana"))


@pytest.mark.parametrize("rule", ["nothing", "nudge", "skip"])
async def test_players_whose_time_is_up_do_not_delay_a_vote(at: House, rule: Any) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily", absence=rule)
    await at.referee.record_alive()
    (late,) = match.awaited
    others = [holder for holder in match.seats if holder.seat != late.seat]
    proposer, second = (row.user_id or 0 for row in others)
    said = await read_refusal(propose(at, match, DANA, "substitute", seat=late.seat, name="Dana"))
    assert "plays on" in said
    await at.pass_time(DAY)
    await propose(at, match, DANA, "substitute", seat=late.seat, name="Dana")
    await agree(at, match, proposer)
    done = await agree(at, match, second)
    assert done.match.holder(late.seat).user_id == DANA
    assert done.match.awaited[0].user_id == DANA
    assert done.outbox_id is not None, "the channel is told whose turn it is"


@pytest.mark.parametrize(("rule", "over"), [("nothing", True), ("nudge", True), ("skip", False), ("stand_in", False)])
async def test_silence_is_consent_in_a_stuck_match(at: House, rule: Any, over: bool) -> None:
    """Two players who have left do not block the third. If a stand-in may move for them, silence is a refusal."""
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily", absence=rule)
    await at.referee.record_alive()
    (late,) = match.awaited
    there = next(holder.user_id or 0 for holder in match.seats if holder.seat != late.seat)
    await at.pass_time(DAY + 1)
    match = (await propose(at, match, there, "end")).match
    assert match.phase == "running"
    await at.pass_time(proposals.OPEN_FOR - 1)
    assert (await at.referee.match(match.id)).phase == "running"
    await at.pass_time(1)
    match = await at.referee.match(match.id)
    assert match.phase == ("cancelled" if over else "running")
    assert match.proposal is None


async def test_a_substitute_who_has_joined_elsewhere_is_dropped(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily", absence="nothing")
    await at.referee.record_alive()
    (late,) = match.awaited
    await at.pass_time(DAY + 1)
    await propose(at, match, DANA, "substitute", seat=late.seat, name="Dana")
    other = next(holder.seat for holder in match.seats if holder.seat != late.seat)
    work = lambda m: pauses.replace_player(m, other, DANA, "Dana", now=at.now)
    await at.referee.change(match.id, MACHINE, work)
    await at.pass_time(proposals.OPEN_FOR)
    match = await at.referee.match(match.id)
    assert (match.proposal, match.holder(late.seat).user_id) == (None, late.user_id)


async def test_a_substitute_takes_the_seat_from_the_stand_in(at: House) -> None:
    match = await three(at)
    work = lambda m: absence.stand_in(m, 1, for_good=True)
    match = (await at.machines.run(await at.referee.change(match.id, MACHINE, work))).match
    assert "play in this match already" in await read_refusal(
        propose(at, match, ANNA, "substitute", seat=1, name="Anna")
    )
    await propose(at, match, DANA, "substitute", seat=1, name="Dana")
    await agree(at, match, ANNA)
    match = (await agree(at, match, CHIARA)).match
    holder = match.holder(1)
    assert (holder.user_id, holder.name, holder.stand_in, holder.missed) == (DANA, "Dana", None, 0)
    assert [(row.kind, row.seat, row.user_id) for row in await at.log(match)][-1] == ("replace", 1, DANA)
    assert BEN not in match.people


async def test_a_move_drops_a_proposed_undo_and_no_other_proposal(at: House) -> None:
    cases: tuple[tuple[ProposalKind, bool], ...] = (("undo", False), ("pause", True), ("end", True))
    for channel, (kind, stays) in enumerate(cases):
        match = await three(at, channel=channel)
        await propose(at, match, ANNA, kind, resume_at=at.now + DAY)
        number = number_of(await at.referee.match(match.id))
        moved = (await at.play_any_turn(match, choose=2)).match
        assert (moved.proposal is not None) == stays
        if not stays:
            await read_refusal(agree(at, match, BEN, number), Stale)


async def test_a_proposal_nobody_answers_lapses(at: House) -> None:
    match = await three(at)
    await at.referee.record_alive()
    await propose(at, match, ANNA, "end")
    assert all(done.match.proposal is not None for done in await at.pass_time(proposals.OPEN_FOR - 1))
    await at.pass_time(1)
    assert (await at.referee.match(match.id)).proposal is None
    at.now -= 5
    assert proposals.drop_expired(match, now=at.now) == Change(match)


async def test_a_paused_match_can_be_ended_but_not_undone_or_paused(at: House) -> None:
    match = await three(at)
    work = lambda m: pauses.pause(m, "owner", now=at.now)
    await at.referee.change(match.id, MACHINE, work)
    for kind in ("undo", "pause"):
        assert "paused" in await read_refusal(propose(at, match, ANNA, kind))
    await propose(at, match, ANNA, "end")
    await agree(at, match, BEN)
    assert (await agree(at, match, CHIARA)).match.phase == "cancelled"


async def test_resuming_early_needs_consent(at: House) -> None:
    match = await three(at, pace="daily")
    await at.referee.record_alive()
    await read_refusal(propose(at, match, ANNA, "resume"), Stale)
    owner = lambda m: pauses.pause(m, "owner", now=at.now)
    await at.referee.change(match.id, MACHINE, owner)
    await read_refusal(propose(at, match, ANNA, "resume"), Stale)
    await at.referee.change(match.id, MACHINE, lambda m: pauses.resume(m, now=at.now))
    rest = lambda m: pauses.pause(m, "consent", now=at.now, resume_at=at.now + DAY)
    await at.referee.change(match.id, MACHINE, rest)
    await propose(at, match, ANNA, "resume")
    await agree(at, match, BEN)
    assert (await agree(at, match, CHIARA)).match.phase == "running"
    await at.referee.change(match.id, MACHINE, rest)
    await propose(at, match, ANNA, "resume")
    await at.pass_time(DAY)
    await agree(at, match, BEN)
    await read_refusal(agree(at, match, CHIARA), Stale)  # it has resumed by itself
    await propose(at, match, BEN, "end")
    proposal = (await at.referee.match(match.id)).proposal
    assert proposal is not None
    assert proposal.kind == "end"


async def test_an_undo_to_an_unknown_row_is_refused(at: House) -> None:
    match = await three(at)
    await propose(at, match, ANNA, "undo", to=999)
    await agree(at, match, BEN)
    await read_refusal(agree(at, match, CHIARA), Stale)


STEPS = ("agree", "agree too", "refuse", "withdraw", "move", "restart")


@pytest.mark.parametrize("kind", ["undo", "end"])
async def test_every_order_of_steps(at: House, kind: ProposalKind) -> None:
    """Try all sequences of three steps (four in the long run) after a proposal, and compare with the expected
    results."""
    for number, steps in enumerate(itertools.product(STEPS, repeat=4 if FULL else 3)):
        match = await at.running("docker", ANNA, BEN, CHIARA, channel=100 + number)
        match = (await at.play_any_turn(match)).match
        by = next(holder.user_id or 0 for holder in match.seats if holder.seat not in match.to_act)
        other, another = (user for user in match.people if user != by)
        await propose(at, match, by, kind)
        agreed: set[int] | None = set()  # None: no proposal is open
        carried_out = False
        for step in steps:
            asks = {"agree": other, "agree too": another, "refuse": other, "withdraw": by}.get(step)
            if step == "restart":
                at.restart()
            elif step == "move" and not (carried_out and kind == "end"):
                await at.play_any_turn(match)
                agreed = None if kind == "undo" else agreed
            elif asks is not None:
                possible = agreed is not None and not (step.startswith("agree") and asks in agreed)
                try:
                    await (agree if step.startswith("agree") else refuse)(at, match, asks)
                except UserError:
                    assert not possible, steps
                else:
                    assert possible, steps
                    agreed = {*(agreed or ()), asks} if step.startswith("agree") else None
                    if agreed == {other, another}:
                        agreed, carried_out = None, True
            found = await at.reread(match)
            proposal = found.proposal
            assert (None if proposal is None else set(proposal.agreed)) == agreed, steps
            assert (found.phase == "cancelled") == (carried_out and kind == "end"), steps
        log = await at.log(match)
        assert [row.kind for row in log if row.kind in ("undo", "cancel")] == (
            [{"undo": "undo", "end": "cancel"}[kind]] if carried_out else []
        )


async def test_only_the_host_of_a_friendly_match_proposes_to_go_back(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    for _ in range(3):
        match = (await at.play_any_turn(match)).match
    log = await at.log(match)

    async def ask(user_id: int) -> Match:
        wanted = Proposal("correct", user_id, 0, 0, at.now + 9, to=1)
        return (await at.do(match, lambda m, _: proposals.propose(m, wanted, log, now=at.now), user_id)).match

    assert await read_refusal(ask(BEN)) == "Only the host of this match can propose to go back."
    asked = (await ask(ANNA)).proposal
    assert asked is not None
    assert asked.kind == "correct"
    moved = (await at.play_any_turn(match)).match
    assert moved.proposal is None, "a move withdraws it"
    assert proposals.may_go_back(moved)
    assert not proposals.may_go_back(structs.replace(moved, rated=True))


async def test_a_proposal_to_resume_stands_until_the_match_goes_on(at: House) -> None:
    match = await three(at)
    await at.referee.change(match.id, MACHINE, lambda m: pauses.pause(m, "consent", now=at.now))
    await propose(at, match, BEN, "resume")
    assert "Answer that one first" in await read_refusal(propose(at, match, CHIARA, "end"))
    await at.referee.change(match.id, MACHINE, lambda m: pauses.resume(m, now=at.now))
    found = (await propose(at, match, CHIARA, "end")).match.proposal
    assert found is not None
    assert (found.kind, found.by) == ("end", CHIARA), "the match goes on, so nobody need answer the other one"
