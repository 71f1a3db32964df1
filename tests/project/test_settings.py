"""Test settings, and that errors name the setting and its possible values."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from bot import BadSetting, Settings, read_settings
from tests.support.checkout import ROOT


def test_every_setting_has_a_default() -> None:
    settings = read_settings({"PATH": "/bin", "HOME": "/"})
    assert settings == Settings(process=settings.process)
    assert settings.process, "the name of this machine"
    assert settings.database_path.name == "sandbox.db"


def test_the_page_for_operators_lists_every_setting_and_no_other() -> None:
    named = set(re.findall(r"`((?:SLOWBOAT|DISCORD)_[A-Z_]+)`", (ROOT / "docs/operating.md").read_text("utf-8")))
    given = {name.upper() for name in Settings.__struct_fields__}
    assert named == {name if name.startswith("DISCORD") else f"SLOWBOAT_{name}" for name in given}


def test_with_a_token_the_bot_uses_another_file(tmp_path: Path) -> None:
    assert read_settings({"DISCORD_TOKEN": " abc "}).discord_token == "abc"
    secret = tmp_path / "token"
    secret.write_text("from-a-file\n")
    settings = read_settings({"DISCORD_TOKEN_FILE": str(secret)})
    assert settings.discord_token == "from-a-file"
    assert settings.database_path.name == "slowboat.db"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SLOWBOAT_SANDBOX_PORT", "eighty"),
        ("SLOWBOAT_SANDBOX_PORT", "70000"),
        ("SLOWBOAT_LOG_LEVEL", "LOUD"),
        ("SLOWBOAT_OPEN_BROWSER", "perhaps"),
        ("SLOWBOAT_DATABSE", "x.db"),
        *((f"SLOWBOAT_{kind}_URL", f"http://example.org/{kind}") for kind in ("SUPPORT", "TERMS", "PRIVACY")),
        ("SLOWBOAT_SUPPORT_URL", "discord.gg/abc"),
        ("SLOWBOAT_SUPPORT_URL", "https://"),
        ("SLOWBOAT_SUPPORT_URL", "https://two words.example"),
        ("SLOWBOAT_SUPPORT_URL", "https://example.org:port/"),
        ("SLOWBOAT_SUPPORT_URL", "https://example.org:0/"),
        ("SLOWBOAT_SUPPORT_URL", "https://example.org:65536/"),
        ("SLOWBOAT_SUPPORT_URL", "https://example.org/" + "x" * 500),
        ("SLOWBOAT_ADMIN_ADDRESS", "here"),
        ("SLOWBOAT_ADMIN_ADDRESS", "0.0.0.0:80"),
        ("SLOWBOAT_ADMIN_ADDRESS", ""),
        ("SLOWBOAT_MEMORY", "plenty"),
        ("DISCORD_TOKEN_FILE", "/there/is/no/such/file"),
    ],
)
def test_a_malformed_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        read_settings({name: value})


def test_addresses_for_people_are_taken_as_they_are() -> None:
    given = {"SUPPORT": "https://discord.gg/abc", "TERMS": "https://example.org:8443/a?b#c", "PRIVACY": ""}
    links = read_settings({f"SLOWBOAT_{name}_URL": value for name, value in given.items()}).links
    assert (links.support, links.terms, links.privacy) == tuple(given.values())


SHARED = {"SLOWBOAT_DATABASE": "postgresql://slowboat@db/slowboat", "DISCORD_TOKEN": "abc"}


def test_each_of_several_processes_has_its_own_folder() -> None:
    settings = read_settings(SHARED | {"SLOWBOAT_SHARDS": "auto", "SLOWBOAT_PROCESS": "b1", "SLOWBOAT_STANDBY": "true"})
    assert (settings.shards, settings.process, settings.standby) == ("auto", "b1", True)
    assert settings.database_path.parts[-3:] == ("var", "b1", "slowboat.db")
    assert read_settings(SHARED | {"SLOWBOAT_PROCESS": "b1"}).database_path.parts[-2:] == ("var", "slowboat.db")


def test_several_processes_need_a_server_and_a_sensible_number_of_shards() -> None:
    with pytest.raises(BadSetting, match="SLOWBOAT_DATABASE"):
        read_settings({"SLOWBOAT_SHARDS": "auto"})
    for shards in ("0", "-1", "many", "10000"):
        with pytest.raises(BadSetting, match="SLOWBOAT_SHARDS"):
            read_settings(SHARED | {"SLOWBOAT_SHARDS": shards})
    with pytest.raises(BadSetting, match="SLOWBOAT_PROCESS"):
        read_settings(SHARED | {"SLOWBOAT_SHARDS": "2", "SLOWBOAT_PROCESS": "../b1"})


def start(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("SLOWBOAT_", "DISCORD_"))}
    return subprocess.run(
        [sys.executable, "bot.py"], cwd=ROOT, env=clean | environment, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    ("argument", "code", "said"),
    [
        ("--help", 0, "docs/operating.md lists them"),
        ("--version", 0, "Slowboat 0."),
        ("--port=1", 2, "unrecognized arguments"),
    ],
)
def test_an_argument_is_answered_without_a_start(
    argument: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bot.main([argument])
    answered = capsys.readouterr()
    assert ended.value.code == code
    assert said in answered.out + answered.err


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_an_argument_is_answered_before_anything_large_is_imported(argument: str) -> None:
    command = [sys.executable, "-X", "importtime", "bot.py", argument]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    imported = {line.rsplit("|", 1)[1].strip() for line in ended.stderr.splitlines() if "|" in line}
    assert "client.core.starts" in imported
    assert not imported & {"discord", "aiohttp", "asyncio", "games", "PIL", "sandbox"}


def test_the_program_explains_a_failed_start_in_one_line(tmp_path: Path) -> None:
    ended = start(tmp_path, SLOWBOAT_LOG_LEVEL="LOUD")
    assert ended.returncode == 2
    assert "SLOWBOAT_LOG_LEVEL" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_file_that_is_not_a_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Sir or Madam, " * 100)
    ended = start(tmp_path, SLOWBOAT_DATABASE=str(file), SLOWBOAT_SANDBOX_PORT="0")
    assert ended.returncode == 3
    assert str(file) in ended.stderr
    assert "Traceback" not in ended.stderr
    assert file.read_text().startswith("Dear Sir or Madam")


@pytest.mark.parametrize("content", ["", " \n"])
def test_an_empty_token_file_is_refused(tmp_path: Path, content: str) -> None:
    """Refuse it, instead of taking it for the wish to play in the sandbox."""
    secret = tmp_path / "token"
    secret.write_text(content)
    with pytest.raises(BadSetting, match="DISCORD_TOKEN_FILE") as refused:
        read_settings({"DISCORD_TOKEN_FILE": str(secret)})
    assert str(secret) in str(refused.value)


TOKEN = "MTIz.GaBcDe.x-y_z"


@pytest.mark.parametrize(
    "content",
    [
        f"{TOKEN}\r\n".encode("utf-16"),
        b"\xfe\xff" + f"{TOKEN}\r\n".encode("utf-16-be"),
        TOKEN.encode("utf-16-le"),
        TOKEN.encode("utf-16-be"),
        f"{TOKEN}\r\n".encode("utf-8-sig"),
        f"{TOKEN}\xa0\n".encode("latin-1"),
        f'"{TOKEN}"\r\n'.encode(),
        f"  ' {TOKEN} '  \n\n".encode(),
        f"“{TOKEN}”".encode(),
        f"\u200b{TOKEN}\u200b\ufeff".encode(),
        f"Bot {TOKEN}\n".encode(),
        f'"bot  {TOKEN}"'.encode(),
        f'DISCORD_TOKEN="{TOKEN}"\n'.encode(),
    ],
)
def test_a_token_is_read_as_windows_and_editors_write_it(tmp_path: Path, content: bytes) -> None:
    secret = tmp_path / "token"
    secret.write_bytes(content)
    assert read_settings({"DISCORD_TOKEN_FILE": str(secret)}).discord_token == TOKEN
    assert read_settings({"DISCORD_TOKEN_FILE": f'"{secret}"'}).discord_token == TOKEN
    if b"\0" not in content and content.isascii():
        assert read_settings({"DISCORD_TOKEN": content.decode()}).discord_token == TOKEN


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (f"{TOKEN}é".encode("latin-1"), "letters that no token has"),
        (f"{TOKEN}é".encode(), "letters that no token has"),
        (f"# the token\n{TOKEN}\n".encode(), "2 lines"),
        (b"\xff\xfe" + b"abc", "not a text file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "DISCORD_TOKEN_FILE"),
        (b"\xff\xfe", "holds no token"),
        ('""\u200b\r\n'.encode(), "holds no token"),
        (b"Bot ", "DISCORD_TOKEN_FILE"),
    ],
)
def test_a_file_without_a_token_is_refused_in_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    secret = tmp_path / "token"
    secret.write_bytes(content)
    with pytest.raises(BadSetting, match=said) as refused:
        read_settings({"DISCORD_TOKEN_FILE": str(secret)})
    assert str(secret) in str(refused.value)
    assert TOKEN not in str(refused.value)


def test_a_token_in_the_environment_is_refused_without_being_shown() -> None:
    with pytest.raises(BadSetting, match=r"^DISCORD_TOKEN holds spaces") as refused:
        read_settings({"DISCORD_TOKEN": f"my token {TOKEN}"})
    assert TOKEN not in str(refused.value)
    assert not read_settings({"DISCORD_TOKEN": '""'}).discord_token, "an empty one opens the sandbox"


def test_quotes_around_any_setting_are_stripped() -> None:
    """`docker run --env-file` keeps them."""
    settings = read_settings({
        "DISCORD_TOKEN": f"'{TOKEN}'", "SLOWBOAT_DATABASE": '"/data/slow boat.db"', "SLOWBOAT_ADMIN_PORT": "'8080'",
        "SLOWBOAT_LOG_LEVEL": '"DEBUG"\ufeff', "SLOWBOAT_STANDBY": " 'true' ",
    })  # fmt: skip
    assert settings.database_path == Path("/data/slow boat.db")
    assert (settings.admin_port, settings.log_level, settings.standby) == (8080, "DEBUG", True)


@pytest.mark.parametrize("kind", ["postgresql+psycopg", "PostgreSQL", "mysql", "sqlite"])
def test_an_address_of_another_kind_is_no_path(kind: str) -> None:
    with pytest.raises(BadSetting, match="SLOWBOAT_DATABASE") as refused:
        read_settings({"SLOWBOAT_DATABASE": f"{kind}://slowboat:secret@db/slowboat"})
    assert "secret" not in str(refused.value)


def test_a_token_file_of_windows_ends_with_a_sentence_and_no_traceback(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_bytes("not a token\r\n".encode("utf-16"))
    ended = start(tmp_path, DISCORD_TOKEN_FILE=str(secret))
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert str(secret) in ended.stderr


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EDQUOT, "quota"),
        (errno.EADDRINUSE, "Is another program using the port?"),
        (errno.EACCES, "belongs to the user"),
        (errno.ENETUNREACH, ""),
    ],
)
def test_a_start_that_fails_names_its_cause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], number: int, hint: str
) -> None:
    async def fail(_: Settings) -> None:
        raise OSError(number, os.strerror(number), "slowboat.db.admin.part")

    monkeypatch.setattr(bot, "run", fail)
    monkeypatch.setattr("client.core.logs.set_up", lambda *_, **__: None)
    monkeypatch.setattr(os, "environ", {})
    assert bot.main([]) == 5
    said = capsys.readouterr().err
    assert os.strerror(number) in said
    assert hint in said
    assert ("port" in said) == (number == errno.EADDRINUSE)
