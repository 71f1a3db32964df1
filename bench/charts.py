"""Draw the charts of docs/performance.md from the rows that a run has kept: `python -m bench --charts`.

Each chart is an SVG on a ground of its own, so that it can be read on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bench.table import Row, figure

if TYPE_CHECKING:  # matplotlib takes a second to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GROUND: Final = "#fbfbf8"
INK: Final = "#23262b"
PALE: Final = "#d9d9d4"
COLOURS: Final = ("#1c6a93", "#c9622d", "#3f7d45", "#7a4f9a")
OURS, PEERS = COLOURS[0], "#9a9a94"

STYLE: Final[Mapping[str, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "slowboat",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.facecolor": GROUND,
    "axes.facecolor": GROUND,
    "legend.frameon": False,
}

Bars = Sequence[tuple[str, float, str]]
"""Names with figures and colours, from top to bottom."""


def draw_charts(rows: Sequence[Row], folder: Path) -> list[Path]:
    """Draw the charts for which there are rows. Returns their files."""
    import matplotlib as mpl

    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with mpl.rc_context(dict(STYLE)):  # type: ignore[arg-type]  # its keys are literals
        for name, chart in CHARTS.items():
            drawn = chart.draw(rows)
            if drawn is not None:
                path = folder / f"{name}.svg"
                drawn.savefig(path, metadata={"Date": None, "Creator": None})
                made.append(path)
    return made


def _find(rows: Iterable[Row], *mark: str) -> Iterator[Row]:
    """Find the measured rows whose mark begins with `mark`."""
    return (row for row in rows if row.mark[: len(mark)] == mark and row.ours is not None)


def _new_figure(width: float, height: float, columns: int, lines: int = 1) -> tuple[Figure, list[Axes]]:
    import numpy as np
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(width, height), layout="constrained")
    return drawn, list(np.atleast_1d(drawn.subplots(lines, columns)).flat)


def _name(game: str) -> str:
    return {"dog_royal": "DOG Royal"}.get(game, game.replace("_", " ").title())


def draw_peers(rows: Sequence[Row]) -> Figure | None:
    """Draw our figures beside those of peers: plies, pictures and durable moves."""
    panels = [
        ("A ply: µs of CPU", _list_bars(rows, "ply"), "linear"),
        ("A picture: ms of CPU", _list_bars(rows, "picture"), "log"),
        ("Durable moves /s", _list_bars(rows, "durable"), "log"),
    ]
    panels = [panel for panel in panels if panel[1]]
    if not panels:
        return None
    drawn, places = _new_figure(10, 1 + 0.34 * max(len(bars) for _, bars, _ in panels), len(panels))
    for axes, (title, bars, scale) in zip(places, panels, strict=True):
        axes.set_title(title)
        axes.set_xscale(scale)
        _draw_bars(axes, bars)
    return drawn


def _list_bars(rows: Sequence[Row], kind: str) -> Bars:
    """List our bars and then the peers'. A peer that is measured beside every game is shown once, by its mean."""
    ours: dict[str, float] = {}
    peers: dict[str, list[float]] = {}
    for row in _find(rows, kind):
        ours[_name(row.mark[1]) if len(row.mark) > 1 else "Slowboat"] = row.ours or 0.0
        if row.theirs:
            peers.setdefault(row.peer, []).append(row.theirs)
    means = {name: sum(figures) / len(figures) for name, figures in peers.items()}
    return [(name, cost, OURS) for name, cost in ours.items()] + [(name, cost, PEERS) for name, cost in means.items()]


def _draw_bars(axes: Axes, bars: Bars) -> None:
    names, figures, colours = zip(*bars, strict=True)
    drawn = axes.barh(names, figures, color=colours)
    axes.bar_label(drawn, [figure(each) for each in figures], padding=3)
    axes.invert_yaxis()
    axes.margins(x=0.2)
    axes.spines["bottom"].set_visible(False)
    axes.set_xticks([])
    axes.minorticks_off()
    axes.tick_params(left=False)


def draw_move(rows: Sequence[Row]) -> Figure | None:
    """Draw the CPU time of a move by part, beside that of the bare bot."""
    parts: dict[str, dict[str, float]] = {}
    peers: dict[str, dict[str, float]] = {}
    for row in _find(rows, "move"):
        _, game, part = row.mark
        parts.setdefault(_name(game), {})[part] = row.ours or 0.0
        if row.theirs is not None:
            peers.setdefault(row.peer, {})[part] = row.theirs
    if not parts:
        return None
    parts |= peers
    drawn, (axes,) = _new_figure(10, 1.5 + 0.45 * len(parts), 1)
    left = [0.0] * len(parts)
    for colour, part in zip(COLOURS, next(iter(parts.values())), strict=False):
        widths = [costs[part] for costs in parts.values()]
        bars = axes.barh(list(parts), widths, left=left, color=colour, label=part)
        axes.bar_label(
            bars, [f"{each:.1f}" if each > 0.3 else "" for each in widths], label_type="center", color=GROUND
        )
        left = [sofar + each for sofar, each in zip(left, widths, strict=True)]
    for place, total in enumerate(left):
        axes.text(total + 0.08, place, f"{total:.1f}", va="center")
    axes.invert_yaxis()
    axes.set_title("A move through the bot: ms of CPU by part")
    drawn.legend(loc="outside lower center", ncols=len(COLOURS))
    axes.tick_params(left=False)
    return drawn


def draw_delays(rows: Sequence[Row]) -> Figure | None:
    """Draw the distributions of the times that people wait; the lines of the bare bot are dashed."""
    kinds = {row.mark[2]: None for row in _find(rows, "delay")}
    if not kinds:
        return None
    drawn, places = _new_figure(10, 3.6, len(kinds))
    for axes, kind in zip(places, kinds, strict=True):
        peers: dict[str, tuple[float, ...]] = {}
        found = [row for row in _find(rows, "delay") if row.mark[2] == kind]
        for colour, row in zip(COLOURS, found, strict=False):
            axes.plot(row.spread, range(len(row.spread)), color=colour, label=_name(row.mark[1]))
            if row.their_spread:
                peers[row.peer] = row.their_spread
        for peer, spread in peers.items():
            axes.plot(spread, range(len(spread)), color=PEERS, linestyle="--", label=peer)
        axes.set_title(f"Command to {kind}: ms")
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_formatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "25" else "")
        axes.grid(color=PALE, linewidth=0.6)
        axes.set_ylabel("% of the moves at most")
        axes.legend(loc="lower right")
    return drawn


def draw_growth(rows: Sequence[Row]) -> Figure | None:
    """Draw the CPU time of a turn, its 99th percentile and the memory, for each axis of `bench.parts.growth`."""
    axes_of = list({row.mark[1]: None for row in _find(rows, "growth")})
    if not axes_of:
        return None
    drawn, places = _new_figure(10, 3.4, len(axes_of))
    for axes, name in zip(places, axes_of, strict=True):
        lines: dict[str, list[tuple[int, float]]] = {}
        for row in _find(rows, "growth", name):
            lines.setdefault(row.mark[3], []).append((int(row.mark[2]), row.ours or 0.0))
        for colour, (what, points) in zip(COLOURS, lines.items(), strict=False):
            xs, ys = zip(*points, strict=True)
            axes.plot(xs, ys, "o-", color=colour, label=what)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_ylim(0.1, 200)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_title(name.replace(", ", ",\n").capitalize(), fontsize=10)
        axes.grid(color=PALE, linewidth=0.6)
        axes.minorticks_off()
    handles, labels = places[0].get_legend_handles_labels()
    drawn.legend(handles, labels, loc="outside lower center", ncols=len(labels))
    return drawn


class Chart(NamedTuple):
    """How a chart is drawn, the sentence above it, and its alt text."""

    draw: Callable[[Sequence[Row]], Figure | None]
    caption: str
    alt: str


CHARTS: Final[Mapping[str, Chart]] = {
    "peers": Chart(
        draw_peers,
        "Slowboat beside peers: a ply of random play, a picture of the board, and moves that are safely on disk.",
        "Bars: plies beside python-chess and boardgame.io, pictures beside python-chess with cairosvg and a redraw, "
        "durable moves beside SQLAlchemy and aiosqlite",
    ),
    "move": Chart(
        draw_move,
        "A move through the whole bot, beside a bot that has no rules, stores nothing and always posts one picture.",
        "Bars: CPU of a move in the event loop, in the store and for pictures, for three games and for a bare bot",
    ),
    "delays": Chart(
        draw_delays,
        "How long people wait, at 50 moves a second.",
        "Curves: the times to the acknowledgement and to the new board",
    ),
    "growth": Chart(
        draw_growth,
        "A turn while matches, servers, log rows and results grow in number; level lines mean that it costs the same.",
        "Lines: CPU, slowest hundredth and memory, by open matches, servers, rows in a log and results",
    ),
}
"""The charts by the names of their files."""


def show_charts(made: Sequence[Path], page: Path) -> str:
    """Write the Markdown that shows these charts on a page."""
    return "\n\n".join(
        f"{CHARTS[path.stem].caption}\n\n![{CHARTS[path.stem].alt}]({path.relative_to(page.parent).as_posix()})"
        for path in made
    )
