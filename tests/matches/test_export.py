"""Test the export of a person's matches: a table, and records that replay to the same end."""

from __future__ import annotations

import csv
import io
import zipfile

import pytest

from games.record import parse, replay
from matches.archive import export
from matches.archive.export import export_matches
from matches.play import resign
from tests.support.matches.house import ANNA, BEN, CHIARA, House


def _open(archive: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


async def test_a_match_is_exported_as_a_row_and_a_record_that_replays(at: House) -> None:
    ended = await at.until_over(await at.running("docker", ANNA, BEN))
    running = await at.running("docker", ANNA, BEN, channel=8)
    others = await at.running("docker", BEN, CHIARA, channel=9)
    await at.do(others, resign, CHIARA, now=at.now)
    made = await export_matches(at.referee, ANNA)
    assert (made.matches, made.records) == (1, 1)
    files = _open(made.archive)
    assert set(files) == {"results.csv", f"records/{ended.id}-docker.txt"}, running.id
    (row,) = csv.DictReader(io.StringIO(files["results.csv"]))
    assert ended.outcome is not None
    assert (row["seat"], row["place"] == "1", row["seats"]) == ("1", 0 in ended.outcome.winners, "2")
    assert row["finished"] == "1970-01-12T13:46:40+00:00"
    states = replay(parse(files[f"records/{ended.id}-docker.txt"]))
    assert states[-1] == ended.state
    assert "User" not in "".join(files.values()), "nobody is named"
    assert made.archive == (await export_matches(at.referee, ANNA)).archive


async def test_only_the_newest_are_exported_as_records(at: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_RECORDS", 2)
    for channel in range(3):
        at.now += 1
        match = await at.running("docker", ANNA, BEN, channel=100 + channel)
        await at.do(match, resign, BEN, now=at.now)
    made = await export_matches(at.referee, ANNA)
    assert (made.matches, made.records) == (3, 2)
    assert sorted(_open(made.archive)) == ["records/2-docker.txt", "records/3-docker.txt", "results.csv"]


async def test_partners_are_counted_and_somebody_without_matches_gets_an_empty_table(at: House) -> None:
    match = await at.running("dog_royal", ANNA, BEN, CHIARA, 4)
    for who in (BEN, CHIARA, 4):
        match = (await at.do(match, resign, who, now=at.now)).match
    (row,) = csv.DictReader(io.StringIO(_open((await export_matches(at.referee, CHIARA)).archive)["results.csv"]))
    assert (row["partners"], row["resigned"], row["seat"]) == ("1", "1", "3")
    nothing = await export_matches(at.referee, 99)
    assert (nothing.matches, nothing.records) == (0, 0)
