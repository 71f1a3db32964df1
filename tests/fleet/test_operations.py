"""The files for operators of several processes fit the program."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot import read_settings
from client.core.bot import DISCONNECT_WITHIN, FINISH_IN_FLEET, FINISH_WITHIN
from client.core.metrics import Metrics
from tests.support.checkout import ROOT


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    dashboard = json.loads((ROOT / "docs" / "fleet" / "grafana.json").read_text(encoding="utf-8"))
    shown = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\bslowboat_\w+", target["expr"])
    }
    metrics = Metrics()
    metrics.count_answer(200, 0.0)
    metrics.note_shards("b1", {0}, {0}, 1)
    samples = {sample.name: family.name for family in metrics.registry.collect() for sample in family.samples}
    assert shown <= samples.keys(), "a name that the bot does not report"
    assert {samples[name] for name in shown} == set(samples.values()), "a metric that is not shown"
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_metrics_tell_process_and_shard() -> None:
    metrics = Metrics()
    metrics.note_shards("b1", {0, 1}, {1}, 3)
    for name, expected in (("slowboat_shard_connected", [1, 1, 0]), ("slowboat_shard_served", [0, 1, 0])):
        found = [metrics.registry.get_sample_value(name, {"process": "b1", "shard": str(n)}) for n in range(3)]
        assert found == expected


def read_processes() -> dict[str, dict[str, str]]:
    """Read the settings of each process in compose.fleet.yaml, with the common ones."""
    text = (ROOT / "compose.fleet.yaml").read_text(encoding="utf-8")
    common, services = text.split("\nservices:\n")
    given = dict(re.findall(r"^  (SLOWBOAT_\w+): (.*)$", common, re.MULTILINE))
    found = re.findall(r"^  (\w+):\n    <<: \*bot\n((?:    .*\n)*)", services, re.MULTILINE)
    for name, body in found:
        assert f'volumes: ["{name}:/app/var"]' in body, "each process has a folder of its own"
        assert re.search(rf"^  {name}:$", text.split("\nvolumes:\n")[-1], re.MULTILINE)
        assert "<<: *settings" in body
    own = {name: dict(re.findall(r"^      (SLOWBOAT_\w+): \"?(.*?)\"?$", body, re.MULTILINE)) for name, body in found}
    return {name: given | settings for name, settings in own.items()}


def test_compose_starts_processes_with_settings_that_exist() -> None:
    found = {name: read_settings(given | {"DISCORD_TOKEN": "x"}) for name, given in read_processes().items()}
    assert [name for name, settings in found.items() if settings.standby] == ["standby"]
    assert [settings.process for settings in found.values()] == list(found) == ["b1", "b2", "standby"]
    assert {settings.shards for settings in found.values()} == {"auto"}
    assert len({settings.database for settings in found.values()}) == 1


UNITS = {
    "slowboat@.service": ({"SLOWBOAT_DATABASE": "postgresql://db/slowboat"}, ("var", "b1")),
    "slowboat.service": ({}, ("slowboat", "var")),
}
"""The units, with the settings that their operator adds, and the last names of the folder that it writes to."""


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_gives_settings_and_paths_that_exist(name: str) -> None:
    unit = (ROOT / "docs" / "fleet" / name).read_text(encoding="utf-8")
    added, folder = UNITS[name]
    keys = dict(re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE))
    (line,) = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    given = dict(each.split("=", 1) for each in line.replace("%i", "b1").split())
    credential, source = keys["LoadCredential"].split(":")
    assert given.pop("DISCORD_TOKEN_FILE") == f"%d/{credential}"
    settings = read_settings(given | added | {"DISCORD_TOKEN": "x"})
    root = Path(keys["WorkingDirectory"])
    program, *arguments = keys["ExecStart"].split()
    assert Path(program).relative_to(root) == Path(".venv/bin/python")
    assert [(ROOT / argument).exists() for argument in arguments] == [True]
    state = root / settings.database_path.parent.relative_to(ROOT)
    assert state.parts[-len(folder) :] == folder
    assert state.is_relative_to(keys["ReadWritePaths"])
    pages = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("operating.md", "fleet.md"))
    named = [str(root), source, *(path.removeprefix("-") for path in re.findall(r"^EnvironmentFile=(.*)$", unit, re.M))]
    assert [path for path in named if path.replace("%i", "b3") not in pages] == []


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_waits_for_a_stop_as_long_as_the_bot_takes(name: str) -> None:
    unit = (ROOT / "docs" / "fleet" / name).read_text(encoding="utf-8")
    (wait,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert int(wait) > (FINISH_IN_FLEET if "@" in name else FINISH_WITHIN) + DISCONNECT_WITHIN


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_unit(name: str, tmp_path: Path) -> None:
    """The unit as it is, for a process b1 if there are several, but with an interpreter of this machine."""
    if (analyse := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd-analyze is not installed here")
    text = (ROOT / "docs" / "fleet" / name).read_text(encoding="utf-8")
    unit = tmp_path / name.replace("@", "@b1")
    for good, changed in (
        (True, text.replace("/opt/slowboat/.venv/bin/python", sys.executable)),
        (False, text),
        (False, text.replace("/opt/slowboat/.venv/bin/python", sys.executable).replace("Restart=", "Restarts=")),
    ):
        unit.write_text(changed, encoding="utf-8")
        said = subprocess.run([analyse, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
        assert (said.returncode == 0 and not said.stderr) is good, said.stderr


@pytest.mark.parametrize("name", ["compose.yaml", "compose.fleet.yaml"])
def test_docker_compose_accepts_the_file(name: str, tmp_path: Path) -> None:
    if (compose := shutil.which("docker-compose")) is None:
        pytest.skip("docker-compose is not installed here")
    text = (ROOT / name).read_text(encoding="utf-8")
    file = tmp_path / name
    for good, changed in ((True, text), (False, text.replace("stop_grace_period", "stop_grace"))):
        file.write_text(changed, encoding="utf-8")
        said = subprocess.run(
            [compose, "-f", file, "config", "-q"],
            env={**os.environ, "DISCORD_TOKEN": "abc", "POSTGRES_PASSWORD": "abc1"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (said.returncode == 0) is good, said.stderr
