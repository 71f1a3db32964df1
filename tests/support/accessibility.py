"""Accessibility of a page, judged by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.support.browser import Page

AXE = Path(__file__).parent / "axe" / "axe.min.js"


RUN = "() => axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"


async def findings(page: Page) -> list[str]:
    """List serious and critical findings on the page in its present state, one line each."""
    if not await page.tab.evaluate("() => 'axe' in window"):
        await page.tab.evaluate(AXE.read_text("utf-8"))
    violations: list[dict[str, Any]] = await page.tab.evaluate(RUN)
    return [
        f"{v['id']}: {node['html'][:160]} — {node['failureSummary']}"
        for v in violations
        if v["impact"] in ("serious", "critical")
        for node in v["nodes"]
    ]
