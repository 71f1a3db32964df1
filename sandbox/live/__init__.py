"""Ask a Discord what it really does: the real one, with a token and a test server, or the sandbox, in the tests.

    uv run python -m sandbox.live SERVER_ID CHANNEL_ID [--person]

Each probe has the id of its row in `sandbox/EVIDENCE.md`. It sends one request or a few, and compares the answer with
what the row says. `ask` runs the probes, `person` those for which somebody must press or look, and `report` says what
differed, without ids, names or tokens.
"""
