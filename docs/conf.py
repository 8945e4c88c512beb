"""Build the documentation site: `make docs` writes it to dist/docs.

The source folder is the repository, so that links between pages and files are the same here and on a code host. The
sidebar needs no list of its own: each index.md lists the pages of its part, and `list_pages` reads the links there.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "src"))

project = "Purrlor"
author = "the authors of Purrlor"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = [
    "*.md",
    "docs/**.md",
    "web/README.md",
    "src/purrlor/games/*/words/rules/en.md",
]
exclude_patterns = [".*", "dist", "site", "web/node_modules", "web/dist", "tests", "**/__pycache__"]

linkcheck_ignore = [r"https?://(localhost|127\.0\.0\.1|.*\.example)\b"]
linkcheck_anchors_ignore_for_url = [r"https://github\.com/"]
linkcheck_retries = 3
linkcheck_timeout = 20

myst_heading_anchors = 4
myst_links_external_new_tab = False
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = "Purrlor"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_favicon = "../web/public/icons/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a33a16", "color-brand-content": "#a33a16"},
    "dark_css_variables": {"color-brand-primary": "#f0a27f", "color-brand-content": "#f0a27f"},
}

PARTS = ("play", "host", "build", "research", "reference", "explain", "project")
LISTED = re.compile(r"^- \[[^\]]+\]\(([^)#:]+)\.md\)", re.MULTILINE)
RULES = "docs/reference/rules"


def list_pages(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add a hidden toctree of the pages that an index page lists; pages of other parts are only linked there."""
    pages: list[str] = []
    if docname == root_doc:
        pages = [f"docs/{part}/index" for part in PARTS]
    elif docname.endswith("/index") or docname == RULES:
        folder = posixpath.dirname(docname)
        linked = [posixpath.normpath(posixpath.join(folder, path)) for path in LISTED.findall(source[0])]
        pages = [page for page in linked if page.startswith(f"{folder}/") or not page.startswith("docs/")]
    if pages:
        source[0] += "\n".join(["", "", "```{toctree}", ":hidden:", "", *(f"/{page}" for page in pages), "```", ""])


def copy_first_page(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        shutil.copyfile(Path(app.outdir) / f"{root_doc}.html", Path(app.outdir) / "index.html")


def setup(app: Sphinx) -> None:
    app.connect("source-read", list_pages)
    app.connect("build-finished", copy_first_page)
