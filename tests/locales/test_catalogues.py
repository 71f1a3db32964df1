"""Test the catalogues, and the tool that checks them."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

import games
from games.text import N, T
from locales import (
    COMMAND,
    FOLDER,
    TRANSLATED,
    Problem,
    collect_required,
    collect_required_by_game,
    find_domain,
    list_problems,
    load,
    update,
)
from locales.__main__ import main
from tests.locales.found import find_problems, find_wanted
from tests.locales.limits import list_too_long
from tests.support.installed import install_packs

KINDS = ("missing", "unused", "fuzzy", "placeholders", "plurals", "conflict", "name", "apostrophe")


DOMAINS = ("rendering", "shared", *games.own_names())


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_of_a_domain_is_translated(language: str, domain: str) -> None:
    assert [p.id for p in find_problems() if (p.language, p.domain, p.kind) == (language, domain, "missing")] == []


def test_every_domain_is_tested() -> None:
    assert set(find_wanted()) == set(DOMAINS)


@pytest.mark.parametrize("name", games.own_names())
def test_the_messages_of_one_game_are_the_same_as_among_all(name: str) -> None:
    alone, among_all = collect_required_by_game(name), find_wanted()[name]
    assert {message.id for message in alone} == {message.id for message in among_all}
    assert len(alone) > 20


@pytest.mark.parametrize("kind", KINDS[1:])
def test_no_catalogue_has_a_fault(kind: str) -> None:
    assert [str(problem) for problem in find_problems() if problem.kind == kind] == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [
        ("fr", r"\b(?:[DdJjMmTtSsNn]|[Qq]u)e (?!onz|oui)[aeiouàâæéèêëîïôœùûAEIOUÉ][^\W\d]"),
        ("it", r"\b[Aa] (?:[AaÀà]|H\d)|\b[Ee] [EeÈÉèé]|\b[Aa]d (?![AaÀà]|H\d)|\b[Ee]d (?![EeÈÉèé])|\b[Oo]d "),
    ],
)
def test_small_words_agree_with_the_next_word(language: str, wrong: str) -> None:
    """`matches.texts` does the same for values of placeholders."""
    found = []
    for catalogue in load(FOLDER, language).values():
        for message in catalogue:
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            found += [form for form in forms if re.search(wrong, form)]
    assert found == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_sentences_name_commands_as_discord_shows_them(language: str) -> None:
    """A command has another name in each language: a sentence must not send anybody to the English one."""
    catalogues = load(FOLDER, language).values()
    names = {message.id: message.string for each in catalogues for message in each if message.context == COMMAND}
    found = []
    for message in (message for each in catalogues for message in each if message.id and not message.context):
        english, forms = (
            (words,) if isinstance(words, str) else tuple(words or ()) for words in (message.id, message.string)
        )
        wanted = {names[word] for words in english for word in re.findall(r"(?<![\w/])/(\w+)", words) if word in names}
        found += [form for form in forms if wanted != {name for name in wanted if f"/{name}" in form}]
    assert found == []


@pytest.mark.parametrize("game", games.names())
def test_descriptions_fit_in_every_language(game: str) -> None:
    assert (
        list_too_long(
            [games.words(game).option_about(each) for each in games.load(game).options_type.__struct_fields__]
        )
        == []
    )


def test_texts_that_are_too_long_are_listed_with_their_language() -> None:
    assert list_too_long([T("short"), T("{x}", x="y" * 100)]) == []
    assert list_too_long([T("x" * 101)])[0].startswith("en, 101: xxx")
    assert len(list_too_long([N("one", "m" * 101, 2)])) == 4


# The tool, on a project made up for it.

CODE = """
from games.text import N, T
A = T("Hello {who}", who=T("nested"))
B = N("{count} cube of {who}", "{count} cubes of {who}", 3, who="x")
C = translate_name("board")
D = T(variable)
E = T("in two "
      "pieces")
"""

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# the polite form
msgid "Hello {who}"
msgstr "Hallo {who}"

msgid "nested"
msgstr "verschachtelt"

msgid "{count} cube of {who}"
msgid_plural "{count} cubes of {who}"
msgstr[0] "ein Würfel von {who}"
msgstr[1] "{count} Würfel von {who}"

msgid "in two pieces"
msgstr "in zwei Stücken"

msgctxt "command"
msgid "board"
msgstr "brett"
"""

FRENCH = GERMAN.replace("(n != 1)", "(n > 1)").replace("verschachtelt", "imbriqué")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "cogs").mkdir()
    (tmp_path / "cogs" / "shared.py").write_text(CODE, encoding="utf-8")
    for language in TRANSLATED:
        (tmp_path / "locales" / language).mkdir(parents=True)
        catalogue = FRENCH if language == "fr" else GERMAN
        (tmp_path / "locales" / language / "shared.po").write_text(catalogue, encoding="utf-8")
    return tmp_path


def get_message(catalogue: Catalog, id_: str | tuple[str, str], context: str | None = None) -> Message:
    """Return a message of a catalogue that must have it."""
    message = catalogue.get(id_, context)
    assert message is not None, id_
    return message


def german(project: Path, old: str, new: str) -> list[Problem]:
    """List the problems after a change to the German catalogue."""
    path = project / "locales" / "de" / "shared.po"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return list_problems(collect_required(project), project / "locales")


def test_a_complete_project_has_no_problems(project: Path) -> None:
    assert list_problems(collect_required(project), project / "locales") == []


@pytest.mark.parametrize(
    ("old", "new", "kind", "id_"),
    [
        ('msgstr "Hallo {who}"', 'msgstr ""', "missing", "Hello {who}"),
        ('msgid "nested"\nmsgstr "verschachtelt"\n', "", "missing", "nested"),
        ('msgctxt "command"\n', "", "missing", "board"),
        ('msgid "nested"', 'msgid "nester"', "unused", "nester"),
        ('msgid "nested"', '#, fuzzy\nmsgid "nested"', "fuzzy", "nested"),
        ("Hallo {who}", "Hallo {wer}", "placeholders", "Hello {who}"),
        ("Hallo {who}", "Hallo", "placeholders", "Hello {who}"),
        ("verschachtelt", "verschachtelt {who}", "placeholders", "nested"),
        ("ein Würfel von {who}", "ein Würfel", "placeholders", "{count} cube of {who}"),
        ('msgstr[1] "{count} Würfel von {who}"\n', "", "missing", "{count} cube of {who}"),
        ('msgstr[1] "{count} Würfel von {who}"', 'msgstr[1] ""', "missing", "{count} cube of {who}"),
        ("(n != 1)", "(n > 1)", "plurals", "Plural-Forms: nplurals=2; plural=(n > 1);"),
        ("verschachtelt", "ist's verschachtelt", "apostrophe", "nested"),
        ('msgstr "brett"', 'msgstr "Brett"', "name", "board"),
        ('msgstr "brett"', 'msgstr "das brett"', "name", "board"),
        ('msgstr "brett"', 'msgstr "' + "b" * 33 + '"', "name", "board"),
    ],
)
def test_each_fault_is_found(project: Path, old: str, new: str, kind: Any, id_: str) -> None:
    assert Problem("de", "shared", kind, id_) in german(project, old, new)


def test_two_domains_must_not_disagree(project: Path) -> None:
    (project / "games" / "docker").mkdir(parents=True)
    (project / "games" / "docker" / "words.py").write_text('T("nested")', encoding="utf-8")
    other = GERMAN[: GERMAN.index("#")] + 'msgid "nested"\nmsgstr "{}"\n'
    path = project / "locales" / "de" / "docker.po"
    path.write_text(other.format("verschachtelt"), encoding="utf-8")
    assert list_problems(collect_required(project), project / "locales") == []
    path.write_text(other.format("geschachtelt"), encoding="utf-8")
    (conflict,) = list_problems(collect_required(project), project / "locales")
    assert str(conflict).startswith("de/shared.po: conflict (docker.po has other words: ")


@pytest.mark.parametrize(
    ("path", "domain"),
    [
        ("games/docker/words/__init__.py", "docker"),
        ("games/docker/deep/words.py", "docker"),
        ("rendering/docker/renderer.py", "docker"),
        ("cogs/docker.py", "docker"),
        ("rendering/drawing/canvas.py", "rendering"),
        ("rendering/deep/docker.py", "rendering"),
        ("cogs/lobby.py", "shared"),
        ("games/core.py", "shared"),
        ("matches/docker.py", "shared"),
        ("bot.py", "shared"),
    ],
)
def test_a_folder_has_a_domain(path: str, domain: str) -> None:
    assert find_domain(Path(path), ("docker", "hive")) == domain


def test_an_update_adds_removes_and_keeps(project: Path) -> None:
    source = project / "cogs" / "shared.py"
    source.write_text(source.read_text().replace('"nested"', '"new {x}"'), encoding="utf-8")
    update(collect_required(project), project / "locales")
    after = load(project / "locales", "de")
    shared = after["shared"]
    assert get_message(shared, "Hello {who}").string == "Hallo {who}"
    assert get_message(shared, "Hello {who}").user_comments == ["the polite form"]
    assert get_message(shared, "board", "command").string == "brett"
    assert shared.get("nested") is None
    assert get_message(shared, "new {x}").string == ""
    assert (get_message(shared, ("{count} cube of {who}", "{count} cubes of {who}")).string or ("",))[
        0
    ] == "ein Würfel von {who}"
    assert not any(message.fuzzy for message in shared if message.id)
    kinds = {problem.kind for problem in list_problems(collect_required(project), project / "locales")}
    assert kinds == {"missing"}


def test_a_second_update_changes_nothing(project: Path) -> None:
    update(collect_required(project), project / "locales")
    once = {path: path.read_bytes() for path in project.rglob("*.po")}
    update(collect_required(project), project / "locales")
    assert {path: path.read_bytes() for path in project.rglob("*.po")} == once


def test_a_sentence_that_moves_within_a_domain_changes_nothing(project: Path) -> None:
    update(collect_required(project), project / "locales")
    before = {path: path.read_bytes() for path in project.rglob("*.po")}
    source = project / "cogs" / "shared.py"
    sentences = source.read_text().replace('A = T("Hello {who}", who=T("nested"))', "")
    source.write_text(sentences + 'A = T("Hello {who}", who=T("nested"))', encoding="utf-8")
    update(collect_required(project), project / "locales")
    assert {path: path.read_bytes() for path in project.rglob("*.po")} == before


@pytest.mark.parametrize("language", TRANSLATED)
def test_just_texts_changes_nothing_on_a_clean_checkout(language: str, tmp_path: Path) -> None:
    for other in TRANSLATED:
        copytree(FOLDER / other, tmp_path / other)
    update(find_wanted(), tmp_path)
    for path in sorted((FOLDER / language).glob("*.po")):
        assert (tmp_path / language / path.name).read_bytes() == path.read_bytes(), f"run `just texts`: {path.name}"


def test_a_message_that_moves_to_another_domain_keeps_its_translation(project: Path) -> None:
    source = project / "cogs" / "shared.py"
    source.write_text(source.read_text().replace('T("nested")', "1"), encoding="utf-8")
    (project / "rendering").mkdir()
    (project / "rendering" / "canvas.py").write_text('T("nested")', encoding="utf-8")
    update(collect_required(project), project / "locales")
    for language, translation in (("de", "verschachtelt"), ("fr", "imbriqué")):
        assert get_message(load(project / "locales", language)["rendering"], "nested").string == translation
    assert list_problems(collect_required(project), project / "locales") == []


def test_a_translation_of_another_game_is_copied_with_a_mark(project: Path) -> None:
    folder = project / "locales"
    for game in ("docker", "aquaretto"):
        (project / "games" / game).mkdir(parents=True)
    (project / "games" / "docker" / "words.py").write_text('T("rope")\nN("{count} turn", "{count} turns", 2)')
    (project / "games" / "aquaretto" / "words.py").write_text('N("{count} turn", "{count} turns", 2)')
    turns = 'msgid "{count} turn"\nmsgid_plural "{count} turns"\nmsgstr[0] "{count} Zug"\nmsgstr[1] "{count} Zügen"\n'
    (folder / "de" / "docker.po").write_text(GERMAN[: GERMAN.index("#")] + turns, encoding="utf-8")
    for _ in range(2):
        update(collect_required(project), folder)
        copied = get_message(load(folder, "de")["aquaretto"], ("{count} turn", "{count} turns"))
        assert copied.fuzzy
        assert copied.string == ("{count} Zug", "{count} Zügen")
    assert not get_message(load(folder, "de")["docker"], ("{count} turn", "{count} turns")).fuzzy
    marked = [problem for problem in list_problems(collect_required(project), folder) if problem.kind == "fuzzy"]
    assert marked == [Problem("de", "aquaretto", "fuzzy", "{count} turn")]


def test_the_projects_own_catalogues_survive_an_update(tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "locales")
    update(find_wanted(), folder)
    for problem in list_problems(find_wanted(), folder):
        assert problem.kind in ("missing", "placeholders", "conflict", "name")
        assert problem in find_problems(), "an update loses nothing"


def test_the_command_line_checks_without_writing(capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in FOLDER.rglob("*.po")}
    code = main(["--check", "shared"])
    lines = capsys.readouterr().out.splitlines()
    assert code == (1 if lines else 0)
    assert all("/shared.po: " in line for line in lines)
    assert {path: path.read_bytes() for path in FOLDER.rglob("*.po")} == before


def test_the_command_line_names_an_unknown_domain(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--check", "atlantis"])
    assert left.value.code == 2
    assert "no such domain: atlantis" in capsys.readouterr().err


def test_the_catalogues_of_a_pack_stand_in_its_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = {path: path.read_bytes() for path in FOLDER.rglob("*.po")}
    with install_packs(
        tmp_path, {"toybox": {"words": 'from tests.toy.words import *\nT("kite")\nT("A sentence of toybox")'}}
    ):
        assert main(["--check", "toybox"]) == 1
        missing = capsys.readouterr().out.splitlines()
        assert "{de,fr,it}/toybox.po: missing: A sentence of toybox" in missing, "one line for all languages"
        assert "{fr,it}/toybox.po: missing: kite" in missing, "the pack has translated it into German"
        main(["toybox"])
        after = load(tmp_path / "slowboat_toybox" / "locales", "fr")
        assert get_message(after["toybox"], "A sentence of toybox").string == ""
    assert {path: path.read_bytes() for path in FOLDER.rglob("*.po")} == own
