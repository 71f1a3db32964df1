"""`/verify` and `/replay` with a record from another server."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.record import write
from games.rng import compute_commitment
from matches.archive import elsewhere, history
from tests.support.laws.playouts import playout
from tests.support.play.table import Table, words


async def test_a_record_is_checked_and_shown(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check both commands. A worker replays the record, because the bot could do nothing else meanwhile."""
    monkeypatch.setattr(elsewhere, "advance", None)
    monkeypatch.setattr(history, "drop_undone", None)
    anna = at.person("anna")
    whole = playout("docker", 0).record
    record = structs.replace(whole, plies=whole.plies[:3])  # a page of a whole match takes seconds to draw
    assert record.secret is not None
    file = ("12-docker.txt", write(record).encode())
    checked = await anna.slash("match", {"record": file})
    assert checked.ephemeral
    said = words(checked.message)
    assert f"all {len(record.plies)} moves are legal" in said
    assert compute_commitment(record.secret) in said
    shown = (await anna.slash("match", {"record": file})).message
    kinds = [each.filename.rsplit(".", 1)[-1] for each in shown.attachments]
    assert sorted(kinds) == ["html", "png"]
    page = next(each.content for each in shown.attachments if each.filename.endswith("html")).decode()
    assert "1970" not in page, "a record has no times"
    assert "<li" in page


async def test_a_file_that_is_no_record_is_refused(at: Table) -> None:
    anna = at.person("anna")
    assert "not the record of a match" in (await anna.slash("match", {"record": ("a.txt", b"hello")})).text
    assert "not the record of a match" in (await anna.slash("match", {"record": ("a.txt", b"x" * 300_000)})).text
    assert "at most 400 kB" in (await anna.slash("match", {"record": ("a.txt", b"x" * 500_000)})).text
    assert "up to 20000 lines" in (await anna.slash("match", {"record": ("a.txt", b"\n" * 30_000)})).text
    wrong = write(playout("docker", 0).record).replace("\n1 ", "\n1 0 nonsense # ", 1)
    assert "Move 1 of this record" in (await anna.slash("match", {"record": ("a.txt", wrong.encode())})).text
