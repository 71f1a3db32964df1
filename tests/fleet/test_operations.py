"""The files for operators of several processes fit the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bench.scale import work_out, write_table
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
    assert work_out(10_000)["processes, with one standby"] == "3"
