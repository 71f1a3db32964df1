"""Test chance: known answers, uniformity, rejection sampling, and the refusal to draw."""

from __future__ import annotations

import hmac
from collections import Counter

import pytest

from games.rng import NO_CHANCE, ChanceRefused, Rng, compute_commitment, compute_hmac
from tests.support.numbers import times

SECRET = bytes(range(32))
DRAWS = times(1_000_000, usual=20_000)

# printf 'ply/7/0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f
BLOCK_0 = "80f9f0e1490448063a3dbeae6a8cd6baf39a5cdbb965b5601772688f358fd762"
BLOCK_1 = "87f6b987a33bff80e5a72efebd5dc2305f2f88f6c69c71997057f5c218ad89ea"


class Words(Rng):
    """An Rng with given words."""

    def __init__(self, *words: int) -> None:
        super().__init__(b"", "", 0)
        self._words = list(words)

    def _word(self) -> int:
        return self._words.pop(0)


def test_stream_is_hmac_sha256_of_purpose_seq_and_block() -> None:
    expected = bytes.fromhex(BLOCK_0 + BLOCK_1)
    rng = Rng(SECRET, "ply", 7)
    drawn = b"".join(rng.below(2**32).to_bytes(4, "big") for _ in range(16))
    assert drawn == expected


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_hmac_agrees_with_the_library(length: int) -> None:
    key = bytes(index % 256 for index in range(length))
    for message in (b"", b"ply/7/0", bytes(100)):
        assert compute_hmac(key, message) == hmac.digest(key, message, "sha256")


def test_known_dice_and_shuffle() -> None:
    rng = Rng(SECRET, "ply", 7)
    assert [1 + rng.below(6) for _ in range(10)] == [6, 3, 1, 5, 4, 3, 4, 3, 6, 3]
    assert "".join(Rng(SECRET, "setup", 0).shuffle("abcdefgh")) == "ahfedbgc"
    assert Rng(SECRET, "ply", 7).unit() == int(BLOCK_0[:8], 16) / 2**32


def test_commitment_is_the_secrets_sha256() -> None:
    assert compute_commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert compute_commitment(bytes(31) + b"\1") != compute_commitment(bytes(32))


def test_purpose_seq_and_secret_each_change_the_stream() -> None:
    def dice(rng: Rng) -> tuple[int, ...]:
        return tuple(rng.below(6) for _ in range(40))

    streams = {
        dice(Rng(SECRET, "ply", 7)),
        dice(Rng(SECRET, "ply", 8)),
        dice(Rng(SECRET, "ply7", 7)),
        dice(Rng(SECRET[::-1], "ply", 7)),
    }
    assert len(streams) == 4
    assert dice(Rng(SECRET, "ply", 7)) in streams


CRITICAL = {2: 15.14, 6: 25.74, 7: 27.86, 24: 52.62}
"""Critical values of χ² by number of outcomes: fair chance exceeds them once in 10,000 times (for 24 outcomes once in
2,500)."""


def check_even(counts: Counter[object], outcomes: int) -> None:
    """Assert by a χ² test that all outcomes are equally likely."""
    expected = counts.total() / outcomes
    assert len(counts) == outcomes, "an outcome never came"
    chi2 = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi2 < CRITICAL[outcomes], f"uneven: χ² = {chi2:.1f} for {outcomes} outcomes"


def count_rolls(n: int) -> Counter[object]:
    rng = Rng(SECRET, "chi", n)
    return Counter(rng.below(n) for _ in range(DRAWS))


def count_shuffles() -> Counter[object]:
    return Counter("".join(Rng(SECRET, "shuffle", i).shuffle("abcd")) for i in range(DRAWS))


@pytest.mark.parametrize("n", CRITICAL)
def test_below_is_uniform(n: int) -> None:
    check_even(count_rolls(n), n)


def test_shuffles_are_uniform() -> None:
    check_even(count_shuffles(), 24)


@pytest.mark.mutant
def test_a_loaded_die_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: eight sides mapped to six."""
    assert callable(Rng.below)
    monkeypatch.setattr(Rng, "below", lambda self, n: self._word() % 8 % n)
    with pytest.raises(AssertionError, match="uneven"):
        check_even(count_rolls(6), 6)


@pytest.mark.mutant
def test_a_naive_shuffle_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: every card changes places with any card."""

    def naive(self: Rng, items: str) -> tuple[str, ...]:
        out = list(items)
        for i in range(len(out)):
            j = self.below(len(out))
            out[i], out[j] = out[j], out[i]
        return tuple(out)

    assert callable(Rng.shuffle)
    monkeypatch.setattr(Rng, "shuffle", naive)
    with pytest.raises(AssertionError, match="uneven"):
        check_even(count_shuffles(), 24)


def test_words_that_favour_small_numbers_are_rejected() -> None:
    limit = 2**32 - 2**32 % 6
    assert Words(limit, 2**32 - 1, 9).below(6) == 3
    assert Words(limit - 1).below(6) == 5
    assert Words(2**32 - 1).below(2**32) == 2**32 - 1


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_impossible_ranges(n: int) -> None:
    with pytest.raises(ValueError, match=f"below\\({n}\\)"):
        Rng(SECRET, "ply", 1).below(n)


def test_choice_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(SECRET, "ply", 1).choice(())


def test_no_chance_refuses_every_kind_of_draw() -> None:
    for draw in (
        lambda: NO_CHANCE.below(6),
        NO_CHANCE.unit,
        lambda: NO_CHANCE.choice("ab"),
        lambda: NO_CHANCE.shuffle("ab"),
    ):
        with pytest.raises(ChanceRefused):
            draw()
