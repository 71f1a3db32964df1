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

from bench.scale import compute_column, write_table
from bot import read_settings
from client.core.metrics import Metrics

ROOT = Path(__file__).resolve().parents[2]


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
    services = services.split("\nsecrets:\n")[0]
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


def test_the_unit_gives_settings_that_exist() -> None:
    unit = (ROOT / "docs" / "fleet" / "slowboat@.service").read_text(encoding="utf-8")
    (line,) = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    given = dict(each.split("=", 1) for each in line.replace("%i", "b1").split())
    given["DISCORD_TOKEN"] = given.pop("DISCORD_TOKEN_FILE")
    settings = read_settings(given | {"SLOWBOAT_DATABASE": "postgresql://db/slowboat"})
    assert (settings.process, settings.shards) == ("b1", "auto")


def test_the_page_about_scale_has_the_script_s_table() -> None:
    assert write_table() in (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert compute_column(10_000)["processes, with one standby"] == "3"


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """The unit as it is for a process b1, but with an interpreter of this machine."""
    if (analyse := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd-analyze is not installed here")
    text = (ROOT / "docs" / "fleet" / "slowboat@.service").read_text(encoding="utf-8")
    unit = tmp_path / "slowboat@b1.service"
    for good, changed in (
        (True, text.replace("/opt/slowboat/.venv/bin/python", sys.executable)),
        (False, text),
        (False, text.replace("/opt/slowboat/.venv/bin/python", sys.executable).replace("Restart=", "Restarts=")),
    ):
        unit.write_text(changed, encoding="utf-8")
        said = subprocess.run([analyse, "verify", "--man=no", unit], capture_output=True, text=True, check=False)
        assert (said.returncode == 0 and not said.stderr) is good, said.stderr


def test_docker_compose_accepts_the_file(tmp_path: Path) -> None:
    if (compose := shutil.which("docker-compose")) is None:
        pytest.skip("docker-compose is not installed here")
    text = (ROOT / "compose.fleet.yaml").read_text(encoding="utf-8")
    (tmp_path / "discord_token.txt").touch()
    file = tmp_path / "compose.fleet.yaml"
    for good, changed in ((True, text), (False, text.replace("stop_grace_period", "stop_grace"))):
        file.write_text(changed, encoding="utf-8")
        said = subprocess.run(
            [compose, "-f", file, "config", "-q"],
            env={**os.environ, "POSTGRES_PASSWORD": "abc1"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (said.returncode == 0) is good, said.stderr
