"""The documentation site: its reference is that of the code, and it loads nothing from elsewhere."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from harness import reference
from harness.reference.schemas import components
from purrlor.server.typescript import meanings
from purrlor.table import wire

ROOT = Path(__file__).parent.parent
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*\bhref="([^"]*)"|"""
    r"""url\(["']?([^"')]*)|@import\s+["']([^"']*)"""
)
"""What a browser loads by itself: not the links that readers click."""


@pytest.mark.parametrize("name", reference.pages())
def test_the_reference_is_made_from_the_code(name: str) -> None:
    assert (reference.FOLDER / name).read_text("utf-8") == reference.pages()[name], "run `make wire`"


def undocumented(thing: Any) -> Iterator[str]:
    """Yield a class or function, and the public methods and fields of a class, if they have no docstring."""
    made_by_dataclass = f"{thing.__name__}("
    if (thing.__doc__ or made_by_dataclass).startswith(made_by_dataclass):
        yield thing.__name__
    if inspect.isclass(thing):
        methods = {name for name, each in vars(thing).items() if callable(each) or isinstance(each, property)}
        described = {name for name in methods if vars(thing)[name].__doc__} | meanings(thing).keys()
        for name in {*methods, *inspect.get_annotations(thing)} - described:
            if not name.startswith("_"):
                yield f"{thing.__name__}.{name}"


@pytest.mark.parametrize("name", re.findall(r"automodule:: (\S+)", (reference.FOLDER / "python.md").read_text("utf-8")))
def test_public_names_of_the_python_page_are_documented(name: str) -> None:
    module = import_module(name)
    listed = getattr(module, "__all__", [each for each in vars(module) if not each.startswith("_")])
    things = [each for each in map(vars(module).get, listed) if inspect.isclass(each) or inspect.isfunction(each)]
    shown = [each for each in things if each.__module__ == name or hasattr(module, "__all__")]
    assert [missing for each in shown for missing in undocumented(each)] == []


def test_fields_of_messages_carry_their_docstrings() -> None:
    update = reference.http.openapi()["components"]["schemas"]["Update"]
    assert update["properties"]["take_back"]["description"] == "Whether this seat may take back its last act."
    assert "| Whether this seat may take back its last act. |" in reference.messages.page()


def test_every_field_of_requests_and_messages_has_a_meaning() -> None:
    _, structs = components([*get_args(wire.ClientMessage), *get_args(wire.ServerMessage)])
    structs |= reference.http.openapi()["components"]["schemas"]
    fields = {
        f"{name}.{field}": of for name, each in structs.items() for field, of in each.get("properties", {}).items()
    }
    assert [field for field, of in fields.items() if not of.get("description")] == []


def test_every_request_is_described() -> None:
    operations = [each for path in reference.http.openapi()["paths"].values() for each in path.values()]
    assert [each["operationId"] for each in operations if not each["summary"]] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx")
    folder = tmp_path_factory.mktemp("site")
    options = ["-q", "-W", "--keep-going", "-c", "docs", "-d", str(folder / "made")]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, ".", folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    files = [file for kind in ("*.html", "*.css") for file in site.rglob(kind)]
    loaded = {found[found.lastindex or 0] for file in files for found in LOADED.finditer(file.read_text("utf-8"))}
    assert len(loaded) > 10
    assert [address for address in loaded if re.match(r"(https?:)?//", address)] == []


@pytest.mark.slow
def test_the_site_begins_with_the_readme_and_can_be_searched(site: Path) -> None:
    assert "Luck or skill?" in (site / "index.html").read_text("utf-8")
    assert "benchmark" in (site / "searchindex.js").read_text("utf-8")
