"""`python -m rendering.gallery [docs/gallery]`: draw the gallery and write its questions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import games
from rendering.gallery import LOOKS, list_games, list_shots, load_record, shrink
from rendering.gallery.contact_sheet import draw_contact_sheet
from rendering.gallery.questions import ask, format_json, format_markdown, name_small


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rendering.gallery", description="Pictures of every game.")
    parser.add_argument("out", type=Path, nargs="?", default=Path("docs/gallery"), help="the folder to draw into")
    folder: Path = parser.parse_args(arguments).out
    questions, size = [], 0
    for name in games.own_names():
        if name not in list_games():
            print(f"{name} is not in the gallery yet: write rendering/{name}/gallery_questions.py")
            continue
        taken, reduced, written = list_shots(load_record(name, folder)), {}, []
        for shot in taken:
            questions += ask(shot)
            for look in LOOKS:
                picture = shot.draw(look)
                reduced[shot.name(look)] = shrink(picture, name, look)
                written.append((picture.image, folder / f"{shot.name(look)}.png"))
                written.append((reduced[shot.name(look)], folder / name_small(shot, look)))
        written.append((draw_contact_sheet(taken, reduced), folder / f"{name}-sheet.png"))
        for image, path in written:
            image.save(path, optimize=True)
        weight = sum(path.stat().st_size for _, path in written)
        print(f"{name}: {len(written)} pictures, {weight / 1e3:.0f} kB")
        size += weight
    (folder / "questions.json").write_text(format_json(questions), "utf-8")
    (folder / "questions.md").write_text(format_markdown(questions), "utf-8")
    print(f"{len(questions)} questions; {size / 1e6:.2f} MB in all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
