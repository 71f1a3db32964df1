"""Test texts in all languages, and names without markup."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any, NoReturn

import pytest
from babel.lists import format_list
from babel.numbers import format_decimal
from hypothesis import given, settings
from hypothesis import strategies as st

from games.colours import COLOURS, GLYPHS
from games.text import Colour, Join, Moment, N, Player, T, Text
from locales import FOLDER, TRANSLATED, load
from matches.texts import LANGUAGES, NAME_LENGTH, Persona, Texts, _read, defuse, defuse_name

SHARED = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Red"
msgstr "Rot"

msgid "{who} has {count} cube"
msgid_plural "{who} has {count} cubes"
msgstr[0] "{who} hat einen Würfel"
msgstr[1] "{who} hat {count} Würfel"

msgid "{a} beats {b}."
msgstr "{b} verliert gegen {a}."

msgid "half done"
msgstr ""

msgid "{count} half"
msgid_plural "{count} halves"
msgstr[0] "eine Hälfte"
msgstr[1] ""

msgid "{count} turn"
msgid_plural "{count} turns"
msgstr[0] ""
msgstr[1] ""

#, fuzzy
msgid "move"
msgstr "bewegen"

msgctxt "command"
msgid "move"
msgstr "zug"
"""

TOY = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "kite"
msgstr "Drachen"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "shared.po").write_text(SHARED, encoding="utf-8")
    (tmp_path / "de" / "toy.po").write_text(TOY, encoding="utf-8")
    return Texts(tmp_path)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        *[("en-GB", "en"), ("en-US", "en"), ("de", "de"), ("fr", "fr"), ("it", "it"), ("de_AT", "de"), ("DE", "de")],
        *[("pt-BR", "en"), ("zh-CN", "en"), ("italiano", "en"), ("", "en"), (None, "en")],
    ],
)
def test_a_discord_locale_has_a_language(locale: str | None, language: str) -> None:
    assert Texts.language(locale) == language


def test_an_unknown_language_is_an_error(texts: Texts) -> None:
    with pytest.raises(KeyError):
        texts.say("es")


def test_all_domains_of_a_language_are_one_catalogue(texts: Texts) -> None:
    say = texts.say("de")
    assert say(T("kite")) == "Drachen"
    assert say(T("{a} beats {b}.", a="A", b=T("kite"))) == "Drachen verliert gegen A."


def test_missing_empty_or_fuzzy_translations_fall_back_to_english(texts: Texts) -> None:
    say = texts.say("de")
    assert say(T("nowhere {x}", x=1)) == "nowhere 1"
    assert say(T("half done")) == "half done"
    assert [say(N("{count} half", "{count} halves", count)) for count in (1, 2)] == ["1 half", "2 halves"]
    assert [say(N("{count} turn", "{count} turns", count)) for count in (1, 2)] == ["1 turn", "2 turns"]
    assert say(T("move")) == "move"
    assert texts.say("fr")(T("kite")) == "kite"


def test_numbers_decide_between_wordings(texts: Texts) -> None:
    for count, german, english in ((1, "hat einen Würfel", "has 1 cube"), (0, "hat 0 Würfel", "has 0 cubes")):
        text = N("{who} has {count} cube", "{who} has {count} cubes", count, who="X")
        assert texts.say("de")(text) == f"X {german}"
        assert texts.say("en")(text) == f"X {english}"


def test_french_counts_nothing_as_one(tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    entry = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "un"\nmsgstr[1] "des"\n'
    (tmp_path / "fr" / "toy.po").write_text(entry, encoding="utf-8")
    assert [Texts(tmp_path).say("fr")(N("one", "many", count)) for count in (0, 1, 2)] == ["un", "un", "des"]


def test_a_plural_counts_before_a_translation_without_one(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "a.po").write_text('msgid "turn"\nmsgstr "Zug"\n', encoding="utf-8")
    turns = [N("turn", "turns", count) for count in (1, 2)]
    assert [Texts(tmp_path).say("de")(each) for each in turns] == ["turn", "turns"]
    _read.cache_clear()
    plural = 'msgid "turn"\nmsgid_plural "turns"\nmsgstr[0] "ein Zug"\nmsgstr[1] "Züge"\n'
    (tmp_path / "de" / "b.po").write_text(plural, encoding="utf-8")
    assert [Texts(tmp_path).say("de")(each) for each in (*turns, T("turn"))] == ["ein Zug", "Züge", "ein Zug"]


def test_the_first_of_two_translations_counts(tmp_path: Path) -> None:
    (tmp_path / "de").mkdir()
    for domain, translation in (("a", "Erste"), ("b", "Zweite")):
        (tmp_path / "de" / f"{domain}.po").write_text(f'msgid "One"\nmsgstr "{translation}"\n', encoding="utf-8")
    assert Texts(tmp_path).say("de")(T("One")) == "Erste"


def test_no_line_breaks_beside_a_french_sign(tmp_path: Path) -> None:
    (tmp_path / "fr").mkdir()
    entry = 'msgid "Press {name}: {share}%!"\nmsgstr "Appuie sur « {name} » : {share} % !"\n'
    (tmp_path / "fr" / "toy.po").write_text(entry, encoding="utf-8")
    said = Texts(tmp_path).say("fr")(T("Press {name}: {share}%!", name="Jouer", share=60))
    assert said.replace("\u202f", "_").replace("\u2068", "").replace("\u2069", "") == "Appuie sur «_Jouer_»_: 60_%_!"


def test_command_names_have_a_context_of_their_own(texts: Texts) -> None:
    assert texts.name("de", "move") == "zug"
    assert texts.name("de", "board") == "board"
    assert texts.name("en", "move") == "move"


def test_a_colour_is_a_glyph_and_a_name(texts: Texts) -> None:
    assert texts.say("de")(T("{c}", c=Colour(0))) == "● Rot"
    assert texts.say("en")(T("{c}", c=Colour(5))) == "⬢ Ink"
    assert len(set(GLYPHS)) == len(COLOURS)


def test_a_player_is_known_by_the_first_colour_and_named_where_the_name_is_known(texts: Texts) -> None:
    cast = (Persona("", (1, 3)), Persona("Ada", (0,)))
    who = [T("{p}", p=Player(seat)) for seat in range(3)]
    assert [texts.say("de", cast)(text) for text in who] == ["▲■ Yellow", "● Rot (Ada)", "◆ Green"]


def test_a_fraction_is_written_as_the_language_does() -> None:
    shown = {language: Texts().say(language)(T("{number}", number=1.25)) for language in LANGUAGES}
    assert shown == {"en": "1.2", "de": "1,2", "fr": "1,2", "it": "1,2"}


def test_a_negative_number_has_a_minus_sign() -> None:
    say = Texts().say("en")
    assert say(T("{number} and {half}", number=-9, half=-0.5)) == "−9 and −0.5"
    assert say(N("{count} point", "{count} points", -9)) == "−9 points"


@pytest.mark.parametrize("language", LANGUAGES)
def test_fractions_and_lists_are_those_of_the_common_locale_data(language: str) -> None:
    say = Texts().say(language)
    for number in (0.0, 0.05, 0.35, -2.25, 12.75, 99.96, 1234.5):
        written = format_decimal(number, format="0.0", locale=language).replace("-", "−")
        assert say(T("{it}", it=number)) == written
    for items in ("", "A", "AB", "ABC", "ABCDF"):
        assert say(T("{it}", it=Join(tuple(items)))) == format_list(list(items), locale=language)


def test_a_list_is_joined_as_the_language_does() -> None:
    three = T("{all}", all=Join(("A", 2, T("C"))))
    said = [Texts().say(language)(three) for language in LANGUAGES]
    assert said == ["A, 2, and C", "A, 2 und C", "A, 2 et C", "A, 2 e C"]
    assert Texts().say("en")(T("<{all}>", all=Join(()))) == "<>"


@pytest.mark.parametrize(
    ("language", "wording", "value", "said"),
    [
        ("it", "muove da {x} a {y}", "A2", "muove da A2 ad A2"),
        ("it", "muove da {x} a {y}", "B2", "muove da B2 a B2"),
        ("it", "muove da {x} a {y}", "H3", "muove da H3 ad H3"),
        ("it", "Tocca a {x}", "Hugo", "Tocca a Hugo"),
        ("it", "A {x} servono {y}", "Aquaretto", "Ad Aquaretto servono Aquaretto"),
        ("it", "sarà {x}, già {y}", "A2", "sarà A2, già A2"),
        ("it", "a {x}", "11", "a 11"),
        ("it", "{x} e {y}", "Emma", "Emma ed Emma"),
        ("it", "{x} e {y}", "Anna", "Anna e Anna"),
        ("it", "c’è {x}", "Emma", "c’è Emma"),
        ("fr", "une partie de {x}", "Aquaretto", "une partie d’Aquaretto"),
        ("fr", "une partie de {x}", "Docker", "une partie de Docker"),
        ("fr", "de {x} à {y}", "A2", "de A2 à A2"),
        ("fr", "moins de {x}", "une heure", "moins d’une heure"),
        ("fr", "moins de {x}", "onze heures", "moins de onze heures"),
        ("fr", "que {x} joue", "Émile", "qu’Émile joue"),
        ("fr", "monde {x}", "entier", "monde entier"),
        ("de", "von {x} zu {y}", "A2", "von A2 zu A2"),
        ("en", "a {x} e {y}", "A2", "a A2 e A2"),
    ],
)
def test_small_words_agree_with_the_value_that_follows(language: str, wording: str, value: str, said: str) -> None:
    assert Texts().say(language)(T(wording, x=value, y=value)) == said


def test_lists_agree_too() -> None:
    said = Texts().say("it")(T("Waiting for {players}.", players=Join(("Anna", "Ben", "Emma"))))
    assert said == "In attesa di Anna, Ben ed Emma."
    cast = (Persona("Anna", (0,)), Persona("Emma", (1,)))
    assert Texts().say("it", cast)(T("{x}", x=Join((Player(0), Player(1))))) == "● Rosso (Anna) e ▲ Giallo (Emma)"


def test_an_argument_is_never_a_template() -> None:
    say = Texts().say("en", (Persona("{b}", (0,)),))
    assert say(T("{a} {b}", a="{b}", b="{a}")) == "{b} {a}"
    assert say(T("{p} {b}", p=Player(0), b=1)) == "● Red ({b}) 1"
    assert say(T("{a} {gone}", a=1)) == "1 {gone}"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t\n Lovelace ", "Ada Lovelace"),
        ("Zoë Ångström", "Zoë Ångström"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("山田太郎", "山田太郎"),
        ("ไม่รู้", "ไม่รู้"),
        ("क्षत्रिय", "क्षत्रिय"),
        ("🚢 Captain", "🚢 Captain"),
        ("שלום", "\u2068שלום\u2069"),
        ("**bold** _it_ ~~no~~ ||boo|| `x`", "∗∗bold∗∗ ˍitˍ ∼∼no∼∼ ǀǀbooǀǀ ˋxˋ"),
        ("@everyone", "＠everyone"),
        ("<@123456> <#1> <@&2>", "‹＠123456› ‹＃1› ‹＠&2›"),
        ("[click](https://evil.example)", "［click］(https:∕∕evil.example)"),
        ("discord.gg/abc", "discord.gg∕abc"),
        ("\\*", "＼∗"),
        ("a\u202eb\u2066c\u200fd\u061ce", "abcde"),
        ("A\u0301\u0302\u0303\u0304\u0305\u0306", "Á\u0302\u0303"),
        ("\u0301x", "x"),
        ("\u200b\u2800\u3164\u115f", ""),
        ("", ""),
        ("x" * 32, "x" * 32),
        ("x" * 33, "x" * 31 + "…"),
        ("\ud800x\ue000", "x"),
    ],
)
def test_a_name_made_plain(name: str, shown: str) -> None:
    assert defuse_name(name) == unicodedata.normalize("NFC", shown)


HOSTILE = st.text(
    st.characters() | st.sampled_from("*_~`|<>@#[]()\\/:\u202e\u2066\u2069\u200b\u0301\u0489\u3164\n\u2028אب"),
    max_size=60,
)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(HOSTILE)
def test_no_name_does_harm(name: str) -> None:
    shown = defuse_name(name)
    inner = shown.removeprefix("\u2068").removesuffix("\u2069")
    assert shown in (inner, f"\u2068{inner}\u2069")
    assert len(inner) <= NAME_LENGTH
    assert not set(inner) & set("*_~`|<>@#[]\\/\n\r")
    assert not any(unicodedata.category(char).startswith(("C", "Zl", "Zp")) for char in inner)
    assert inner == inner.strip()
    assert "  " not in inner
    assert defuse_name(inner) == shown, "making it plain again changes nothing"
    runs = "".join("m" if unicodedata.category(char) in ("Mn", "Me") else " " for char in inner).split()
    assert max(map(len, runs), default=0) <= 2


@settings(max_examples=200, deadline=None, derandomize=True)
@given(HOSTILE)
def test_no_argument_does_harm(typed: str) -> None:
    said = Texts().say("en")(Text("You typed {code}.", (("code", typed),)))
    assert said == f"You typed {defuse(typed)}."
    assert not set(said) & set("*_~`<\\\n\r\u2028\u202e")
    assert "||" not in said
    assert "://" not in said


def test_codes_are_quoted_as_they_are() -> None:
    assert defuse("7/knight>26+x=@3:a-b,c.d") == "7/knight>26+x=@3:a-b,c.d"


def test_texts_need_no_data_of_whole_locales() -> None:
    """A process would hold six megabytes of them."""
    program = "from matches.texts import Texts; Texts().load(); from babel import localedata; print(*localedata._cache)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "\n"


def test_loaded_catalogues_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _read.cache_clear()
    texts = Texts()
    texts.load()

    def refuse(*_: Any) -> NoReturn:
        raise AssertionError("a loaded catalogue is read again")

    monkeypatch.setattr("matches.texts.read_po", refuse)
    for language in LANGUAGES:
        assert texts.say(language)(T("Waiting for {players}.", players=Join((Player(0), Player(1)))))


_NEVER = {
    "de": r"\b(seit|bis|ab|vor) <t:7:R>",
    "fr": r"\b(depuis|dès|avant|jusqu’à|jusqu’au)( le)? <t:7:R>|\b(depuis|dès|avant|jusqu’à) <t:7:f>",
    "it": r"\b(da|dal|al?|il|entro) <t:7:.>",
}
"""Relative times after words such as "since", and dates without the article they need there.

In Italian no time follows such a word, since the article changes with the day: "dal 7", but "dall’8 dicembre".
"""


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_says_since_two_days_ago(language: str) -> None:
    """Discord shows a relative time as "2 days ago": after "since" or "until" a date has to stand instead."""
    wordings = {
        form
        for catalogue in load(FOLDER, language).values()
        for message in catalogue
        for form in ((message.string,) if isinstance(message.string, str) else message.string or ())
    }
    say, times = Texts().say(language), dict.fromkeys(("when", "since", "again"), Moment(7.0))
    told = [
        say(T(form, **{name: times.get(name, "x") for name in set(re.findall(r"\{(\w+)\}", form))}))
        for form in wordings
        if any(f"{{{name}}}" in form for name in times)
    ]
    assert len(told) > 20
    assert any("<t:7:R>" in each for each in told)
    assert any("<t:7:f>" in each for each in told) == (language != "it")
    assert [each for each in told if re.search(_NEVER[language], each)] == []


def test_no_english_sentence_says_since_two_days_ago() -> None:
    say = Texts().say("en")
    for text in ("Running since {when}.", "You have voted, and can change your vote until {when}."):
        assert "<t:7:f>" in say(T(text, when=Moment(7.0)))
    assert "<t:7:R>" in say(T("closes {when}", when=Moment(7.0)))
