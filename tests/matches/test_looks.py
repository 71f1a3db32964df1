"""Nobody who has seen one hand plays another in the same match, in any order of looks, requests and returns."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from games.core import Seat
from games.riff_raff.options import Options
from games.rng import Rng
from matches.change import Change
from matches.clocks import absence, pauses
from matches.clocks.pace import HOUR
from matches.clocks.pauses import replace_player
from matches.clocks.voting import Terms
from matches.errors import UserError
from matches.lobby import invitations, lobby
from matches.looks import find_looks, list_seen
from matches.match import Match, Proposal
from matches.people import privacy
from matches.play import resign
from matches.referee import MACHINE
from matches.substitutes import ask_to_step_in, seek, step_in
from matches.votes import proposals
from matches.votes.ballots import note_earlier_looks, open_ballot
from tests.matches.crowds import TERMS, begin, until_vote, vote_for
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, House, a_turn, house, read_refusal
from tests.support.numbers import patience, times

ELLA = 11
EVERYBODY = (ANNA, BEN, CHIARA, DANA, ELLA)
STEPS = times(20_000, usual=400)
"""Random acts of five people who look, ask, leave, are forgotten and come back."""

TAKEN = "You have seen the cards of another seat in this match, so you cannot take this one."
VOTING = "You have seen the cards of another seat in this match, so you cannot vote on the channel's moves."


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path, quick=True) as opened:
        opened.remember()
        yield opened


async def begin_with_channel(at: House, *, private: bool = False) -> tuple[Match, Seat]:
    """Begin a match of Anna, Ben and the channel, on whose move is voted."""
    match, seat = await until_vote(at, await begin(at, ANNA, BEN, game="dog_royal"))
    if private:
        done = await at.referee.change(match.id, MACHINE, lambda m: Change(structs.replace(m, private=True)))
        match = done.match
    return (await at.do(match, seek, BEN, wanted=True)).match, seat


async def agree(at: House, match: Match, user: int) -> None:
    proposal = (await at.referee.match(match.id)).proposal
    number = proposal.number if proposal is not None else -1
    await at.do(match, proposals.agree, user, number=number, log=(), now=at.now)


@pytest.mark.parametrize("restarts", [False, True])
async def test_being_forgotten_does_not_undo_a_look(at: House, restarts: bool) -> None:
    match, _ = await begin_with_channel(at)
    await open_ballot(at.referee, match, at.who(DANA))
    assert await read_refusal(at.do(match, step_in, DANA, seat=1, now=at.now)) == TAKEN
    await privacy.forget(at.referee, DANA)
    if restarts:
        at.restart()
    assert await read_refusal(at.do(match, step_in, DANA, seat=1, now=at.now)) == TAKEN
    done = await at.do(match, step_in, ELLA, seat=1, now=at.now)
    assert done.match.holder(1).user_id == ELLA, "others can"


async def test_somebody_who_has_asked_for_a_seat_looks_only_once_they_withdraw(at: House) -> None:
    match, seat = await begin_with_channel(at, private=True)
    await at.do(match, ask_to_step_in, DANA, seat=1, now=at.now)
    match = await at.referee.match(match.id)
    assert "press Refuse" in await read_refusal(open_ballot(at.referee, match, at.who(DANA)))
    assert list_seen(match, DANA) == ()
    proposal = match.proposal
    assert proposal is not None
    match = (await at.do(match, proposals.refuse, DANA, number=proposal.number)).match
    await open_ballot(at.referee, match, at.who(DANA))
    assert list_seen(await at.referee.match(match.id), DANA) == (seat,)
    assert await read_refusal(at.do(match, ask_to_step_in, DANA, seat=1, now=at.now)) == TAKEN


async def test_a_seat_is_refused_when_it_is_given(at: House) -> None:
    """Dana asks for Ben's seat, takes Anna's meanwhile, and leaves it before the vote is over."""
    match, _ = await begin_with_channel(at, private=True)
    await at.do(match, ask_to_step_in, DANA, seat=1, now=at.now)
    await at.do(match, lambda m, _: replace_player(m, 0, DANA, "Dana", now=at.now), DANA)
    await at.do(match, lambda m, _: replace_player(m, 0, CHIARA, "Chiara", now=at.now), CHIARA)
    await agree(at, match, CHIARA)
    refused = await read_refusal(agree(at, match, BEN))
    assert refused.startswith(f"User {DANA} has seen the cards of another seat, so they cannot take this one.")
    match = await at.referee.match(match.id)
    assert [row.user_id for row in match.seats[:2]] == [CHIARA, BEN]
    at.now += proposals.OPEN_FOR
    match = (await at.do(match, lambda m, _: proposals.drop_expired(m, now=at.now), ANNA)).match
    assert match.proposal is None


async def test_somebody_who_has_left_a_seat_may_return_to_it_alone(at: House) -> None:
    match, seat = await begin_with_channel(at)
    match = (await at.do(match, step_in, CHIARA, seat=1, now=at.now)).match
    assert await read_refusal(open_ballot(at.referee, match, at.who(BEN))) == VOTING
    await at.do(match, resign, ANNA, now=at.now)
    for forgotten in (False, True):
        if forgotten:
            for user in (ANNA, BEN):
                await privacy.forget(at.referee, user)
        match = await at.referee.match(match.id)
        assert (list_seen(match, ANNA), list_seen(match, BEN)) == ((0,), (1,))
        for user, other in ((ANNA, 1), (BEN, 0), (ANNA, seat)):
            work = replace_player
            refused = at.do(match, lambda m, _, u=user, s=other, w=work: w(m, s, u, "x", now=at.now), user)
            assert await read_refusal(refused) == TAKEN
    assert await read_refusal(open_ballot(at.referee, match, at.who(ANNA))) == VOTING
    match = (await at.do(match, lambda m, _: replace_player(m, 0, ANNA, "Anna", now=at.now), ANNA)).match
    assert match.holder(0).user_id == ANNA


async def test_a_look_says_nothing_and_ends_with_the_match(at: House) -> None:
    match, seat = await begin_with_channel(at)
    await open_ballot(at.referee, match, at.who(DANA))
    await open_ballot(at.referee, match, at.who(DANA))
    match = await at.referee.match(match.id)
    (look,) = match.looks
    assert look == bytes.fromhex(look).hex()
    assert len(look) == 16
    assert find_looks(match, DANA) == (seat,)
    assert find_looks(structs.replace(match, secret=bytes([1] * 32)), DANA) == (), "the secret is its key"
    told = json.loads(await privacy.export(at.referee, DANA))["looks"]
    assert told == [{"match_id": match.id, "seats": [seat]}]
    assert json.loads(await privacy.export(at.referee, ELLA))["looks"] == []
    ended = structs.replace(match, phase="finished")
    again = invitations.make_rematch(ended, at.who(ANNA), secret=bytes(32), now=at.now)
    assert again.looks == ()
    over = await at.do(match, lambda m, _: pauses.end_without_result(m, now=at.now), ANNA)
    assert (await at.reread(over.match)).looks == (), "its secret is public now"


async def test_a_look_ends_with_a_result(at: House) -> None:
    match = await begin(at, ANNA, game="dog_royal")
    await open_ballot(at.referee, match, at.who(DANA))
    assert find_looks((await at.referee.match(match.id)), DANA)
    done = await at.do(match, resign, ANNA, now=at.now)
    assert done.match.phase == "finished"
    assert (await at.reread(done.match)).looks == ()


async def test_games_without_secrets_remember_nobody(at: House) -> None:
    match, _ = await until_vote(at, await begin(at, ANNA, BEN))
    await open_ballot(at.referee, match, at.who(DANA))
    match = (await at.do(match, seek, BEN, wanted=True)).match
    match = (await at.do(match, step_in, DANA, seat=1, now=at.now)).match
    assert match.looks == ()
    assert match.holder(1).user_id == DANA


async def begin_selection(at: House, *, hide_played: bool = False, crowd: bool = False) -> Match:
    """Begin a match of Riff Raff in which Ben has chosen his card and left his seat to Chiara. Anna offers hers."""
    match = await at.open("riff_raff", 2 + crowd, options=Options(hide_played=hide_played))
    match = (await at.do(match, lobby.join, BEN, now=at.now)).match
    if crowd:
        match = (await at.do(match, lobby.seat_crowd, ANNA, terms=TERMS, now=at.now)).match
    await choose_card(at, match, 1)
    for user in (ANNA, BEN):
        await at.do(match, seek, user, wanted=True)
    return (await at.do(match, step_in, CHIARA, seat=1, now=at.now)).match


async def choose_card(at: House, match: Match, seat: Seat) -> Match:
    match = await at.referee.match(match.id)
    return (await at.machines.run(await at.play(match, seat, *a_turn(match, seat, choose=8 - seat)))).match


async def test_a_card_chosen_in_secret_bars_another_seat_until_it_is_revealed(at: House) -> None:
    match = await begin_selection(at)
    assert (match.state.phase, match.to_act, match.state.chosen[1]) == ("select", (0,), 8)
    assert await read_refusal(at.do(match, step_in, BEN, seat=0, now=at.now)) == TAKEN
    assert await read_refusal(at.do(match, ask_to_step_in, BEN, seat=0, now=at.now)) == TAKEN
    match = await choose_card(at, match, 0)
    assert match.state.phase != "select"
    match = (await at.do(match, step_in, BEN, seat=0, now=at.now)).match
    assert match.holder(0).user_id == BEN


async def test_somebody_whose_seat_has_yet_to_choose_may_take_another(at: House) -> None:
    match = await at.running("riff_raff", ANNA, BEN)
    for user in (ANNA, BEN):
        await at.do(match, seek, user, wanted=True)
    await at.do(match, step_in, CHIARA, seat=1, now=at.now)
    match = (await at.do(match, step_in, BEN, seat=0, now=at.now)).match
    assert match.holder(0).user_id == BEN


async def test_a_hidden_hand_of_riff_raff_bars_another_seat_after_the_reveal_too(at: House) -> None:
    match = await begin_selection(at, hide_played=True)
    assert await read_refusal(at.do(match, step_in, BEN, seat=0, now=at.now)) == TAKEN
    match = await choose_card(at, match, 0)
    assert match.state.phase != "select"
    assert await read_refusal(at.do(match, step_in, BEN, seat=0, now=at.now)) == TAKEN
    match = (await at.do(match, step_in, DANA, seat=0, now=at.now)).match
    assert match.holder(0).user_id == DANA, "others can"


async def test_a_chosen_card_bars_a_vote_and_a_vote_bars_a_seat_until_the_reveal(at: House) -> None:
    match = await begin_selection(at, crowd=True)
    assert await read_refusal(open_ballot(at.referee, match, at.who(BEN))) == VOTING
    for user in (DANA, ELLA):
        match = await vote_for(at, match, user, tuple(a_turn(match, 2)))
    await at.pass_time(TERMS.hours * HOUR + 60)
    match = await at.referee.match(match.id)
    assert (match.state.phase, match.to_act) == ("select", (0,))
    assert list_seen(match, DANA) == (2,)
    assert await read_refusal(at.do(match, step_in, DANA, seat=0, now=at.now)) == TAKEN
    match = await choose_card(at, match, 0)
    assert match.state.phase != "select"
    match, seat = await until_vote(at, match)
    await open_ballot(at.referee, match, at.who(BEN))
    assert list_seen(await at.referee.match(match.id), BEN) == (1, seat)
    match = (await at.do(match, step_in, DANA, seat=0, now=at.now)).match
    assert match.holder(0).user_id == DANA


@pytest.mark.parametrize("hide_played", [False, True])
async def test_somebody_who_has_asked_for_a_seat_of_riff_raff_sees_no_hidden_hand(at: House, hide_played: bool) -> None:
    match = await begin_selection(at, hide_played=hide_played, crowd=True)
    await at.do(match, ask_to_step_in, DANA, seat=0, now=at.now)
    match = await at.referee.match(match.id)
    opened = open_ballot(at.referee, match, at.who(DANA))
    if hide_played:
        assert "press Refuse" in await read_refusal(opened)
    else:
        await opened
    assert list_seen(await at.referee.match(match.id), DANA) == (() if hide_played else (2,))


async def test_the_vote_of_somebody_who_takes_a_seat_does_not_count(at: House) -> None:
    """Dana would know the channel's card. Once she plays, the next vote does not wait for her either."""
    match = await begin(at, ANNA, BEN, game="riff_raff", terms=Terms(6, 1))
    match = await vote_for(at, match, DANA, tuple(a_turn(match, 2, choose=8)))
    await vote_for(at, match, ELLA, tuple(a_turn(match, 2, choose=4)))
    await at.do(match, seek, ANNA, wanted=True)
    match = (await at.do(match, step_in, DANA, seat=0, now=at.now)).match
    assert match.holder(0).user_id == DANA
    await at.pass_time(6 * HOUR + 60)
    match = await at.referee.match(match.id)
    assert (match.state.phase, match.state.chosen[2]) == ("select", 5), "Dana's earlier vote would decide the tie"
    for seat in (0, 1):
        match = await choose_card(at, match, seat)
    match, seat = await until_vote(at, match)
    decision = match.decisions[seat]
    match = await vote_for(at, match, ELLA, tuple(a_turn(match, seat)))
    assert match.decisions.get(seat) != decision


async def test_looks_of_earlier_versions_are_noted(at: House) -> None:
    match, seat = await begin_with_channel(at)
    for user in (DANA, ELLA):
        await open_ballot(at.referee, match, at.who(user))
    await at.store.transaction(lambda tx: tx._db.execute("UPDATE matches SET looks = '[]'"))
    at.restart()
    match = await at.referee.match(match.id)
    assert list_seen(match, DANA) == ()
    await note_earlier_looks(at.referee)
    noted = await at.referee.match(match.id)
    assert (list_seen(noted, DANA), list_seen(noted, ELLA), list_seen(noted, CHIARA)) == ((seat,), (seat,), ())
    await note_earlier_looks(at.referee)
    assert await at.referee.match(match.id) == noted, "once is enough"


class Crowd:
    """People who do random things in matches with hidden hands. `seen` is what they have really seen."""

    def __init__(self, at: House, seed: int) -> None:
        self.at = at
        self.rng = Rng(seed.to_bytes(4, "big"), "acts", 0)
        self.channels = itertools.count(50)
        self.seen: dict[int, set[Seat]] = defaultdict(set)
        self.match: Match

    async def begin(self) -> None:
        at = self.at
        match = await at.open("dog_royal", 4, host=ANNA, channel=next(self.channels))
        for user in (BEN, CHIARA):
            await at.do(match, lobby.join, user, now=at.now)
        self.match = (await at.do(match, lobby.seat_crowd, ANNA, terms=TERMS, now=at.now)).match
        self.seen.clear()

    async def act(self) -> str:
        """Let somebody do something. Returns what, if it was allowed."""
        at, match, rng = self.at, self.match, self.rng
        user, seat = rng.choice(EVERYBODY), rng.below(4)
        now = at.now = at.now + 60
        proposal = Proposal("substitute", user, seat, 0, now + proposals.OPEN_FOR, name=f"User {user}")
        acts: dict[str, Callable[[], Any]] = {
            "look": lambda: open_ballot(at.referee, match, at.who(user)),
            "seek": lambda: at.do(match, seek, user, wanted=True),
            "step in": lambda: at.do(match, step_in, user, seat=seat, now=now),
            "ask": lambda: at.do(match, ask_to_step_in, user, seat=seat, now=now),
            "ask for an absent one's": lambda: at.do(
                match, lambda m, _: proposals.propose(m, proposal, (), now=now), user
            ),
            "agree": lambda: agree(at, match, user),
            "expire": lambda: at.do(match, lambda m, _: proposals.drop_expired(m, now=now + proposals.OPEN_FOR), user),
            "resign": lambda: at.do(match, resign, user, now=now),
            "be away": lambda: at.do(match, lambda m, _: absence.stand_in(m, seat, for_good=True), user),
            "forget": lambda: privacy.forget(at.referee, user),
            "remove": lambda: at.do(match, lambda m, _: replace_player(m, seat, None, "x", now=now), user),
            "move": lambda: at.play_any_turn(match),
            "machines": at.machines.resume,
            "wait": lambda: at.pass_time(7 * HOUR),
            "restart": self._restart,
        }
        what = rng.choice([*acts, "look", "look", "agree", "step in", "seek", "forget"])
        if what in ("remove", "resign", "be away") and rng.below(3):
            return ""  # these end matches too soon
        try:
            await acts[what]()
        except (UserError, IndexError):  # IndexError: nobody is to move
            return ""
        if what == "look":
            (opened,) = (holder.seat for holder in match.seats if holder.crowd)
            self.seen[user].add(opened)
        return what

    async def _restart(self) -> None:
        self.at.restart()

    def check(self) -> None:
        """Note what the players see, and raise AssertionError if one of them has seen another hand."""
        for holder in self.match.seats:
            if holder.user_id and not holder.resigned:
                self.seen[holder.user_id].add(holder.seat)
        for user, seats in self.seen.items():
            assert len(seats) == 1, f"{user} knows the hands of {seats}"


async def live_together(at: House, *, steps: int, seed: int = 1) -> set[str]:
    """Let people do random things, and check each time what they know. Returns what they were allowed to do."""
    people, done = Crowd(at, seed), set()
    await people.begin()
    for _ in range(steps):
        done.add(await people.act())
        people.match = await at.referee.match(people.match.id)
        people.check()
        if people.match.phase != "running":
            await people.begin()
    return done - {""}


@pytest.mark.timeout(patience(60))
async def test_no_order_of_acts_shows_two_hands_to_one_person(at: House) -> None:
    done = await live_together(at, steps=STEPS)
    assert {"look", "step in", "ask", "agree", "resign", "forget", "move"} <= done


def _forget_looks(match: Match, *_: object) -> Match:
    return match


def _is_unknown(*_: object) -> bool:
    return False


MUTANTS: dict[str, dict[str, Callable[..., Any]]] = {
    "a look is not noted": {"matches.votes.crowd.note_looks": _forget_looks},
    "a lost seat is not noted": {"matches.clocks.pauses.note_looks": _forget_looks},
    "a forgotten person's seats are not noted": {"matches.people.privacy.note_looks": _forget_looks},
    "a seat is given without a check": {
        "matches.clocks.pauses.require_unseen": _is_unknown, "matches.votes.proposals.has_seen_another": _is_unknown,
    },
    "the channel's hand is shown without a check": {"matches.votes.crowd.has_seen_another": _is_unknown},
}  # fmt: skip


@pytest.mark.mutant
@pytest.mark.timeout(patience(60))
@pytest.mark.parametrize("mutant", MUTANTS)
async def test_an_order_that_shows_two_hands_would_be_found(
    at: House, monkeypatch: pytest.MonkeyPatch, mutant: str
) -> None:
    for name, weaker in MUTANTS[mutant].items():
        monkeypatch.setattr(name, weaker)
    with pytest.raises(AssertionError, match="knows the hands"):
        await live_together(at, steps=4_000)
