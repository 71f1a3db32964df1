"""Texts in every language, for laws."""

from __future__ import annotations

import re
from functools import cache

from games.colours import COLOURS
from games.text import Arg, Colour, Join, Player, Say, Text
from matches.texts import LANGUAGES, Persona, Texts

PLACEHOLDER = re.compile(r"\{(\w*)\}")


@cache
def speakers() -> dict[str, Say]:
    """Return a translator for each language, for a match with all kinds of names."""
    cast = [Persona(person, (seat,)) for seat, person in enumerate(("Ada", "", "Bo", "Chidi", "Wilhelmina", "E"))]
    return {language: Texts().say(language, cast) for language in LANGUAGES}


def translate(text: Text) -> dict[str, str]:
    """Translate a text into every language and check that each result is a clean sentence."""
    out = translate_refusal(text)
    for language, sentence in out.items():
        assert sentence.strip() == sentence, f"{language}: {sentence!r} begins or ends with a space"
        assert "  " not in sentence, f"{language}: {sentence!r} has two spaces in a row"
        assert not PLACEHOLDER.search(sentence), f"{language}: {sentence!r} has a placeholder without a value"
    return out


def translate_refusal(text: Text) -> dict[str, str]:
    """Translate a text that may quote a person's input."""
    check_arguments(text)
    out = {language: say(text) for language, say in speakers().items()}
    assert all(out.values()), f"nothing is said for {text.id!r}: {out}"
    return out


def check_arguments(arg: Arg) -> None:
    """Check that placeholders and arguments match, and that all arguments are of known kinds."""
    match arg:
        case Text():
            asked = set(PLACEHOLDER.findall(arg.id)) | set(PLACEHOLDER.findall(arg.plural))
            assert asked - {"count"} == {key for key, _ in arg.args} - {"count"}, arg
            assert "count" not in asked or arg.plural or "count" in dict(arg.args), arg
            for _, value in arg.args:
                check_arguments(value)
        case Join():
            for item in arg.items:
                check_arguments(item)
        case Player():
            assert 0 <= arg.seat < 9
        case Colour():
            assert 0 <= arg.index < len(COLOURS)
        case _:
            assert type(arg) in (str, int, float), arg
