"""Make all probes that a bot can make alone, and write the report."""

from __future__ import annotations

import aiohttp

from sandbox.live.gateway import ask_gateway
from sandbox.live.kit import Exhausted, Kit
from sandbox.live.probes import PROBES, run


async def ask_all(kit: Kit, gateway: str) -> dict[str, str]:
    """Make the probes in their order, and return what differed, by probe; "" if nothing did. A probe of several
    requests has the first difference. Raises what aiohttp raises at the first request."""
    found: dict[str, str] = {}
    try:
        for probe in PROBES:
            told = await run(kit, probe)
            found[probe.id] = found.get(probe.id) or told
    except Exhausted as error:
        found["requests"] = str(error)
    try:
        found |= await ask_gateway(kit, gateway)
    except (TimeoutError, aiohttp.ClientError, KeyError) as error:
        found["gateway"] = f"the login ended with {type(error).__name__}"
    return found


def write_report(found: dict[str, str]) -> str:
    """Write the report as Markdown: no ids, names or tokens, only probes and what differed."""
    differ = {probe: told for probe, told in found.items() if told}
    lines = [f"# {len(found)} behaviours of Discord asked, {len(differ)} differ from sandbox/EVIDENCE.md", ""]
    lines += [f"* `{probe}`: {told}" for probe, told in differ.items()]
    lines += ["", "Agree: " + ", ".join(f"`{probe}`" for probe, told in found.items() if not told)]
    return "\n".join(lines) + "\n"
