"""Test *More* on the board, and the buttons of reminders: what is offered to whom, and what a press changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from client import more
from client.absence.absence import come_back, is_absent
from client.board.board_messages import read_look
from client.board.postman import Postman
from client.core.bot import Slowboat
from client.core.visit import Visit
from client.messages.custom_ids import Id
from client.more import open_more, turn_over
from client.places.moving import ask_move
from client.reminders import ask_remind, move_on, remind_at, snooze, take_extra_day, wake
from client.votes.proposals import ask_pause
from matches.change import Change
from matches.clocks import absence
from matches.clocks.absence import SNOOZE
from matches.clocks.pace import DAY, HOUR
from matches.clocks.pauses import pause
from matches.errors import Stale, UserError
from matches.keeping.ping_keys import PingKey, key_of_turn
from matches.keeping.saving import MOST_PINGS
from matches.lobby import invitations, lobby
from matches.match import Match
from matches.people.servers import change_server
from matches.play import resign
from matches.referee import MACHINE
from matches.votes.undo import Undo
from rendering import Look
from tests.client.notices import Channels, connect, make_interaction, press
from tests.support.matches.house import ANNA, BEN, CHIARA, DANA, GUILD, House
from tests.support.matches.two_servers import share_match


class Posted:
    """Notes what the postman was asked to do."""

    def __init__(self) -> None:
        self.made: list[str] = []


@pytest.fixture
def posted() -> Posted:
    return Posted()


@pytest.fixture
def bot(at: House, tmp_path: Path, posted: Posted, monkeypatch: pytest.MonkeyPatch) -> Slowboat:
    made = connect(at, tmp_path, Channels())
    for name in ("refresh", "announce", "post_board"):

        async def note(*_: object, name: str = name) -> None:
            posted.made.append(name)

        monkeypatch.setattr(made if name == "announce" else made[Postman], name, note)
    return made


async def show(bot: Slowboat, match: Match, user: int, **facts: Any) -> list[str]:
    """Return the actions that the menu offers to somebody."""
    interaction = make_interaction(bot, user, **facts)
    await open_more(press(bot, interaction, Id("more", match.id)))
    offered = [each.split(":")[1] for each in interaction.buttons]
    if "seldom" not in offered:
        return offered
    assert len(offered) >= more.MOST
    await turn_over(press(bot, interaction, Id("seldom", match.id)))
    return [each for each in (*offered, *(each.split(":")[1] for each in interaction.buttons)) if each != "seldom"]


async def do(at: House, match: Match, work: Any) -> Match:
    return (await at.referee.change(match.id, MACHINE, work)).match


async def test_the_menu_offers_what_a_person_may_do_now(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA)
    mover = match.awaited[0].user_id or 0
    other = next(user for user in (ANNA, BEN, CHIARA) if user != mover)
    offered = await show(bot, match, mover)
    assert {"ask_remind", "ask_pause", "ask_end", "away", "ask_substitute", "ask_move", "resign"} <= set(offered)
    assert {"ask_undo", "show_undo", "back"} & set(offered) == set()
    assert "ask_remind" not in await show(bot, match, other)
    assert await show(bot, match, DANA) == ["journal", "replay", "film", "words", "fair_play", "report"], (
        "she has no seat"
    )
    match = (await at.play_any_turn(match)).match
    assert {"show_undo", "ask_undo"} & set(await show(bot, match, mover)), "the turn can be taken back"
    paused = await do(at, match, lambda found: pause(found, "consent", now=at.now))
    offered = await show(bot, paused, other)
    assert {"ask_end", "away", "ask_substitute", "ask_move"} <= set(offered)
    assert {"resign", "ask_pause", "ask_undo"} & set(offered) == set()


async def test_one_undo_is_offered_once(at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a person may take back the same turn without asking, they are not asked to ask."""
    match = await at.running("docker", ANNA, BEN)
    mover = match.awaited[0].user_id or 0
    match = (await at.play_any_turn(match)).match
    log = await at.log(match)

    def offer(free: int | None, agreed: int | None) -> None:
        for name, number in (("look_up_free_undo", free), ("look_up_agreed_undo", agreed)):

            async def look_up(*_: object, number: int | None = number) -> Any:
                return None if number is None else Undo((), log[number])

            monkeypatch.setattr(more, name, look_up)

    for free, agreed, shown in (
        (0, 0, ["show_undo"]), (0, 1, ["show_undo", "ask_undo"]), (None, 1, ["ask_undo"]), (None, None, []),
    ):  # fmt: skip
        offer(free, agreed)
        assert [each for each in await show(bot, match, mover) if each.endswith("_undo")] == shown


async def test_a_table_of_two_servers_and_one_in_direct_messages_offer_no_substitutes(at: House, bot: Slowboat) -> None:
    shared = await share_match(at)
    offered = await show(bot, shared, CHIARA, guild_id=71)
    assert "ask_substitute" not in offered
    assert "ask_move" in offered, "each server may move its own side"
    assert "ask_move" not in await show(bot, shared, CHIARA, guild_id=None)
    direct = await at.running("docker", ANNA, BEN, guild=0, channel=99)
    offered = await show(bot, direct, ANNA, guild_id=None)
    assert "ask_substitute" not in offered


async def test_somebody_who_is_away_is_greeted_with_the_way_back(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN, CHIARA, pace="daily")
    until = at.now + DAY
    match = await do(at, match, lambda found: absence.announce_absence(found, ANNA, until, now=at.now, outages=()))
    assert (await show(bot, match, ANNA))[0] == "back"
    assert is_absent(match, ANNA, at.now)
    assert not is_absent(match, ANNA, until)
    assert not is_absent(match, BEN, at.now)
    match = await do(at, match, lambda found: absence.stand_in(found, match.seats_of(BEN)[0], for_good=True))
    assert is_absent(match, BEN, at.now)
    gone = (await at.do(match, resign, ANNA, now=at.now)).match
    assert not is_absent(gone, ANNA, at.now), "they play no more"


@pytest.mark.parametrize("one", [True, False], ids=["in one match", "in all"])
async def test_a_person_comes_back_to_one_match_or_to_all(at: House, bot: Slowboat, one: bool) -> None:
    matches = []
    for channel in (7, 8):
        match = await at.running("docker", ANNA, BEN, pace="daily", channel=channel)
        seat = match.seats_of(ANNA)[0]
        matches.append(await do(at, match, lambda found, seat=seat: absence.stand_in(found, seat, for_good=True)))
    lobby_only = await at.open("docker", 2, channel=9)
    interaction = make_interaction(bot, ANNA)
    shown: list[int] = []

    async def show_panel(_visit: Visit, match: Match, **_: Any) -> None:
        shown.append(match.id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("client.absence.absence.show_panel", show_panel)
        await come_back(press(bot, interaction, Id("back", matches[0].id if one else 0)))
    found = [await at.referee.match(match.id) for match in matches]
    assert [match.holder(match.seats_of(ANNA)[0]).stand_in for match in found] == (
        [None, "until_back"] if one else [None, None]
    )
    assert shown == ([matches[0].id] if one else [])
    with pytest.raises(UserError, match="no seat"):
        await come_back(press(bot, make_interaction(bot, ANNA), Id("back", lobby_only.id)))


async def test_a_match_that_has_lost_its_channel_says_so_before_it_moves(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN)
    asked = make_interaction(bot, ANNA)
    await ask_move(press(bot, asked, Id("ask_move", match.id)))
    assert asked.words.startswith("Choose a channel of this server.")
    await do(at, match, lambda found: pause(found, "place", now=at.now))
    await ask_move(press(bot, asked, Id("ask_move", match.id)))
    assert asked.words.startswith("The match is paused because I can no longer post in its channel.")


# Reminders


async def test_reminders_are_offered_before_the_time_limit(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN, pace="brisk")
    mover, other = match.awaited[0], next(holder for holder in match.seats if holder.seat not in match.to_act)
    hours: list[str] = []
    asked = make_interaction(bot, mover.user_id or 0)

    async def note(*, view: Any, **_: Any) -> None:
        hours.extend(option.value for each in view.walk_children() for option in getattr(each, "options", ()))

    asked.edit_original_response = note
    await ask_remind(press(bot, asked, Id("ask_remind", match.id)))
    assert hours == ["1", "3"], "the turn lasts eight hours"
    with pytest.raises(Stale, match="not your turn"):
        await ask_remind(press(bot, make_interaction(bot, other.user_id or 0), Id("ask_remind", match.id)))
    at.now += 7.5 * HOUR
    late = make_interaction(bot, mover.user_id or 0)
    await ask_remind(press(bot, late, Id("ask_remind", match.id)))
    assert "cannot be put off again" in late.words
    for _ in range(MOST_PINGS):
        await bot.ping_log.count(match, key_of_turn(match, mover.seat))
    with pytest.raises(UserError, match="no more"):
        await ask_remind(press(bot, make_interaction(bot, mover.user_id or 0), Id("ask_remind", match.id)))


async def test_a_reminder_comes_when_it_was_asked_for(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    (holder,) = match.awaited
    user, decision = holder.user_id or 0, match.decisions[holder.seat]
    other = next(each.user_id or 0 for each in match.seats if each.seat != holder.seat)
    to = Id("remind_at", match.id, decision, str(holder.seat))
    await remind_at(press(bot, make_interaction(bot, user), to, "3"))
    assert (await at.referee.match(match.id)).clocks[holder.seat].remind == at.now + 3 * HOUR
    for who, pressed, value, refusal in (
        (user, to, "2", UserError),
        (user, to, "", UserError),
        (other, to, "3", Stale),
        (user, structs.replace(to, decision=decision + 1), "3", Stale),
        (user, structs.replace(to, rest="x"), "3", Stale),
    ):
        with pytest.raises(refusal):
            await remind_at(press(bot, make_interaction(bot, who), pressed, value))


async def test_a_reminder_is_put_off_by_its_own_player_while_pings_are_left(at: House, bot: Slowboat) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily")
    (holder,) = match.awaited
    user, decision = holder.user_id or 0, match.decisions[holder.seat]
    to = Id("later", match.id, decision, str(holder.seat))
    pressed = make_interaction(bot, user)
    await snooze(press(bot, pressed, to))
    assert (await at.referee.match(match.id)).clocks[holder.seat].remind == at.now + SNOOZE
    assert f"<t:{int(at.now + SNOOZE)}" in pressed.words
    with pytest.raises(UserError, match="is for"):
        await snooze(press(bot, make_interaction(bot, DANA), to))
    for seat in ("2", "9", "x"):
        with pytest.raises(UserError):
            await snooze(press(bot, make_interaction(bot, user), structs.replace(to, rest=seat)))
    for _ in range(MOST_PINGS):
        await bot.ping_log.count(match, PingKey(holder.seat, decision))
    with pytest.raises(UserError, match="no more"):
        await snooze(press(bot, make_interaction(bot, user), to))


async def test_an_extra_day_is_shown_on_the_board(at: House, bot: Slowboat, posted: Posted) -> None:
    made = await at.open("docker", 2, pace="daily")
    await at.do(made, invitations.change_settings, ANNA, due=(int(at.now // HOUR + 9) % 24, "UTC"))
    match = (await at.do(made, lobby.join, BEN, now=at.now)).match
    (holder,) = match.awaited
    to = Id("extend", match.id, match.decisions[holder.seat], str(holder.seat))
    pressed = make_interaction(bot, holder.user_id or 0)
    await take_extra_day(press(bot, pressed, to))
    assert "That was your extra day" in pressed.words
    assert posted.made == ["refresh"]


async def test_moving_on_and_waking_let_computer_players_move(at: House, bot: Slowboat, posted: Posted) -> None:
    match = await at.running("docker", ANNA, BEN, pace="daily", absence="skip")
    (late,) = match.awaited
    other = next(holder.user_id or 0 for holder in match.seats if holder.seat != late.seat)
    at.now += DAY + 1
    to = Id("skip", match.id, match.decisions[late.seat], str(late.seat))
    await move_on(press(bot, make_interaction(bot, other), to))
    match = await at.referee.match(match.id)
    assert match.to_act != (late.seat,), "the stand-in has moved at once"
    assert posted.made == ["post_board"]
    seat = match.awaited[0].seat
    await do(at, match, lambda found: absence.stand_in(found, seat, for_good=True))
    match = await do(at, match, lambda found: pause(found, "sleep", now=at.now))
    before = match.seq
    await wake(press(bot, make_interaction(bot, ANNA), Id("wake", match.id)))
    match = await at.referee.match(match.id)
    assert match.phase == "running"
    assert match.seq > before + 1, "the stand-in has moved, too"


async def test_a_league_match_has_no_pause(at: House, bot: Slowboat, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await at.running("docker", ANNA, BEN)
    asked = make_interaction(bot, ANNA)
    await ask_pause(press(bot, asked, Id("ask_pause", match.id)))
    assert "How long should the pause be" in asked.words
    await at.store.transaction(lambda tx: tx.insert_league(GUILD, 7, "{}"))
    row = await at.store.transaction(lambda tx: tx.find_league(7))
    assert row is not None
    await at.store.transaction(lambda tx: tx.put_league_match(row, match.id))
    with pytest.raises(UserError, match="league match"):
        await ask_pause(press(bot, make_interaction(bot, ANNA), Id("ask_pause", match.id)))


async def test_boards_of_a_thread_look_like_those_of_its_channel(at: House) -> None:
    match = await at.running("docker", ANNA, BEN, channel=8)
    row = structs.replace(match, card_channel_id=5)
    match = await do(at, match, lambda _: Change(row))
    await change_server(at.referee, GUILD, lambda server: structs.replace(server, palettes={5: "dark"}))
    assert await read_look(at.referee, match) == Look(theme="dark")
    await change_server(
        at.referee, GUILD, lambda server: structs.replace(server, palettes={5: "dark", 8: "light_contrast"})
    )
    assert await read_look(at.referee, match) == Look(contrast=True)
