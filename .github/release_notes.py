"""Print the changelog of a release: `release_notes.py v0.2.0`. Exits 1 if tag, version and changelog differ."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def section(changelog: str, version: str) -> str:
    """Return the text below the heading of this version, or an empty string."""
    found = re.search(rf"(?ms)^## {re.escape(version)}\b[^\n]*\n(.*?)(?=^## |\Z)", changelog)
    return found[1].strip() if found else ""


def main(tag: str) -> str | None:
    package = (ROOT / "src" / "purrlor" / "__init__.py").read_text("utf-8")
    version = re.findall(r'(?m)^__version__ = "(.*)"$', package)[0]
    if tag != f"v{version}":
        return f"the tag is {tag}, but the version in src/purrlor/__init__.py is {version}"
    cited = re.findall(r"(?m)^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"))
    if cited != [version]:
        return f"CITATION.cff names version {', '.join(cited)}, not {version}"
    notes = section((ROOT / "CHANGELOG.md").read_text("utf-8"), version)
    if not notes:
        return f"CHANGELOG.md has no section for {version}"
    sys.stdout.write(f"{notes}\n")
    return None


if len(sys.argv) != 2:
    sys.exit("usage: release_notes.py TAG")
sys.exit(main(sys.argv[1]))
