"""The commitment to dice and shuffles: its hash is published before a match, its secret afterwards."""

from __future__ import annotations

import hashlib


def compute_commitment(secret: bytes) -> str:
    """Hash the secret (SHA-256, hex) for publication when the match starts."""
    return hashlib.sha256(secret).hexdigest()
