"""Random numbers from a secret. Its hash, the fair-play seal, is published before the match, the secret after it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import Final, NoReturn, TypeVar

V = TypeVar("V")

_RANGE: Final = 1 << 32
_WORDS: Final = Struct(">8I")
"""A block of the stream: eight words of 32 bits."""

_BLOCK: Final = 64
"""Bytes of a block of SHA-256, to which a key is padded."""
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


SHOWN_DIGITS: Final = 16
"""Digits of the seal on a board. They bind as well: nobody can find another secret whose hash begins with them."""


def compute_commitment(secret: bytes) -> str:
    """Hash the secret (SHA-256, hex) for publication when the match starts."""
    return sha256(secret).hexdigest()


def compute_hmac(key: bytes, message: bytes) -> bytes:
    """Compute HMAC-SHA256 as RFC 2104 defines it. `hmac.digest` takes twice as long for messages as short as ours."""
    padded = (key if len(key) <= _BLOCK else sha256(key).digest()).ljust(_BLOCK, b"\0")
    return sha256(padded.translate(_OUTER) + sha256(padded.translate(_INNER) + message).digest()).digest()


class ChanceRefused(Exception):
    """A ply needs chance, but is only previewed."""


class Rng:
    """A random number generator for one `purpose` at one `seq` of a match.

    The stream is HMAC-SHA256(secret, "purpose/seq/block") for block 0, 1, …, read as big-endian 32-bit words. With the
    secret every draw can be recomputed; without it none can be predicted. In a match `seq` only grows, so a ply that is
    played again after an undo draws other numbers.
    """

    __slots__ = ("_block", "_purpose", "_secret", "_seq", "_words")

    def __init__(self, secret: bytes, purpose: str, seq: int) -> None:
        self._secret = secret
        self._purpose = purpose
        self._seq = seq
        self._block = 0
        self._words: list[int] = []
        """The words of the current block that have not been drawn, the next one last."""

    def _word(self) -> int:
        if not self._words:
            message = f"{self._purpose}/{self._seq}/{self._block}"
            self._words = [*_WORDS.unpack(compute_hmac(self._secret, message.encode()))][::-1]
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Draw an integer 0 <= x < n, all equally likely (1 <= n <= 2**32)."""
        if not 1 <= n <= _RANGE:
            raise ValueError(f"below({n}): n must lie between 1 and 2**32")
        limit = _RANGE - _RANGE % n
        while (word := self._word()) >= limit:
            pass  # rejection sampling: these words would favour small numbers
        return word % n

    def unit(self) -> float:
        """Draw a float 0 <= x < 1 in steps of 2**-32."""
        return self._word() / _RANGE

    def choice(self, items: Sequence[V]) -> V:
        """Draw one item, all equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[V]) -> tuple[V, ...]:
        """Return the items in random order (Fisher-Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return tuple(out)


class _NoChance(Rng):
    """Raise ChanceRefused at every draw: a preview must neither use up nor foretell chance."""

    def __init__(self) -> None:
        super().__init__(b"", "", 0)

    def _word(self) -> NoReturn:
        raise ChanceRefused


NO_CHANCE: Rng = _NoChance()
