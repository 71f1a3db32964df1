"""`python -m rendering.gallery [docs/gallery]`: draw the gallery."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import games
from rendering.gallery import LOOKS, NARROW, draw_poster, list_shots, load_record, shrink
from rendering.gallery.contact_sheet import draw_contact_sheet


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rendering.gallery", description="Pictures of every game.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("docs/gallery"), help="the folder to draw into")
    folder: Path = parser.parse_args(arguments).out
    size = 0
    for name in games.own_names():
        taken, reduced, written = list_shots(load_record(name, folder)), {}, []
        for shot in taken:
            for look in LOOKS:
                picture = shot.draw(look)
                reduced[shot.name(look)] = shrink(picture, name, look)
                written.append((picture.image, folder / f"{shot.name(look)}.png"))
                written.append((reduced[shot.name(look)], folder / f"{shot.name(look)}-{NARROW}.png"))
        written.append((draw_poster(name).image, folder / name / "poster.png"))
        written.append((draw_contact_sheet(taken, reduced), folder / f"{name}-sheet.png"))
        for image, path in written:
            image.save(path, optimize=True)
        weight = sum(path.stat().st_size for _, path in written)
        print(f"{name}: {len(written)} pictures, {weight / 1e3:.0f} kB")
        size += weight
    print(f"{size / 1e6:.2f} MB in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
