"""A channel plays a seat by vote: who votes, when a vote ends, what wins, and what stays secret."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import structs

from data import BallotRow
from games.core import Seat
from matches.archive.verify import verify
from matches.clocks import clocks, pauses
from matches.clocks.pace import HOUR
from matches.clocks.voting import Terms
from matches.errors import Stale
from matches.keeping.mapping import make_match
from matches.lobby import invitations, lobby
from matches.match import Match, Proposal
from matches.people import privacy
from matches.play import play, resign
from matches.results.writing import make_results
from matches.votes import ballots, crowd, proposals
from matches.votes.ballots import close_vote, has_looked, keep_draft, load_draft, open_ballot
from tests.matches.crowds import TERMS, begin, until_vote, vote_for
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, a_turn, house, read_refusal
from tests.support.matches.rows import a_match

ELLA, FINN, GINA = 11, 12, 13


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as opened:
        opened.remember()
        yield opened


def list_turns(match: Match, seat: Seat) -> list[tuple[str, ...]]:
    """List different whole turns of a seat."""
    return list(dict.fromkeys(tuple(a_turn(match, seat, choose=number)) for number in range(12)))


async def test_a_vote_counts_as_activity_while_others_have_yet_to_choose(at: House) -> None:
    match = await begin(at, ANNA, BEN, CHIARA, game="dog_royal")
    vote = crowd.find_vote(match)
    assert vote is not None
    assert len(match.to_act) > 1, "all choose a card to pass on"
    began = clocks.find_last_activity(match)
    code = list_turns(match, vote.seat)[0]
    for user in (ELLA, FINN):
        match = await vote_for(at, match, user, code)
    await at.pass_time(TERMS.hours * HOUR + 60)
    match = await at.referee.match(match.id)
    assert vote.seat not in match.to_act
    assert match.awaited
    assert began is not None
    assert clocks.find_last_activity(match) == began + TERMS.hours * HOUR + 60


@pytest.mark.parametrize(
    ("cast", "wins", "agree"),
    [
        (["a", "b", "b"], "b", 2),
        (["b", "a", "a", "b"], "b", 2),  # equally many: the one that was voted for first
        (["ax", "by", "ay", "bz", "bz"], "bz", 2),
        (["ax", "by", "bz", "ay", "c"], "ax", 1),  # the first step, then the next among those that agree
        (["c"], "c", 1),
    ],
)
def test_a_turn_is_decided_step_by_step_and_ties_by_the_earlier_vote(cast: list[str], wins: str, agree: int) -> None:
    found = crowd.decide([tuple(each) for each in cast])
    assert found == crowd.Decided(tuple(wins), agree, len(cast))


async def test_the_winning_turn_is_made_at_the_deadline_and_the_log_says_how_many_voted(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    first, second = list_turns(match, seat)[:2]
    for user, codes in ((ELLA, first), (FINN, second), (GINA, second)):
        match = await vote_for(at, match, user, codes)
        assert crowd.find_vote(match) is not None, "the first vote of a match lasts until its deadline"
    assert all(row.made_by != "crowd" for row in await at.log(match))
    await at.pass_time(6 * HOUR - 60)
    assert crowd.find_vote(await at.referee.match(match.id)) is not None
    await at.pass_time(61)
    made = [row for row in await at.log(match) if row.made_by == "crowd"]
    assert [row.code for row in made] == list(second)
    assert {crowd.read_tally(row) for row in made} == {(2, 3)}
    assert all(row.user_id is None and row.seat == seat for row in made)
    match = await vote_until_over(at, match)
    assert verify(match, await at.log(match)).differs is None


async def test_a_board_shows_what_a_vote_reveals_in_the_middle_of_a_turn(at: House) -> None:
    """In Aquaretto, a drawn tile is shown before the channel votes on its truck."""
    match, seat = await until_vote(at, await begin(at, ANNA, game="aquaretto"))
    for user in (ELLA, FINN):
        match = await vote_for(at, match, user, ("draw",))
    at.now += 6 * HOUR
    done = await close_vote(at.referee, match.id)
    assert done.match.seq == match.seq + 1
    vote = crowd.find_vote(done.match)
    assert vote is not None
    assert vote.seat == seat, "the vote on the truck"
    assert done.outbox_id is not None


async def vote_until_over(at: House, match: Match) -> Match:
    """Play on with a channel of one voter, until the match is over or 200 votes are closed."""
    for number in range(200):
        match = await at.referee.match(match.id)
        if match.phase != "running":
            return match
        if (vote := crowd.find_vote(match)) is not None:
            await vote_for(at, match, ELLA, tuple(a_turn(match, vote.seat, choose=number)))
            await vote_for_if_open(at, match, FINN, number)
            await at.pass_time(7 * HOUR)
        else:
            await at.machines.run(await at.play_any_turn(match, choose=number))
    raise AssertionError("the match does not end")


async def vote_for_if_open(at: House, match: Match, user: int, number: int) -> None:
    match = await at.referee.match(match.id)
    if (vote := crowd.find_vote(match)) is not None:
        await vote_for(at, match, user, tuple(a_turn(match, vote.seat, choose=number)))


async def test_a_vote_ends_early_once_everybody_has_voted_again(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    for user in (ELLA, FINN, GINA):
        match = await vote_for(at, match, user, list_turns(match, seat)[0])
    await at.pass_time(6 * HOUR + 1)
    match, seat = await until_vote(at, match)
    turn = list_turns(match, seat)[0]
    match = await vote_for(at, match, GINA, turn)
    match = await vote_for(at, match, DANA, turn)
    match = await vote_for(at, match, ELLA, turn)
    assert crowd.find_vote(match) is not None, "Finn voted last time, and has not voted again"
    match = await vote_for(at, match, FINN, turn)
    assert crowd.find_vote(match) is None
    assert [crowd.read_tally(row) for row in await at.log(match) if row.made_by == "crowd"][-1] == (4, 4)


@pytest.mark.parametrize("game", ["docker", "dog_royal"])
async def test_nobody_can_tell_that_somebody_has_voted(at: House, game: str) -> None:
    """A vote changes nothing that is shown to anybody: the same match, no board, no edit, no timer."""
    match, seat = await until_vote(at, await begin(at, ANNA, game=game))

    async def read_shown(match: Match) -> tuple[object, ...]:
        rows = await at.store.transaction(
            lambda tx: (tx.read_due_boards(9e9, limit=99), tx.read_due_timers(9e9, limit=99), tx.read_log(match.id))
        )
        return structs.replace(match, rev=0, looks=()), rows

    edits = await at.store.transaction(lambda tx: len(tx.read_due_edits(9e9, limit=99)))
    before = await read_shown(match)
    voted = await vote_for(at, match, ELLA, list_turns(match, seat)[0])
    assert await read_shown(voted) == before
    assert await at.store.transaction(lambda tx: len(tx.read_due_edits(9e9, limit=99))) == edits


async def test_a_vote_can_be_changed_and_counts_once(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA, terms=Terms(1, 1)))
    first, second = list_turns(match, seat)[:2]
    match = await vote_for(at, match, ELLA, first)
    match = await vote_for(at, match, ELLA, second)
    await at.pass_time(HOUR + 1)
    made = [row for row in await at.log(match) if row.made_by == "crowd"]
    assert [row.code for row in made] == list(second)
    assert crowd.read_tally(made[0]) == (1, 1)


async def test_without_enough_votes_a_stand_in_moves_and_the_next_vote_is_open_again(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA, terms=Terms(1, 3)))
    for user in (ELLA, FINN):
        match = await vote_for(at, match, user, list_turns(match, seat)[0])
    await at.pass_time(HOUR + 1)
    last = [row for row in await at.log(match) if row.seat == seat][-1]
    assert (last.made_by, last.user_id) == ("stand_in", None)
    match, seat = await until_vote(at, match)
    assert not match.holder(seat).stand_in


async def test_players_cannot_vote_nor_strangers_play(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA, BEN))
    for user in (ANNA, BEN):
        refused = await read_refusal(open_ballot(at.referee, match, at.who(user)))
        assert refused == "You play in this match, so you cannot vote on the moves of the channel."
        await read_refusal(ballots.cast(at.referee, match, at.who(user), seat, list_turns(match, seat)[0]))
    assert await at.store.transaction(lambda tx: tx.read_ballots(match.id)) == ()
    left = (await at.do(match, resign, BEN, now=at.now)).match
    await read_refusal(open_ballot(at.referee, left, at.who(BEN)))
    facts = {"seat": seat, "codes": a_turn(left, seat), "decision": left.decisions[seat], "now": at.now}
    await read_refusal(at.do(left, play, ELLA, **facts))


async def test_a_vote_needs_a_whole_legal_turn_of_the_open_decision(at: House) -> None:
    match = await begin(at, ANNA, game="aquaretto")
    match, seat = await until_vote(at, match)
    who = at.who(ELLA)
    assert await read_refusal(ballots.cast(at.referee, match, who, seat, ())) == "Choose a move first."
    await read_refusal(ballots.cast(at.referee, match, at.who(ELLA), seat, ("nonsense",)))
    decision = match.decisions[seat]
    await read_refusal(load_draft(at.referee, match, who, seat, decision=decision - 1), Stale)
    other = next(holder.seat for holder in match.seats if not holder.crowd)
    assert crowd.find_vote(match) is not None
    await read_refusal(load_draft(at.referee, match, who, other, decision=decision))


async def test_everybody_has_a_draft_of_their_own(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    first, second = list_turns(match, seat)[:2]
    decision = match.decisions[seat]
    for user, codes in ((ELLA, first), (FINN, second)):
        await keep_draft(at.referee, match, at.who(user), seat, codes)
    for user, codes in ((ELLA, first), (FINN, second), (GINA, ())):
        assert await load_draft(at.referee, match, at.who(user), seat, decision=decision) == codes
    assert await at.referee.draft(match, seat) == ()
    at.restart()
    assert await load_draft(at.referee, match, at.who(ELLA), seat, decision=decision) == first
    assert not crowd.is_complete(match, await at.store.transaction(lambda tx: tx.read_ballots(match.id)))


async def test_the_clock_of_a_vote_stops_in_a_pause(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    await at.pass_time(4 * HOUR)
    await at.do(match, lambda m, _: pauses.pause(m, "consent", now=at.now), ANNA)
    await at.pass_time(48 * HOUR)
    match = (await at.do(match, lambda m, _: pauses.resume(m, now=at.now), ANNA)).match
    clock = match.clocks[seat]
    assert clocks.compute_deadline(clock, ()) == at.now + 2 * HOUR
    await at.pass_time(2 * HOUR + 1)
    assert [row for row in await at.log(match) if row.seat == seat][-1].made_by == "stand_in"


async def test_a_vote_that_is_cast_while_it_is_closed_counts(at: House) -> None:
    """The ballots are read before the match is locked; a vote in between makes the bot read them again."""
    match, seat = await until_vote(at, await begin(at, ANNA, terms=Terms(1, 2)))
    first, second = list_turns(match, seat)[:2]
    await vote_for(at, match, ELLA, first)
    late = await open_ballot(at.referee, match, at.who(FINN))
    at.now += HOUR + 1
    read, once = at.store.transaction, list[object]()

    async def vote_in_between(work):  # type: ignore[no-untyped-def]
        found = await read(work)
        if not once and isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], tuple):
            once.append(found)
            who = at.who(FINN)
            await at.referee.change(match.id, who, lambda m: crowd.cast(m, who, seat, second, late, now=at.now))
        return found

    at.store.transaction = vote_in_between  # type: ignore[method-assign]
    await close_vote(at.referee, match.id)
    assert len(once) == 1
    made = [row for row in await at.log(match) if row.made_by == "crowd"]
    assert {crowd.read_tally(row) for row in made} == {(1, 2)}


async def test_the_seat_of_a_channel_is_chosen_by_the_host_in_a_friendly_match(at: House) -> None:
    match = await at.open("docker", 3)
    await at.do(match, lobby.join, BEN, now=at.now)
    await read_refusal(at.do(match, lobby.seat_crowd, BEN, terms=TERMS, now=at.now), translated=False)
    await read_refusal(at.do(match, lobby.seat_crowd, ANNA, terms=Terms(7, 2), now=at.now))
    match = (await at.do(match, lobby.leave, BEN, now=at.now)).match
    match = (await at.do(match, lobby.seat_crowd, ANNA, terms=Terms(1, 1), now=at.now)).match
    match = (await at.do(match, lobby.seat_crowd, ANNA, terms=Terms(24, 5), now=at.now)).match
    assert [holder.crowd for holder in match.seats if holder.crowd] == [Terms(24, 5)], (
        "one channel, with its newest terms"
    )
    await read_refusal(at.do(match, invitations.change_settings, ANNA, rated=True))
    rated = await at.open("docker", 3, channel=8)
    await at.do(rated, invitations.change_settings, ANNA, rated=True)
    await read_refusal(at.do(rated, lobby.seat_crowd, ANNA, terms=TERMS, now=at.now))


async def test_nothing_is_taken_back_by_agreement_without_the_channel(at: House) -> None:
    match, _ = await until_vote(at, await begin(at, ANNA, BEN))
    log = await at.log(match)
    proposal = Proposal("undo", ANNA, 0, 0, at.now + 9, to=0)
    refused = await read_refusal(at.do(match, lambda m, _: proposals.propose(m, proposal, log, now=at.now), ANNA))
    assert refused.startswith("A channel plays in this match")


async def test_a_rematch_keeps_the_channel_and_results_name_nobody_for_it(at: House) -> None:
    match = await begin(at, ANNA, BEN)
    match = (await at.do(match, resign, BEN, now=at.now)).match
    assert match.phase == "running", "Anna and the channel play on"
    match = (await at.do(match, resign, ANNA, now=at.now)).match
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    assert [row.user_id for row in make_results(match, await at.log(match)) if row.seat == 2] == [None]
    again = invitations.make_rematch(match, at.who(ANNA), secret=bytes(32), now=at.now)
    assert [holder.crowd for holder in again.seats if holder.crowd] == [TERMS]


async def test_votes_are_forgotten_with_the_match_and_with_the_person(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    for user in (ELLA, FINN):
        match = await vote_for(at, match, user, list_turns(match, seat)[0])
    assert await has_looked(at.referee, match, ELLA)
    assert "choice" in (await privacy.export(at.referee, ELLA)).decode()
    await privacy.forget(at.referee, ELLA)
    assert [row.user_id for row in await at.store.transaction(lambda tx: tx.read_ballots(match.id))] == [FINN]
    await at.do(match, lambda m, _: pauses.end_without_result(m, now=at.now), ANNA)
    assert await at.store.transaction(lambda tx: tx.read_ballots(match.id)) == ()


def test_a_ballot_for_a_new_decision_remembers_the_last_vote() -> None:
    match = make_match(a_match(id=5))
    voted = BallotRow(5, ELLA, 10, '["a"]', '["a"]', 1.0)
    later = crowd.renew_ballot(voted, match, ELLA, 20)
    assert later == BallotRow(5, ELLA, 20, voted=10)
    assert crowd.renew_ballot(later, match, ELLA, 30) == BallotRow(5, ELLA, 30, voted=10)
    assert crowd.renew_ballot(None, match, ELLA, 30) == BallotRow(5, ELLA, 30)


async def test_a_vote_waits_for_those_who_took_part_last_time_and_for_nobody_else(at: House) -> None:
    match, seat = await until_vote(at, await begin(at, ANNA))
    decision = match.decisions[seat]

    def cast(user: int, *, voted: int | None = None) -> BallotRow:
        return BallotRow(match.id, user, decision, '["a"]', '["a"]', at.now, voted=voted)

    gone = BallotRow(match.id, GINA, decision - 9, '["a"]', '["a"]', 1.0)
    before = [cast(ELLA, voted=decision - 4), cast(FINN, voted=decision - 4)]
    assert crowd.is_complete(match, [*before, gone]), "Gina has not voted for long"
    assert not crowd.is_complete(match, before[:1]), "two votes are needed"
    late = structs.replace(gone, decision=decision - 4)
    assert not crowd.is_complete(match, [*before, late])
    assert not crowd.is_complete(match, [cast(ELLA), cast(FINN)]), "the first vote lasts until its deadline"
