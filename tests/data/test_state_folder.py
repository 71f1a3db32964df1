"""The folder of the bot's files is found from its settings, by the bot and by the health check alike."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import read_settings
from data import __main__ as tool
from data.state_folder import SILENT_AFTER, is_healthy

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"SLOWBOAT_DATABASE": "here.db"},
        {"SLOWBOAT_DATABASE": "/somewhere/else/slowboat.db"},
        {"SLOWBOAT_DATABASE": "postgresql://db/slowboat"},
        {"SLOWBOAT_DATABASE": "postgresql://db/slowboat", "SLOWBOAT_SHARDS": "auto", "SLOWBOAT_PROCESS": "b1"},
        {"SLOWBOAT_DATABASE": "postgresql://db/slowboat", "SLOWBOAT_SHARDS": "2"},
        {"SLOWBOAT_DATABASE": "postgresql://db/slowboat", "SLOWBOAT_PROCESS": "b1"},
    ],
)
def test_the_health_check_looks_where_the_bot_writes(given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[Path] = []

    def stat(path: Path) -> SimpleNamespace:
        looked_at.append(path)
        return SimpleNamespace(st_mtime=NOW)

    monkeypatch.setattr(Path, "stat", stat)
    healthy = is_healthy(given, NOW)
    monkeypatch.undo()
    assert healthy
    assert looked_at == [read_settings(given).database_path.parent / "heartbeat"]


def test_a_silent_bot_is_not_healthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLOWBOAT_DATABASE", str(tmp_path / "slowboat.db"))
    assert tool.main(["healthy"]) == 1
    assert "no sign of life" in capsys.readouterr().err
    (tmp_path / "heartbeat").touch()
    assert tool.main(["healthy"]) == 0
    beat = (tmp_path / "heartbeat").stat().st_mtime
    given = {"SLOWBOAT_DATABASE": str(tmp_path / "slowboat.db")}
    assert is_healthy(given, beat + SILENT_AFTER)
    assert not is_healthy(given, beat + SILENT_AFTER + 1)
