"""Draws SVGs as Typst sets them into a page: draw.py FOLDER SVG...

Each becomes a PNG of its own name in FOLDER, one pixel for each unit of its
viewBox. Needs the package `typst` of requirements.txt.
"""

import pathlib
import shutil
import sys
import tempfile

import typst

# A point is a 72nd of an inch, a unit of an SVG a 96th.
UNITS_PER_INCH = 96.0


def draw(svg: pathlib.Path, png: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(svg, pathlib.Path(folder) / "figure.svg")
        page = pathlib.Path(folder) / "page.typ"
        page.write_text(
            '#set page(width: auto, height: auto, margin: 0pt)\n#image("figure.svg")\n'
        )
        png.write_bytes(typst.compile(page, format="png", ppi=UNITS_PER_INCH))


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for svg in map(pathlib.Path, sys.argv[2:]):
        draw(svg, folder / svg.with_suffix(".png").name)


if __name__ == "__main__":
    main()
