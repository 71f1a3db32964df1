"""Test that documentation names existing files, functions and tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.core.starts import VERSION
from client.help.about import NEWS_VERSION
from tests.support.checkout import ROOT

PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "sandbox").rglob("*.md")]

LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)[^)]*\)")

FOLDERS = "cogs|client|compiled|games|rendering|matches|data|sandbox|locales|skeleton|examples|tests|bench|docs"

SOURCE = re.compile(rf"`((?:{FOLDERS})/[\w/.-]*)`")
"""A path of ours in backticks, without placeholders such as <game>."""


def list_links(page: Path) -> Iterator[tuple[str, str]]:
    """List the words and the target of each link to a file."""
    for words, target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            yield words, target


def list_names(module: Path) -> set[str]:
    """List the functions and classes of a module, methods also as Class.method."""
    names: set[str] = set()
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{item.name}" for item in node.body if hasattr(item, "name")}
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    missing = [target for _, target in list_links(page) if not (page.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_linked_modules_have_the_named_functions(page: Path) -> None:
    """Check links of the form `[`name` …](module.py)`: the module defines the name."""
    for words, target in list_links(page):
        named = re.match(r"`([\w.]+)`", words)
        if named and target.endswith(".py") and not named[1].endswith(".py"):
            assert named[1] in list_names(page.parent / target), f"{target} has no {named[1]}"


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "README.md", "sandbox/README.md", "docs/tour.md"])
def test_paths_in_backticks_exist(name: str) -> None:
    page = ROOT / name
    text = page.read_text(encoding="utf-8").split("## Adding a game")[0]  # its example game does not exist
    missing = [path for path in SOURCE.findall(text) if not (ROOT / path).exists()]
    assert not missing


def test_the_readme_names_what_the_page_of_the_sandbox_shows() -> None:
    """The page opens with one person, so a reader must find how to be another and how to add one."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## Try it\n")[1].split("\n## ")[0]
    named = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", section)
    assert named, "it does not say how to act as somebody"
    translated = (ROOT / "sandbox/page/static/words.js").read_text(encoding="utf-8")
    assert [label for label in named if f'"{label.removeprefix("+ ")}":' not in translated] == []


TEST = re.compile(r"`([\w/]+/test_\w+\.py)(?:::(\w+))?`")


def test_every_feature_names_tests_that_exist() -> None:
    features = (ROOT / "docs" / "features.md").read_text(encoding="utf-8").split("\n* ")[1:]
    assert len(features) > 100
    for feature in features:
        assert TEST.search(feature), f"no test holds this feature: {feature}"
        for path, name in TEST.findall(feature):
            module = ROOT / "tests" / path
            assert module.exists(), f"{path} is gone; which test holds this? {feature}"
            assert not name or name in list_names(module), f"{path} has no {name}; which test holds this? {feature}"


def test_every_command_is_among_the_features() -> None:
    """Compare with the page of rights, which a crawler writes."""
    rights, features = ((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("rights.md", "features.md"))
    commands = re.findall(r"`(/[\w -]+)`", rights)
    assert len(commands) > 10
    assert [each for each in commands if f"`{each}`" not in features] == []


def test_every_decision_has_its_parts() -> None:
    """Check its number, its reasons, its consequences, and that it fits on a page."""
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    for number, page in enumerate(pages, start=1):
        text = page.read_text(encoding="utf-8")
        assert page.name.startswith(f"{number:04}-"), page.name
        assert text.startswith(f"# {number}. "), page.name
        assert "**Why.**" in text, page.name
        assert "**Consequences.**" in text, page.name
        assert len(text.split()) <= 370, page.name


def test_the_tour_links_to_code_and_is_linked() -> None:
    text = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    links = [words for words, target in LINK.findall(text) if target.endswith(".py")]
    assert len(links) >= 30
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "(docs/tour.md)" in (ROOT / page).read_text(encoding="utf-8"), page


HEADINGS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert released[0] == VERSION
    assert released == sorted(released, key=lambda version: tuple(map(int, version.split("."))), reverse=True)


def test_the_news_of_about_is_of_the_newest_release() -> None:
    """A release with new features has its own news, which may be written while it is prepared."""
    unreleased = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("## [Unreleased]")[1].split("\n## ")[0]
    major, minor = map(int, VERSION.split(".")[:2])
    fitting = [(major, minor), *([(major, minor + 1), (major + 1, 0)] if unreleased.strip() else [])]
    assert tuple(map(int, NEWS_VERSION.split(".")[:2])) in fitting, f"NEWS of client/help/about.py is of {NEWS_VERSION}"


def test_each_release_has_the_headings_of_keep_a_changelog_in_order() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for release in text.split("\n## ")[1:]:
        found = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert found == [heading for heading in HEADINGS if heading in found], release.splitlines()[0]
