"""Laws that the words of every game obey, in every language. Each law is one test for all games."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.messages.menus import CLOSED, GROUP, MARK, join_labels
from games.core import BadOptions, GameError, IllegalMove
from games.record import begin
from games.story import Told, tell_each
from games.text import Join, Player, Text
from games.wording import Words
from matches.draft import fold
from matches.texts import LANGUAGES
from tests.laws.translated import speakers, translate, translate_refusal
from tests.support.laws.playouts import (
    SPOKEN,
    Position,
    every_position,
    law,
    load,
    load_words,
    option_fields,
    playout,
    positions,
    values,
)

LABEL = 100  # Discord's limit for a select's or an autocomplete's entry, and for a description
STATUS = 700
MENU = 50  # two menus of 25 options
PAGE = 3500  # of the 4,000 characters of a message, leaving room for its frame

every_game = pytest.mark.parametrize("name", SPOKEN)


def collect_texts(words: Words, position: Position, view: Any, seat: int | None) -> Iterator[Text]:
    """Yield all texts about a view."""
    yield words.status(view)
    yield from words.position(view, seat)
    yield from (text for event in view.events if (text := words.event(view, event)) is not None)
    yield from tell([Told(view, view.events)], words)
    if seat in position.deciding:
        yield words.prompt(view, seat)
        for move in load(position.playout.record.game).legal_moves(view, seat)[:40]:
            yield from words.menu(view, seat, move)
            yield from words.name(view, seat, move)
            yield from words.warnings(view, seat, move)


def tell(plies: Sequence[Told], words: Words) -> Iterator[Text]:
    """Yield the story of plies, and who leads after them."""
    story = words.story(plies)
    yield from (text for line in story.lines for text in (line.text, line.brief) if text is not None)
    yield from (each for each in (story.shout, words.standing(plies[-1].view)) if each is not None)


@every_game
def test_a_story_is_shorter_than_its_log_and_leaves_nobody_out(name: str) -> None:
    """Tell whole playouts in bits of eight plies, as boards do. A story has no more lines than the log, and mentions
    everybody whom the log mentions."""
    game, words = load(name), load_words(name)
    for number in range(3):
        states = playout(name, number).states
        views = [game.view(state, None) for state in states]
        plies = [Told(view, view.events, before) for before, view in pairwise(views)]
        for start in range(0, len(plies), 8):
            part = plies[start : start + 8]
            for text in tell(part, words):
                translate(text)
            told, logged = [line.text for line in words.story(part).lines], tell_each(part, words.event)
            assert len(told) <= len(logged), (told, logged)
            missing = set(map(str, find_players(logged))) - set(map(str, find_players(told)))
            assert not missing, (missing, told, logged)


def find_players(texts: Iterable[Text]) -> Iterator[Player]:
    """Yield the players whom texts mention."""
    for text in texts:
        yield from _find_players([value for _, value in text.args])


def _find_players(values: Iterable[Any]) -> Iterator[Player]:
    for value in values:
        match value:
            case Player():
                yield value
            case Text(args=args):
                yield from _find_players([each for _, each in args])
            case Join(items):
                yield from _find_players(items)


@every_game
@given(data=st.data())
@law
def test_all_texts_are_clean_sentences_in_every_language(name: str, data: st.DataObject) -> None:
    game, words, position = load(name), load_words(name), data.draw(positions(name))
    for seat in (None, *position.seats):
        for text in collect_texts(words, position, game.view(position.state, seat), seat):
            translate(text)


@every_game
@given(data=st.data())
@law
def test_two_states_a_seat_cannot_tell_apart_read_the_same(name: str, data: st.DataObject) -> None:
    game, words, position = load(name), load_words(name), data.draw(positions(name))
    for seat in (None, *position.seats):
        world = game.reshuffle(position.state, seat, position.rng())
        for viewer in {seat, None}:
            one = list(collect_texts(words, position, game.view(position.state, viewer), viewer))
            other = list(collect_texts(words, position, game.view(world, viewer), viewer))
            told = [(first, second) for first, second in zip(one, other, strict=False) if first != second]
            where = name_differing(game.notate(position.state), game.notate(world))
            assert one == other, f"texts tell {viewer} {where}: {told[:2]}"


@every_game
@given(data=st.data())
@law
def test_a_menu_names_every_move_once(name: str, data: st.DataObject) -> None:
    game, words, position = load(name), load_words(name), data.draw(positions(name))
    for seat in position.deciding:
        view = game.view(position.state, seat)
        paths = [words.menu(view, seat, move) for move in game.legal_moves(view, seat)]
        where = f"for seat {seat} in {game.notate(position.state)}"
        assert all(paths), f"a move has no label {where}"
        branches = {path[:length] for path in paths for length in range(1, len(path))}
        assert not branches & set(paths), f"a label is both a move and a menu {where}: {branches & set(paths)}"
        siblings: dict[tuple[Text, ...], set[Text]] = defaultdict(set)
        for path in paths:
            for length, label in enumerate(path):
                siblings[path[:length]].add(label)
        assert len(set(paths)) == len(paths), f"two moves have the same labels {where}"
        for labels in siblings.values():
            assert len(labels) <= MENU, f"a menu has {len(labels)} labels, {MENU} fit, {where}"
            sentences = [translate(label) for label in labels]
            for language in LANGUAGES:
                said = [each[language] for each in sentences]
                assert len(set(said)) == len(labels), f"labels are the same in {language} {where}: {sorted(said)}"
                assert len(max(said, key=len)) <= LABEL, f"longer than {LABEL} characters: {max(said, key=len)}"


@every_game
def test_the_labels_of_a_menu_read_as_one_line(name: str) -> None:
    """Join the labels of each move as messages, lists of plies and autocomplete show them."""
    game, words = load(name), load_words(name)
    for position in every_position(name, 12 if game.slow else 40):
        for seat in position.deciding:
            view = game.view(position.state, seat)
            paths = {move.code: words.menu(view, seat, move) for move in game.legal_moves(view, seat)}
            for language, say in speakers().items():
                lines = {code: list(map(say, path)) for code, path in paths.items()}
                faults = {find_fault_in_line(labels, language) for labels in lines.values()} - {""}
                assert not faults, f"{faults} in {game.notate(position.state)}"
                joined = list(map(join_labels, lines.values()))
                assert len(set(joined)) == len(joined), f"two moves have one name: {sorted(joined)}"


def find_fault_in_line(labels: list[str], language: str) -> str:
    """Say what is wrong with the line that joins some labels; "" if nothing is."""
    line = join_labels(labels)
    if not line or len(line) > LABEL or line.strip() != line or re.search(r" {2}|\n", line):
        return f"{language}: {line!r} is empty, has odd spaces or more than {LABEL} characters"
    begins = [label for label in labels if not label.endswith((GROUP, CLOSED))][1:]
    if language != "de" and (
        odd := [label for label in begins if re.match(r"[^\W\d_]{2}", label) and label[0].isupper()]
    ):
        return f"{language}: {line!r} has a capital in the middle: begin {odd[0]!r} in lower case, or with {MARK!r}"
    return ""


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        (["Sell a 1", "Say it is a 1"], "en: 'Sell a 1 Say it is a 1' has a capital in the middle"),
        (["Sell a 1", "· Say it is a 1"], ""),
        (["Spend money …", "Sell a 1", "as a 2", "on B2"], ""),
        (["Sell a 1", "as " + "2" * 100], "more than 100 characters"),
        (["Sell a 1 ", ""], "odd spaces"),
    ],
)
def test_a_line_that_does_not_read_well_would_be_found(labels: list[str], fault: str) -> None:
    assert fault in find_fault_in_line(labels, "en")
    assert bool(fault) == bool(find_fault_in_line(labels, "en"))


@every_game
def test_a_status_fits_into_an_alt_text(name: str) -> None:
    game, words = load(name), load_words(name)
    for position in every_position(name, 300):
        sentences = translate(words.status(game.view(position.state, None)))
        language, longest = max(sentences.items(), key=lambda each: len(each[1]))
        assert len(longest) <= STATUS, f"`status` has {len(longest)} characters in {language}, {STATUS} fit: {longest}"


@every_game
def test_positions_that_differ_read_differently(name: str) -> None:
    """Check that no two views of a match have the same description, so that players who cannot see the picture miss
    nothing."""
    game, words, say = load(name), load_words(name), speakers()["en"]
    heard: dict[tuple[int, str], str] = {}
    for position in every_position(name, 300):
        others = (game.reshuffle(position.state, seat, position.rng()) for seat in position.seats)
        for state, listener in product((position.state, *others), (0, None)):
            view = msgspec.structs.replace(game.view(state, listener), events=())
            lines = " / ".join(map(say, words.position(view, listener)))
            seen = game.notate(view)
            first = heard.setdefault((id(position.playout), f"{listener} {lines}"), seen)
            assert first == seen, f"the position leaves out {name_differing(first, seen)}, and reads: {lines}"


def name_differing(one: str, other: str) -> str:
    """Name what differs between two positions: the parts of their notations that only one of them has."""
    first, second = (
        " ".join(part for part in each.split() if part not in rest.split())
        for each, rest in ((one, other), (other, one))
    )
    return f"what differs between {first or 'nothing'} and {second or 'nothing'}"


@every_game
def test_the_title_the_pitch_and_the_options_fit(name: str) -> None:
    game, words = load(name), load_words(name)
    assert len(find_longest(words.TITLE)) <= 40
    assert len(find_longest(words.PITCH)) <= LABEL
    for field in option_fields(game):
        assert len(find_longest(words.option_name(field.name))) <= LABEL
        assert len(find_longest(words.option_about(field.name))) <= LABEL
        check_choices([words.option_value(field.name, value) for value in values(field)])
    check_choices([words.PRESETS[preset] for preset in game.presets])


def find_longest(text: Text) -> str:
    return max(translate(text).values(), key=len)


def check_choices(texts: Iterable[Text]) -> None:
    """Check that the choices of a menu are short, and all different in every language."""
    sentences = [translate(text) for text in texts]
    for language in LANGUAGES:
        assert len({each[language] for each in sentences}) == len(sentences)
        assert all(len(each[language]) <= LABEL for each in sentences)


@every_game
@given(data=st.data(), scrap=st.text(max_size=3))
@law
def test_every_refusal_is_a_sentence(name: str, data: st.DataObject, scrap: str) -> None:
    game, words, position = load(name), load_words(name), data.draw(positions(name))
    for seat in position.deciding:
        codes = [move.code for move in game.legal_moves(position.state, seat)]
        elsewhere = [ply.code for ply in position.playout.record.plies if ply.seat >= 0]
        code = data.draw(st.sampled_from(codes))
        cut = data.draw(st.integers(0, len(code)))
        for wrong in (scrap, code[:cut] + scrap + code[cut:], data.draw(st.sampled_from(elsewhere))):
            error = catch_refusal(lambda wrong=wrong, seat=seat: game.parse(position.state, seat, wrong))
            if error is not None:
                translate_refusal(words.refusal(error))
        error = catch_refusal(lambda seat=seat, code=code: fold(game, position.state, seat, (code, "and-then")))
        assert error is not None
        translate_refusal(words.refusal(error))


@every_game
@pytest.mark.parametrize("reason", ["not_legal", "turn_is_complete", "not_before_confirming"])
def test_reasons_of_the_contract_have_words(name: str, reason: str) -> None:
    translate_refusal(load_words(name).refusal(IllegalMove("some/code", reason)))


@every_game
def test_refused_options_are_explained(name: str) -> None:
    game, words = load(name), load_words(name)
    fields = option_fields(game)
    few = [{f.name: v, g.name: w} for f, g in product(fields, fields) for v in values(f)[:3] for w in values(g)[-3:]]
    for seats in range(game.seats.start - 1, game.seats.stop + 1):
        for changed in few:
            options = game.options_type(**changed)
            error = catch_refusal(lambda seats=seats, options=options: begin(game, seats, options, b""))
            if error is not None:
                translate_refusal(words.refusal(error))
            assert (error is not None) or seats in game.seats


def catch_refusal(attempt: Any) -> GameError | None:
    try:
        attempt()
    except (BadOptions, IllegalMove) as error:
        return error
    return None


@every_game
def test_the_rules_are_pages_with_positions_that_can_be_drawn(name: str) -> None:
    game, pages = load(name), load_words(name).rules()
    assert pages
    check_choices([page.title for page in pages])
    for page in pages:
        assert page.paragraphs
        sentences = [translate(text) for text in page.paragraphs]
        for language in LANGUAGES:
            assert sum(len(each[language]) + 2 for each in sentences) <= PAGE
        if page.position:
            assert isinstance(game.read(page.position), game.state_type)
