"""The web client: its built files, and one shell page for every address that it handles."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from aiohttp import web

SHELL = (
    "/",
    "/new/{game}",
    "/t/{table}",
    "/screen",
    "/screen/{table}",
    "/join",
    "/join/{code}",
    "/replay/{table}",
    "/learn",
    "/learn/{game}",
    "/learn/{game}/rules",
    "/pads",
    "/pads/{game}",
    "/today",
    "/today/{game}",
    "/puzzles",
    "/puzzles/{game}",
    "/clubs",
    "/clubs/{club}",
    "/evenings",
    "/evenings/{evening}",
    "/positions",
    "/positions/{position}",
    "/room",
    "/room/{room}",
    "/history",
    "/about",
    "/together",
    "/transfer",
    "/you",
)
FOREVER = "public, max-age=31536000, immutable"
MISSING = "<!doctype html><title>Purrlor</title><p>The page has not been built. In a working copy, run: make page</p>"


def page_folder() -> Path:
    """Return the web client's folder: in the wheel, or built in a working copy; `PURRLOR_PAGE` overrides it."""
    if place := os.environ.get("PURRLOR_PAGE"):
        return Path(place)
    carried = Path(str(files("purrlor").joinpath("web")))
    return carried if carried.is_dir() else Path(__file__).parents[4] / "web" / "dist"


def inside(root: Path, name: str) -> Path | None:
    """Return the file of this name if it exists inside the folder."""
    if not name.isprintable():
        return None
    try:
        place = (root / name).resolve()
        return place if place.is_relative_to(root.resolve()) and place.is_file() else None
    except (OSError, ValueError):  # not a valid file name
        return None


def add_pages(app: web.Application, folder: Path | None = None) -> None:
    root = folder or page_folder()

    def page(status: int = 200) -> web.StreamResponse:
        index = root / "index.html"
        if not index.is_file():
            return web.Response(text=MISSING, content_type="text/html", status=503)
        return web.FileResponse(index, status=status, headers={"Cache-Control": "no-cache"})

    async def shell(_: web.Request) -> web.StreamResponse:
        return page()

    async def file(request: web.Request) -> web.StreamResponse:
        """Serve a file of the web client, only from inside its folder."""
        name = request.match_info["name"]
        place = inside(root, name)
        if place is None:
            if "text/html" in request.headers.get("Accept", ""):
                return page(status=404)  # the web client explains the error and links to the start page
            raise web.HTTPNotFound
        headers = {"Cache-Control": FOREVER if name.startswith("assets/") else "no-cache"}
        return web.FileResponse(place, headers=headers)

    for route in SHELL:
        app.router.add_get(route, shell)
    app.router.add_get("/{name:.+}", file)
