"""Pages of `/replay` and films: they fit Discord's limits, and reveal no secret."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs
from PIL import Image

import games
from client.messages.custom_ids import MAX_LENGTH, Id, parse
from client.messages.log_text import describe_log
from client.pictures import films, render_worker
from client.pictures.painter import Painter
from client.replay.replay import Place, build_page, parse_place, parse_step
from data import LogRow
from games.core import NATURE, Seat
from games.rng import Rng
from games.text import T
from matches.archive import history
from matches.archive.history import Step, split_into_turns
from matches.match import Match, pack
from matches.plans.plan import PLANNED
from matches.texts import Texts
from rendering import Picture
from tests.support.laws.playouts import Playout, playout
from tests.support.matches.logs import log_of
from tests.support.numbers import FULL
from tests.support.wire.offline import LANGUAGES, check_message, list_playable, make_running_match
from tests.support.wire.shown import SECRETIVE

TEXTS = Texts()


def match_of(found: Playout, *, language: str = "en", phase: str = "running") -> Match:
    record = found.record
    match = make_running_match(
        games.load(record.game), found.states[-1], record.seats, record.options, language=language
    )
    outcome = match.game.outcome(found.states[-1]) if phase == "finished" else None
    return structs.replace(match, phase=phase, outcome=outcome)


async def collect_page(
    match: Match, turns: tuple[Step, ...], place: Place, user_id: int, language: str = "en"
) -> list[object]:
    """Collect everything of a page the person receives: components, picture, file name and alt text."""
    made = await build_page(
        match, turns, place, Painter(TEXTS), language, sights=history.list_viewpoints(match, user_id)
    )
    check_message(made.view, made.file)
    components = json.dumps(made.view.to_components(), default=str)
    assert 0 < len(made.file.description or "") <= 1024
    return [components, made.file.filename, made.file.description, made.file.fp.read()]


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).nature is None])
def test_a_turn_is_described_the_same_later(name: str) -> None:
    """Describe each turn by the position after it, not by the newest: Docker names the cube that was covered."""
    found = playout(name, 1)
    match, say = match_of(found), TEXTS.say("en")
    rows = [row for row in log_of(found) if row.kind == "ply"]
    for row, state in zip(rows[:40], found.states[1:], strict=False):
        then = structs.replace(match, head=row.seq, state=state)
        assert describe_log(match, [row], say) == describe_log(then, [row], say)


def custom_ids(components: str) -> list[Id]:
    found: list[str] = [item["custom_id"] for item in _walk(json.loads(components)) if "custom_id" in item]
    assert len(set(found)) == len(found), "Discord refuses two with the same id"
    assert all(len(custom_id) <= MAX_LENGTH for custom_id in found)
    parsed = [parse(custom_id) for custom_id in found]
    assert None not in parsed
    return [each for each in parsed if each is not None]


def _walk(items: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    for item in items:
        yield item
        yield from _walk(item.get("components", []))  # type: ignore[arg-type]


@pytest.mark.parametrize("phase", ["running", "finished"])
@pytest.mark.parametrize("name", list_playable())
async def test_pages_fit_in_every_language(name: str, phase: str) -> None:
    for number, language in enumerate(LANGUAGES):
        found = playout(name, number)
        match = match_of(found, language=language, phase=phase)
        turns = split_into_turns(match.game, log_of(found))
        user_id = match.seats[0].user_id or 0
        last = len(turns) - 1
        for step in sorted({0, 1, last // 2, last})[number % 2 :: 1 if FULL else 2]:
            for sight in history.list_viewpoints(match, user_id)[:3]:
                components, *_ = await collect_page(match, turns, Place(step, sight), user_id, language)
                ids = custom_ids(str(components))
                assert {each.action for each in ids} >= {"step", "jump", "film"}
                assert all(each.match == match.id for each in ids)


async def test_a_match_of_thousands_of_moves_fits() -> None:
    found = playout("docker", 0)
    match = match_of(found)
    turns = split_into_turns(match.game, log_of(found))
    many = (turns[0], *turns[1:2] * 5000)
    for step in (0, 2500, 5000):
        components, *_ = await collect_page(match, many, Place(step), 1)
        (menu,) = [item for item in _walk(json.loads(str(components))) if "options" in item]
        values = [option["value"] for option in menu["options"]]  # type: ignore[attr-defined]
        assert len(values) == 25
        assert values[0] == "0"
        assert values[-1] == "5000"


async def test_a_page_of_a_missing_step_is_the_last() -> None:
    found = playout("docker", 0)
    match = match_of(found)
    turns = split_into_turns(match.game, log_of(found))
    last = await collect_page(match, turns, Place(len(turns) - 1), 1)
    for step in (-1, -7, len(turns), 10**6):
        assert await collect_page(match, turns, Place(step), 1) == last


def test_places_round_trip_through_custom_ids() -> None:
    for place in (Place(), Place(0), Place(12, 3), Place(999_999, 0)):
        for rest in (str(place), f"{place}.|◀", f"{place}.0"):
            assert parse_place(rest) == place
    for rest in ("", ".", "p", "x.y", "²", "p.²", "٣.٣", "--1.--1", "p." + "9" * 80, "." * 90):
        assert parse_place(rest) == Place(), rest
    assert [parse_step(word) for word in ("", "-1", "0", "12", "1e3", "²", "9" * 9)] == [-1, -1, 0, 12, -1, -1, -1]


def worlds(name: str, number: int, seat: Seat) -> tuple[Match, tuple[Step, ...], tuple[Step, ...]]:
    """Return a running match, and its steps in two worlds that differ only in what `seat` does not know."""
    found = playout(name, number)
    match = match_of(found)
    game = match.game

    def other(state: object) -> object:
        if set(game.to_act(state)) <= {NATURE}:
            return state
        return game.reshuffle(state, seat, Rng(number.to_bytes(32, "big"), "reshuffle", 0))

    one, two = (split_into_turns(game, log_of(found, kept=kept)) for kept in (lambda state: state, other))
    assert [step.rows[-1].seq for step in one] == [step.rows[-1].seq for step in two]
    return match, one, two


@pytest.mark.parametrize("name", SECRETIVE)
async def test_the_other_world_has_the_same_pages_and_the_same_film(name: str) -> None:
    differing = 0
    for number in range(3):
        match, one, two = worlds(name, number, 0)
        me, nobody = match.seats[0].user_id or 0, 99
        for step in range(number, len(one), max(1, len(one) // 12)):
            differing += one[step].snapshot != two[step].snapshot
            # Asking for somebody else's view has no effect while the match goes on.
            for who, wish in ((me, 0), (nobody, None), (me, 1), (nobody, 1), (nobody, 0)):
                place = Place(step, wish)
                assert await collect_page(match, one, place, who) == await collect_page(match, two, place, who), (
                    step,
                    who,
                    wish,
                )
        questions = [films._choose_views(match, turns) for turns in (one, two)]
        assert questions[0] == questions[1], "the film's worker is told nothing secret"
    assert differing > 5, "the pairs hardly differed: this proves nothing"


@pytest.mark.mutant
@pytest.mark.parametrize("name", SECRETIVE)
async def test_a_leak_would_be_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutants: for pages, a view that hides nothing and a sentence that quotes it; for films, only the view."""
    match, one, two = worlds(name, 1, 0)
    game, words = match.game, match.words
    step = next(step for step in range(len(one)) if one[step].snapshot != two[step].snapshot)
    monkeypatch.setattr(type(game), "view", lambda self, state, seat: structs.replace(state))
    assert films._choose_views(match, one) != films._choose_views(match, two)
    monkeypatch.setattr(words, "status", lambda view: T("{all}", all=msgspec.json.encode(view).decode()[-900:]))
    assert await collect_page(match, one, Place(step), 99) != await collect_page(match, two, Place(step), 99)


@pytest.mark.parametrize("name", SECRETIVE)
async def test_the_renderer_is_handed_a_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the argument itself, because the picture might not show a difference."""
    found = playout(name, 1)
    match = match_of(found)
    game, turns = match.game, split_into_turns(match.game, log_of(found))
    drawn: list[tuple[object, Seat | None]] = []

    class Recording:
        @staticmethod
        def draw(view: object, *, seat: Seat | None, **how: object) -> Picture:
            drawn.append((view, seat))
            return Picture(Image.new("P", (1, 1)))

    monkeypatch.setattr(render_worker, "renderer", lambda game: Recording)
    monkeypatch.setattr(render_worker, "draw_pickled", inspect.unwrap(render_worker.draw_pickled))  # uncached
    hid = 0
    for user_id in (match.seats[0].user_id or 0, 99):
        for step in range(0, len(turns), max(1, len(turns) // 20)):
            await collect_page(match, turns, Place(step, 0), user_id)
            view, seat = drawn[-1]
            state = history.show_step(match, turns[step]).state
            assert view == game.view(state, seat)
            assert seat == (0 if game.has_private_knowledge and user_id != 99 else None)
            hid += view != state
    assert hid > 0


@pytest.mark.parametrize("name", [name for name in SECRETIVE if games.load(name).has_private_hands])
async def test_every_page_checks_from_which_seat_it_may_be_viewed(name: str) -> None:
    """Refuse during the match a view that is allowed after its end."""
    found = playout(name, 1)
    turns = split_into_turns(games.load(name), log_of(found))
    running_, over = (match_of(found, phase=phase) for phase in ("running", "finished"))
    for step in range(0, len(turns), max(1, len(turns) // 12)):
        public = await collect_page(running_, turns, Place(step), 99)
        assert await collect_page(running_, turns, Place(step, 1), 99) == public
        assert (await collect_page(over, turns, Place(step, 1), 99))[3] != public[3]


def test_a_choice_that_was_changed_is_told_once() -> None:
    """The table sees that somebody has chosen a card, not how often they changed their mind."""
    game = games.load("riff_raff")
    states = [game.setup(2, game.presets["standard"], Rng(bytes(32), "chosen", 0))]
    log = []
    for seq, (seat, code) in enumerate([(0, "card/3"), (0, "card/5"), (0, "card/1"), (1, "card/2")], 1):
        move = next(each for each in game.legal_moves(states[-1], seat) if each.code == code)
        states.append(game.apply(states[-1], seat, move, Rng(bytes(32), "chosen", seq)))
        events = msgspec.json.encode(states[-1].events).decode()
        log.append(LogRow(seq, "ply", seat, code, events, pack(states[-1]), None, None, 0.0))
    match = make_running_match(game, states[-1], 2, game.presets["standard"], language="en")
    lines = describe_log(match, log, TEXTS.say("en", match.cast()))
    assert sum("has chosen a card" in line for line in lines) == 2, lines
    assert lines[-1].endswith("is captain."), lines


@pytest.mark.parametrize(("phase", "told"), [("running", False), ("finished", True), ("cancelled", True)])
def test_what_was_planned_is_told_once_the_match_is_over(phase: str, told: bool) -> None:
    """A match that was called off is over, too: from its secret, which is public then, it could be computed."""
    game = games.load("docker")
    state = game.setup(2, game.presets["standard"], Rng(bytes(32), "planned", 0))
    begun = make_running_match(game, state, 2, game.presets["standard"], language="en")
    match = structs.replace(begun, phase=phase, state=state)
    row = LogRow(1, "ply", 0, "x", "[]", pack(state), None, None, 0.0, note=PLANNED)
    lines = describe_log(match, [row], TEXTS.say("en", match.cast()))
    assert any("had planned this" in line for line in lines) == told
