"""The documentation site: its reference is that of the code, and it loads nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from harness import reference

ROOT = Path(__file__).parent.parent
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*\bhref="([^"]*)"|"""
    r"""url\(["']?([^"')]*)|@import\s+["']([^"']*)"""
)
"""What a browser loads by itself: not the links that readers click."""


@pytest.mark.parametrize("name", reference.pages())
def test_the_reference_is_made_from_the_code(name: str) -> None:
    assert (reference.FOLDER / name).read_text("utf-8") == reference.pages()[name], "run `make wire`"


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
