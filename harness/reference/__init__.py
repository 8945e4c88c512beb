"""Pages of docs/reference that are generated from the code: `python -m harness.reference` writes them."""

from __future__ import annotations

from pathlib import Path

from . import command_line, http, messages, metrics, observations

FOLDER = Path(__file__).parent.parent.parent / "docs" / "reference"
MADE = "<!-- Made from the code by `make wire`: change the docstrings and help texts there. -->"


def pages() -> dict[str, str]:
    """Return the contents of each file of docs/reference that is generated from the code."""
    written = {
        "command-line.md": command_line.page(),
        "http.md": http.page(),
        "messages.md": messages.page(),
        "metrics.md": metrics.page(),
        "observations.md": observations.page(),
    }
    return {**{name: f"{MADE}\n{text}" for name, text in written.items()}, "openapi.json": http.openapi_text()}
