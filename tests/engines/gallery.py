"""A page with all pictures of a folder, one browser beside the other."""

from __future__ import annotations

from collections import defaultdict
from html import escape
from pathlib import Path

STYLE = (
    "body { font-family: sans-serif } div { display: flex; gap: 1rem } img { max-width: 32vw; border: 1px solid #999 }"
)


def write(folder: Path) -> None:
    moments: defaultdict[str, list[Path]] = defaultdict(list)
    for picture in sorted(folder.glob("*.png")):
        moments[picture.stem.rpartition("-")[0]].append(picture)
    rows = (
        f"<h2>{escape(moment)}</h2><div>{''.join(map(_figure, pictures))}</div>" for moment, pictures in moments.items()
    )
    text = f"<!doctype html><title>Browsers</title><style>{STYLE}</style>{''.join(rows)}"
    (folder / "index.html").write_text(text, "utf-8")


def _figure(picture: Path) -> str:
    browser = escape(picture.stem.rpartition("-")[2])
    return f'<figure><figcaption>{browser}</figcaption><img src="{escape(picture.name)}" alt="{browser}"></figure>'
