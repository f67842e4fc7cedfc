"""The finished rulebook as one HTML file with its pictures, fonts and styles inside: what WeasyPrint alone is timed on.

usage: python bench/book_html.py GAME OUT.html
"""

from __future__ import annotations

import base64
import re
import sys
from pathlib import Path

from pnp import build
from pnp.build.base import RULEBOOK
from pnp.build.products import products
from pnp.build.writing import options
from pnp.diag import Found
from pnp.draw.document import Html
from pnp.targets import paged


def inside(html: Html) -> str:
    """The page with every address replaced by what it stands for."""
    text = paged._page(html)
    css = "\n".join(sheet.text for sheet in (paged._font_faces(html.faces), *html.sheets))
    whole = text.replace("</head>", f"<style>{css}</style></head>", 1)

    def data(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("font/"):
            return (
                "data:font/ttf;base64," + base64.b64encode(Path(html.faces[int(name[5:])].path).read_bytes()).decode()
            )
        kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
        return f"data:{kind};base64," + base64.b64encode(html.files[name]).decode()

    return re.sub(r"pnp:([\w./-]+)", data, whole)


def main(game: str, target: Path) -> None:
    """Write the file."""
    (folder,) = build.folders((game,))
    workshop = build.check(folder, lambda _: None).workshop
    assert workshop is not None
    product = next(one for one in products(workshop) if one.name == RULEBOOK)
    html = product.make(workshop, options(build.Wish(target.parent)), Found())
    assert isinstance(html, Html)
    target.write_text(inside(html), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
