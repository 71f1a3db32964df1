"""The texts and pictures for the App Directory are complete, and fit into its fields."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import games
from client.core.permissions import PERMISSIONS
from matches.texts import LANGUAGES, Texts
from rendering import listing
from tests.support.checkout import ROOT

FOLDER = ROOT / "docs" / "listing"

SUMMARY, DESCRIPTION, TAGS, TAG = 200, 400, 5, 20
"""Most characters of a summary and a description, most tags, and most characters of a tag (Discord's documentation of
discovery and of the application object)."""

NAMES = re.compile("|".join(re.escape(games.words(name).TITLE.id) for name in games.own_names()))


def read_texts(language: str) -> dict[str, str]:
    """Read the texts of a language by their headings; the first heading is the name."""
    name, *parts = (FOLDER / f"{language}.md").read_text(encoding="utf-8").split("\n## ")
    fields = {heading: body.strip() for heading, body in (part.split("\n", 1) for part in parts)}
    return {"Name": name.removeprefix("# ").strip()} | fields


def list_faults(texts: dict[str, str]) -> list[str]:
    """List the fields that are missing, or that Discord would refuse."""
    fields = ("Name", "Summary", "Description", "Tags", "Long text")
    found = [field for field in fields if not texts.get(field)]
    found += [f"{field} is too long" for field, most in (("Summary", SUMMARY), ("Description", DESCRIPTION))
              if len(texts.get(field, "")) > most]  # fmt: skip
    tags = [tag.strip() for tag in texts.get("Tags", "").split(",")]
    if len(set(tags)) != TAGS or any(not 1 <= len(tag) <= TAG for tag in tags):
        found.append("Tags")
    return found + [field for field, text in texts.items() if NAMES.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_are_there_in_every_language_and_fit(language: str) -> None:
    texts = read_texts(language)
    assert list_faults(texts) == []
    assert "\n" not in texts["Summary"]
    if language != "en":
        english = read_texts("en")
        assert [field for field in texts if field != "Name" and texts[field] == english[field]] == []
        assert texts["Long text"].count("\n* ") == english["Long text"].count("\n* "), "as many points"


def test_texts_that_do_not_fit_would_be_seen() -> None:
    good = read_texts("en")
    for field, bad in (
        ("Summary", "x" * 201),
        ("Description", "x" * 401),
        ("Tags", "a, b, c, d, e, f"),
        ("Tags", f"a, b, c, d, {'e' * 21}"),
        ("Long text", "Play Riff Raff!"),
        ("Name", ""),
    ):
        assert len(list_faults(good | {field: bad})) == 1, field


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_long_text_names_commands_that_exist(language: str) -> None:
    named = set(re.findall(r"`/([^`]+)`", read_texts(language)["Long text"]))
    known = {Texts().name(language, word) for word in ("play", "help", "match", "me")}
    assert len(named) >= 2
    assert named <= known


@pytest.mark.timeout(120)
def test_the_pictures_are_as_the_program_draws_them() -> None:
    drawn = listing.draw_all()
    assert drawn.keys() == {path.name for path in FOLDER.glob("*.png")}
    assert len([name for name in drawn if name.startswith("screenshot")]) == 5
    for name, image in drawn.items():
        with Image.open(FOLDER / name) as kept:
            assert kept.size == image.size, name
            difference = ImageChops.difference(image.convert("RGB"), kept.convert("RGB")).convert("L")
        assert ImageStat.Stat(difference).mean[0] < 1, f"{name}: `python -m rendering.listing` draws it again"
        assert (FOLDER / name).stat().st_size < 1 << 20


def test_the_sizes_are_those_of_the_page() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for width, height in ((listing.ICON, listing.ICON), listing.BANNER, listing.SCREENSHOT):
        assert f"{width} × {height}" in page


def test_the_checklist_names_the_permissions_and_settings() -> None:
    page = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    missing = [label.id for label in PERMISSIONS.values() if label.id.replace("Channel", "Channels") not in page
               and label.id not in page]  # fmt: skip
    assert missing == []
    settings = ("SUPPORT_URL", "TERMS_URL", "PRIVACY_URL", "NEUTRAL_TITLES")
    assert [name for name in settings if f"SLOWBOAT_{name}" not in page] == []
    assert [path for path in ("terms.md", "privacy-policy.md") if not Path(FOLDER / path).exists()] == []
