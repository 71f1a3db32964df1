"""A match in two servers: the link, what each side sees, its boards, lost channels, and the end of the link."""

from __future__ import annotations

import pytest
from msgspec import structs

from data import FORMER, OutboxRow
from matches import two_servers as linking
from matches.change import Change
from matches.clocks import pauses
from matches.directory import find_open_at, find_open_in
from matches.errors import Stale, UserError
from matches.lobby import invitations, lobby
from matches.match import Guest, Match, Proposal, Side
from matches.people import privacy
from matches.people.preferences import Server
from matches.people.servers import mark_left
from matches.referee import Done
from matches.results.statistics import make_tally, read_results_of, select_visible
from matches.votes import proposals
from tests.support.matches.house import ANNA, BEN, CHANNEL, CHIARA, DANA, GUILD, House, read_refusal
from tests.support.matches.two_servers import CHANNEL_THERE, LETTERS, THERE, change, link, share_match, who

DAY = 86400.0


@pytest.mark.parametrize(
    "typed",
    ["12-ABC234", " 12-abc234 ", "12 - ABC234", "12–ABC234", "12—abc234", "12−ABC234", "`12-ABC234`", '"12-ABC234"\n'],
)
def test_a_code_is_read_as_phones_write_it(typed: str) -> None:
    assert linking.read_code(typed) == (12, "ABC234")


@pytest.mark.parametrize(
    "typed", ["", "12", "12-", "-ABC", "12 ABC", "١٢-ABC", "9" * 16 + "-ABC", "12-AB C", "12-ÄB", "x" * 6000]
)
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(UserError, match="wrong or has expired"):
        linking.read_code(typed)


async def lose(at: House, match: Match, side: Side) -> Done:
    return await change(at, match, lambda found: pauses.lose_place(found, side, now=at.now))


async def regain(at: House, match: Match, side: Side) -> Done:
    return await change(at, match, lambda found: pauses.regain_place(found, side, now=at.now))


async def list_sides(at: House) -> list[tuple[int, int, int]]:
    """List the owed boards as (seq, server, channel)."""
    return [(row.seq, row.guild_id, row.channel_id) for row in await at.list_unposted()]


async def test_a_code_links_a_channel_of_another_server_for_an_hour(at: House) -> None:
    match = await at.open("docker", 4)
    host, other = who(at, ANNA), who(at, CHIARA, guild=THERE)
    with pytest.raises(UserError):
        linking.offer(match, who(at, BEN), code=LETTERS, names=True, now=at.now)
    offered = await change(at, match, lambda found: linking.offer(found, host, code=LETTERS, names=True, now=at.now))
    match = offered.match
    said = set()
    for letters, guild, later in (("ABCDEG", THERE, 0.0), ("", THERE, 0.0), (LETTERS, THERE, linking.CODE_LASTS)):
        with pytest.raises(UserError) as wrong:
            linking.require_code(match, letters, guild, now=at.now + later)
        said.add(wrong.value.text.id)
    assert len(said) == 1, "a wrong code and an old one cannot be told apart"
    with pytest.raises(UserError, match="for another server"):
        linking.require_code(match, LETTERS, GUILD, now=at.now)
    for typed in ("", "ABC", "1-", "x-ABC", "9" * 30 + "-ABC"):
        with pytest.raises(UserError):
            linking.read_code(typed)
    linked = await change(
        at,
        match,
        lambda found: linking.accept(
            found, other, LETTERS, channel_id=CHANNEL_THERE, names=True, language="fr", now=at.now + 3599
        ),
    )
    assert (linked.match.guest_guild_id, linked.match.guest_channel_id) == (THERE, CHANNEL_THERE)
    assert linked.match.guest.names
    with pytest.raises(UserError):
        linking.require_code(linked.match, LETTERS, 99, now=at.now)


async def test_only_managers_link_unless_the_settings_let_everybody(at: House) -> None:
    member, manager = who(at, BEN), who(at, ANNA, manages=True)
    linking.require_right(manager, Server())
    linking.require_right(member, Server(shares_tables=True))
    with pytest.raises(UserError, match="manages the server"):
        linking.require_right(member, Server())


@pytest.mark.parametrize("field", ["private", "rated", "demo"])
async def test_tables_that_are_not_open_to_everybody_are_not_shared(at: House, field: str) -> None:
    match = await at.open("docker", 4)
    match = (await change(at, match, lambda found: Change(structs.replace(found, **{field: 1})))).match
    host = who(at, ANNA)
    with pytest.raises(UserError, match="can be shared"):
        linking.offer(match, host, code=LETTERS, names=True, now=at.now)


async def test_a_shared_table_stays_open_and_unrated(at: House) -> None:
    match = await link(at, await at.open("docker", 4))
    host = who(at, ANNA)
    for terms in ({"rated": True}, {"private": True}):
        asked = change(at, match, lambda found, terms=terms: invitations.change_settings(found, host, **terms))
        await read_refusal(asked)


async def test_a_channel_shows_one_match_on_either_side(at: House) -> None:
    first = await link(at, await at.open("docker", 4))
    second = await at.open("docker", 4, channel=9)
    with pytest.raises(UserError):
        await link(at, second)
    with pytest.raises(UserError):
        await at.open("docker", 4, channel=CHANNEL_THERE, guild=THERE)
    third = await at.running("docker", BEN, DANA, channel=10, guild=THERE)
    with pytest.raises(UserError):
        await change(at, third, lambda found: pauses.move_channel(found, CHANNEL_THERE, THERE, now=at.now, user_id=BEN))
    assert (await at.referee.match_in(CHANNEL_THERE)).id == first.id  # type: ignore[union-attr]
    at.restart()
    assert (await at.referee.match_in(CHANNEL_THERE)).id == first.id  # type: ignore[union-attr]
    assert (await at.referee.match_in(CHANNEL)).id == first.id  # type: ignore[union-attr]


@pytest.mark.parametrize("names", [False, True])
async def test_each_side_sees_its_own_channel_language_and_people(at: House, names: bool) -> None:
    match = await share_match(at, names=names)
    home, there = match.faces
    assert home is match
    assert (there.guild_id, there.channel_id, there.language) == (THERE, CHANNEL_THERE, "de")
    assert there.seen_from(THERE) is there
    assert match.seen_from(99) is match
    shown = [[persona.name for persona in face.cast()] for face in match.faces]
    all_names = [f"User {user}" for user in (ANNA, BEN, CHIARA, DANA)]
    assert shown == ([all_names] * 2 if names else [[*all_names[:2], "", ""], ["", "", *all_names[2:]]])
    assert [there.is_elsewhere(holder) for holder in match.seats] == [True, True, False, False]
    assert [home.is_elsewhere(holder) for holder in match.seats] == [False, False, True, True]
    assert match.seen_from(None, DANA).side == "guest", "in direct messages a player sees their own side"
    assert match.seen_from(GUILD, DANA).side == "home", "in the home channel everybody sees the home side"
    assert match.seen_from(99, ANNA).side == "home"
    assert [match.seen_from(None, match.holder(seat).user_id).side for seat in range(4)] == [
        "home",
        "home",
        "guest",
        "guest",
    ]


async def test_names_need_the_consent_of_both(at: House) -> None:
    for number, (offered, agreed) in enumerate([(True, False), (False, True), (True, True)]):
        match = await at.open("docker", 4, channel=100 + number)
        linked = await link(at, match, names=offered, agreed=agreed, channel=200 + number)
        assert linked.guest.names == (offered and agreed)


async def test_a_person_with_two_seats_stays_on_their_side(at: House) -> None:
    match = await link(at, await at.open("docker", 4))
    for guild, again in ((THERE, False), (GUILD, True)):
        by = who(at, DANA, guild=guild)
        match = (
            await change(at, match, lambda found, by=by, again=again: lobby.join(found, by, again=again, now=at.now))
        ).match
    assert [holder.guest for holder in match.seats] == [0, 1, 1]


async def test_both_sides_are_owed_each_board(at: House) -> None:
    match = await share_match(at)
    assert await list_sides(at) == [(0, GUILD, CHANNEL), (0, THERE, CHANNEL_THERE)]
    done = await at.play_any_turn(match)
    assert None not in (done.outbox_id, done.guest_outbox_id)
    seq = done.match.seq
    rows = {row.guest: row for row in await at.list_unposted() if row.seq == seq}
    assert (rows[0].id, rows[1].id) == (done.outbox_id, done.guest_outbox_id)

    def post_first(tx: object) -> OutboxRow | None:
        tx.mark_posted(rows[0].id, 900)  # type: ignore[attr-defined]
        return tx.find_newest_board(match.id, before=99, guest=True)  # type: ignore[attr-defined, no-any-return]

    assert await at.store.transaction(post_first) is None, "a posted board of one side is not one of the other"
    later = (await at.play_any_turn(match)).match
    superseded = await at.store.transaction(lambda tx: [tx.is_superseded(row) for row in rows.values()])
    assert superseded == [True, True]
    assert later.seq > seq


async def test_an_ordinary_match_owes_one_board(at: House) -> None:
    match = await at.running("docker", ANNA, BEN)
    done = await at.play_any_turn(match)
    assert done.guest_outbox_id is None
    assert {row.guest for row in await at.list_unposted()} == {0}


async def test_a_match_is_found_from_both_servers(at: House) -> None:
    match = await share_match(at)
    for guild, channel in ((GUILD, CHANNEL), (THERE, CHANNEL_THERE)):
        (found,) = await find_open_in(at.referee, guild)
        assert found == await find_open_at(at.referee, channel)
        assert (found.id, found.guild_id, found.channel_id) == (match.id, guild, channel)


@pytest.mark.parametrize("side", ["home", "guest"])
async def test_a_lost_channel_pauses_the_match_and_the_other_side_is_told(at: House, side: Side) -> None:
    match = await share_match(at)
    done = await lose(at, match, side)
    assert done.match.paused_for == "place"
    assert (done.outbox_id is None) == (side == "home"), "nothing is posted into the lost channel"
    assert (done.guest_outbox_id is None) == (side == "guest")
    explained = {face.side: pauses.explain_pause(face) for face in done.match.faces}
    assert explained.pop(side) == pauses.LOST
    assert list(explained.values()) == [pauses.LOST_THERE]
    with pytest.raises(Stale):
        await lose(at, match, side)
    back = await regain(at, match, side)
    assert back.match.phase == "running"
    assert back.match.guest.lost == ()
    assert None not in (back.outbox_id, back.guest_outbox_id)


async def test_a_match_waits_until_both_channels_are_back(at: House) -> None:
    match = await share_match(at)
    await lose(at, match, "home")
    both = await lose(at, match, "guest")
    assert both.match.guest.lost == ("home", "guest")
    once = await regain(at, match, "home")
    assert once.match.phase == "paused"
    with pytest.raises(Stale):
        await regain(at, match, "home")
    moved = await change(at, match, lambda found: pauses.move_channel(found, 17, GUILD, now=at.now, user_id=ANNA))
    assert (moved.match.channel_id, moved.match.phase) == (17, "paused")
    assert (await regain(at, match, "guest")).match.phase == "running"


async def test_a_manager_who_resumes_it_forgets_the_loss(at: House) -> None:
    match = await share_match(at)
    await lose(at, match, "guest")
    resumed = await change(at, match, lambda found: pauses.resume(found, now=at.now))
    assert resumed.match.guest.lost == ()
    assert resumed.guest_outbox_id is not None, "if the channel is still lost, its board finds that out"


async def test_a_side_moves_to_another_channel_of_its_server(at: House) -> None:
    match = await share_match(at)
    await lose(at, match, "guest")
    moved = await change(at, match, lambda found: pauses.move_channel(found, 18, THERE, now=at.now, user_id=CHIARA))
    assert (moved.match.guest_channel_id, moved.match.channel_id) == (18, CHANNEL)
    assert moved.match.phase == "running"
    with pytest.raises(UserError):
        pauses.move_channel(moved.match, 18, THERE, now=at.now, user_id=CHIARA)
    with pytest.raises(UserError, match="another server"):
        pauses.move_channel(moved.match, 18, 99, now=at.now, user_id=CHIARA)


@pytest.mark.parametrize("lost", [None, "guest", "home"])
async def test_the_end_of_a_link_gives_the_seats_to_computer_players(at: House, lost: Side | None) -> None:
    match = await share_match(at)
    if lost is not None:
        await lose(at, match, lost)
    done = await change(at, match, lambda found: linking.part(found, now=at.now))
    assert (done.match.guest_guild_id, done.match.guest_channel_id) == (None, None)
    assert [holder.user_id for holder in done.match.seats] == [ANNA, BEN, None, None]
    assert done.match.phase == ("paused" if lost == "home" else "running")
    assert done.match.guest.parted == (THERE, CHANNEL_THERE, None)
    edits = await at.store.transaction(lambda tx: tx.read_due_edits(float("inf"), limit=9))
    assert "guest" in [edit.what for edit in edits]
    kinds = [(entry.kind, entry.code) for entry in await at.log(match)]
    assert ("place", linking.PARTED) in kinds
    assert len([kind for kind, _ in kinds if kind == "replace"]) == 2
    if done.match.phase == "running":
        await at.machines.run(done)
        await at.play_any_turn(done.match)
    forgotten = await change(at, match, linking.forget_parted)
    assert forgotten.match.guest == Guest()


async def test_who_may_end_a_link(at: House) -> None:
    match = await share_match(at)

    def may(found: Match, user: int, guild: int, *, manages: bool = False) -> bool:
        return linking.may_part(found, who(at, user, guild=guild, manages=manages))

    for found in (match, (await lose(at, match, "guest")).match):
        assert may(found, 99, GUILD, manages=True)
        assert may(found, 99, THERE, manages=True)
        assert not may(found, 99, 72, manages=True)
    assert not may(match, ANNA, GUILD)
    paused = await at.referee.match(match.id)
    assert may(paused, ANNA, GUILD), "a player who waits for the other side may end the link"
    assert not may(paused, CHIARA, THERE)
    assert not may(paused, 99, GUILD)
    host = who(at, CHIARA, guild=THERE)
    await read_refusal(change(at, match, lambda found: linking.part_as(found, host, now=at.now)))


@pytest.mark.parametrize("host_leaves", [False, True])
async def test_a_link_that_ends_in_the_lobby_takes_its_people_along(at: House, host_leaves: bool) -> None:
    match = await link(at, await at.open("docker", 4))
    by = who(at, CHIARA, guild=THERE)
    match = (await change(at, match, lambda found: lobby.join(found, by, now=at.now), by)).match
    if host_leaves:
        await at.do(match, lobby.leave, ANNA, now=at.now)
    done = await change(at, match, lambda found: linking.part(found, now=at.now))
    assert [holder.user_id for holder in done.match.seats if holder.user_id] == ([CHIARA] if host_leaves else [ANNA])
    assert done.match.phase == ("cancelled" if host_leaves else "lobby")


async def test_results_count_in_the_server_where_one_plays(at: House) -> None:
    match = await at.until_over(await share_match(at, game="aquaretto"))
    assert match.phase == "finished"
    results = await at.store.transaction(lambda tx: tx.read_results(match.id))
    assert [row.guild_id for row in results] == [GUILD, GUILD, THERE, THERE]
    rows = await read_results_of(at.referee, DANA)
    for viewer, guild, seen in ((DANA, GUILD, 2), (ANNA, THERE, 2), (ANNA, GUILD, 0)):
        visible = select_visible(rows, viewer=viewer, subject=DANA, guild_id=guild)
        assert [row.user_id for row in visible] == [CHIARA, DANA][:seen]
        assert make_tally(visible, DANA, own=viewer == DANA).matches == (seen > 0)


async def test_a_rematch_invites_only_the_own_side(at: House) -> None:
    match = await at.until_over(await share_match(at, game="aquaretto"))
    there = match.seen_from(THERE)
    again = invitations.make_rematch(there, who(at, DANA, guild=THERE), secret=bytes(32), now=at.now)
    assert (again.guild_id, again.guest_guild_id, again.guest) == (THERE, None, Guest())
    assert {holder.user_id for holder in again.seats} == {DANA}
    assert [found.user for found in again.invited] == [CHIARA]


async def test_seats_are_not_given_to_others(at: House) -> None:
    from matches.substitutes import seek

    match = await share_match(at)
    await read_refusal(at.do(match, seek, ANNA, wanted=True))


@pytest.mark.parametrize("ended", [False, True])
async def test_a_purge_of_the_second_server_leaves_the_match_and_nothing_of_its_people(at: House, ended: bool) -> None:
    match = await share_match(at, game="aquaretto")
    match = await at.until_over(match) if ended else match
    await mark_left(at.referee, THERE, at.now)
    at.now += 31 * DAY
    await privacy.purge(at.referee)
    left = await at.referee.match(match.id)
    assert (left.guest_guild_id, left.guest) == (None, Guest())
    assert [holder.user_id for holder in left.seats] == [ANNA, BEN, *([FORMER] * 2 if ended else [None] * 2)]
    assert not {holder.name for holder in left.seats} & {"User 3", "User 4"}
    assert not {CHIARA, DANA} & {row.user_id for row in await at.log(match)} or not ended


async def test_a_purge_of_the_home_deletes_the_boards_of_both(at: House) -> None:
    match = await share_match(at)
    await mark_left(at.referee, GUILD, at.now)
    at.now += 31 * DAY
    await privacy.purge(at.referee)
    assert await at.store.transaction(lambda tx: tx.read_match(match.id)) is None
    assert await at.list_unposted() == ()


async def test_the_log_says_which_side_has_moved_to_another_channel(at: House) -> None:
    match = await share_match(at)
    for channel, guild, side in ((18, THERE, "guest"), (19, GUILD, "home")):
        await change(
            at,
            match,
            lambda found, channel=channel, guild=guild: pauses.move_channel(
                found, channel, guild, now=at.now, user_id=ANNA
            ),
        )
        row = (await at.log(match))[-1]
        assert (row.kind, row.code) == ("place", side)


async def test_the_end_of_a_link_ends_the_open_vote(at: House) -> None:
    """Those who were asked are gone, and the vote would be on a match of other people."""
    match = await share_match(at)
    asked = Proposal("end", ANNA, 0, 0, at.now + proposals.OPEN_FOR)
    await change(at, match, lambda found: proposals.propose(found, asked, (), now=at.now))
    parted = await change(at, match, lambda found: linking.part(found, now=at.now))
    assert parted.match.phase == "running"
    assert parted.match.proposal is None


async def test_the_host_of_a_lobby_ends_its_link_and_the_messages_keep_their_language(at: House) -> None:
    match = await link(at, await at.open("docker", 4))
    assert linking.may_part(match, who(at, ANNA))
    assert not linking.may_part(match, who(at, BEN))
    assert not linking.may_part(match, who(at, BEN, guild=99, manages=True))
    parted = linking.part(match, now=at.now).match
    assert parted.guest.language == "de"
    assert parted.guest.parted == (THERE, CHANNEL_THERE, None)


async def test_a_host_who_leaves_with_the_other_server_is_followed_by_somebody(at: House) -> None:
    match = await link(at, await at.open("docker", 4))
    for user, guild in ((BEN, GUILD), (CHIARA, THERE)):
        by = who(at, user, guild=guild)
        match = (await change(at, match, lambda found, by=by: lobby.join(found, by, now=at.now), by)).match
    led = structs.replace(match, host_id=CHIARA)
    assert linking.part(led, now=at.now).match.host_id == ANNA
