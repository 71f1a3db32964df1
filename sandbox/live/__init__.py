"""Ask the real Discord whether it does what `sandbox/EVIDENCE.md` assumes: `python -m sandbox.live`."""
