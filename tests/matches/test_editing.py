"""Test corrections of the position by consent: they are logged, verified and exported, and end plans and undo."""

from __future__ import annotations

import pytest
from msgspec import structs

import games
from games.editing import list_edits
from games.record import EDITOR, parse, replay, write
from matches.archive.elsewhere import Rebuilt, rebuild
from matches.archive.export import make_record
from matches.archive.history import split_into_turns
from matches.archive.verify import verify
from matches.change import Change
from matches.errors import Stale, UserError
from matches.match import Match, Proposal, drop_undone, unpack
from matches.plans.plan import Line, Reply, Trial, review
from matches.referee import MACHINE
from matches.votes import proposals, undo
from tests.support.matches.house import ANNA, BEN, House

EDITED = [name for name in games.names() if games.load(name).editor is not None]


async def until_editable(at: House, match: Match) -> tuple[Match, str]:
    """Play until something can be changed. Returns a change of a piece."""
    for number in range(60):
        match = await at.referee.match(match.id)
        if number > 3 and (codes := list_edits(match.game, match.view(None))):
            return match, codes[number % (len(codes) // 2)]
        await at.machines.run(await at.play_any_turn(match, choose=number))
    raise AssertionError("nothing can ever be changed")


async def propose(at: House, match: Match, *codes: str, by: int = ANNA) -> Match:
    log = await at.log(match)
    proposal = Proposal("edit", by, 0, 0, at.now + proposals.OPEN_FOR, edits=codes)
    return (
        await at.referee.change(match.id, at.who(by), lambda found: proposals.propose(found, proposal, log, now=at.now))
    ).match


async def agree(at: House, match: Match) -> Match:
    """Let all others agree, one after the other."""
    proposal, log = match.proposal, await at.log(match)
    assert proposal is not None
    for user in match.people:
        if user != proposal.by:
            done = await at.do(match, proposals.agree, user, number=proposal.number, log=log, now=at.now)
    return (await at.machines.run(done)).match


@pytest.mark.parametrize("game", EDITED)
async def test_the_position_is_changed_once_everybody_agrees(at: House, game: str) -> None:
    match, code = await until_editable(at, await at.running(game))
    before, log = match.state, await at.log(match)
    asked = await propose(at, match, code)
    assert asked.state == before, "nothing happens before Ben agrees"
    after = await agree(at, asked)
    kept = await at.log(after)
    assert kept[: len(log)] == log, "the log keeps its rows"
    row = kept[len(log)]
    assert (row.kind, row.code, row.note, row.user_id) == ("undo", code, undo.CORRECTED, ANNA)
    assert row.snapshot is not None
    assert unpack(match.game, row.snapshot) != before
    assert row in drop_undone(kept)
    assert any(row in turn.rows for turn in split_into_turns(match.game, kept))
    assert verify(after, kept).differs is None
    wrong = [structs.replace(each, code="next/7") if each == row else each for each in kept]
    assert verify(after, wrong).differs == row.seq, "a different change in the log would be noticed"
    assert undo.find_free_undo(after, ANNA, kept[: len(log) + 1]) is None
    again = await at.referee.match(after.id)
    assert again.decisions == after.decisions
    assert all(after.game.legal_moves(after.state, seat) for seat in after.to_act)
    await at.machines.run(await at.play_any_turn(after, choose=1))
    match = await at.referee.match(after.id)
    assert verify(match, await at.log(match)).differs is None, "the match goes on and can be verified"


@pytest.mark.parametrize("game", EDITED)
async def test_a_record_replays_the_changes_anywhere(at: House, game: str) -> None:
    match, code = await until_editable(at, await at.running(game))
    match = await agree(at, await propose(at, match, code))
    await at.machines.run(await at.play_any_turn(match, choose=2))
    match = await at.referee.match(match.id)
    log = await at.log(match)
    record = make_record(match, log)
    assert [ply.code for ply in record.plies if ply.seat == EDITOR] == [code]
    text = write(record)
    assert parse(text) == record
    assert replay(parse(text))[-1] == match.state
    rebuilt = rebuild(text.encode(), most_turns=1000)
    assert isinstance(rebuilt, Rebuilt)
    rows = [row for turn in rebuilt.turns for row in turn.rows]
    assert [(row.kind, row.code) for row in rows if row.kind == "undo"] == [("undo", code)]
    assert len(rebuilt.turns) == len(split_into_turns(match.game, log))


async def test_a_change_can_be_taken_back_like_a_turn(at: House) -> None:
    match, code = await until_editable(at, await at.running("docker", ANNA, BEN))
    head, before = match.head, match.state
    match = await agree(at, await propose(at, match, code))
    log = await at.log(match)
    to = next(row for row in log if row.seq == head)
    back = Proposal("correct", ANNA, 0, 0, at.now + proposals.OPEN_FOR, to=to.seq)
    who = at.who(ANNA)
    asked = (await at.referee.change(match.id, who, lambda m: proposals.propose(m, back, log, now=at.now))).match
    match = await agree(at, asked)
    assert match.state == before
    kept = await at.log(match)
    assert [row for row in drop_undone(kept) if row.kind == "undo"] == []
    assert verify(match, kept).differs is None
    assert [ply for ply in make_record(match, kept).plies if ply.seat == EDITOR] == []


async def test_only_the_host_of_an_unrated_match_proposes_legal_changes(at: House) -> None:
    match, code = await until_editable(at, await at.running("docker", ANNA, BEN))
    with pytest.raises(UserError, match="Only the host"):
        await propose(at, match, code, by=BEN)
    rated = (await at.referee.change(match.id, MACHINE, lambda m: Change(structs.replace(m, rated=True)))).match
    with pytest.raises(UserError, match="rated"):
        await propose(at, rated, code)
    match = (await at.referee.change(match.id, MACHINE, lambda m: Change(structs.replace(m, rated=False)))).match
    asked = await propose(at, match, code)
    await at.machines.run(await at.play_any_turn(asked, choose=0))
    moved = await at.referee.match(match.id)
    assert moved.proposal is None, "a move ends the vote"
    asked = await propose(at, moved, "nonsense")
    with pytest.raises(UserError, match="could not go on"):
        await agree(at, asked)
    assert (await at.referee.match(match.id)).state == moved.state


async def test_a_plan_is_dropped(at: House) -> None:
    match, code = await until_editable(at, await at.running("docker", ANNA, BEN))
    line = Line(Trial(match.head, "00"), (Reply(("x",), None),))
    match = await agree(at, await propose(at, match, code))
    assert review(match.game, [line], await at.log(match), 0).dropped == "corrected"


async def test_an_old_vote_is_stale(at: House) -> None:
    match, code = await until_editable(at, await at.running("docker", ANNA, BEN))
    log = await at.log(match)
    await at.machines.run(await at.play_any_turn(match, choose=0))
    proposal = Proposal("edit", ANNA, 0, 0, at.now + proposals.OPEN_FOR, edits=(code,))
    with pytest.raises(Stale):
        await at.referee.change(
            match.id, at.who(ANNA), lambda found: proposals.propose(found, proposal, log, now=at.now)
        )
