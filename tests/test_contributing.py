"""Contributors find what the project promises: commands, workflows and release notes fit the project."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import purrlor

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"(?m)^([a-z][a-z-]*):", MAKEFILE))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
GUIDES = [
    *WORKFLOWS,
    ROOT / "CONTRIBUTING.md",
    ROOT / ".pre-commit-config.yaml",
    ROOT / ".github/pull_request_template.md",
]


def make(*arguments: str) -> list[str]:
    command = ["make", "--no-print-directory", *arguments]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return made.stdout.splitlines()


def release_notes(tag: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / ".github" / "release_notes.py"), tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_make_alone_lists_every_documented_target_once() -> None:
    documented = re.findall(r"(?m)^([a-z]+):.*## ", MAKEFILE)
    listed = [line.split()[1] for line in make() if line.startswith("  make ")]
    assert sorted(listed) == sorted(documented)


def test_make_alone_shows_groups() -> None:
    groups = [line for line in make() if line and not line.startswith(" ")]
    assert groups == re.findall(r"(?m)^GROUPS := (.*)$", MAKEFILE)[0].split(",")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_every_make_target_that_is_named_exists(guide: Path) -> None:
    named = re.findall(r"\bmake (?:--[\w-]+ )*([a-z][a-z-]*)", guide.read_text("utf-8"))
    assert [name for name in named if name not in TARGETS] == []


def test_every_supported_python_is_tested() -> None:
    supported = re.findall(r"(?m)^PYTHONS := (.*)$", MAKEFILE)[0].split()
    tested = re.findall(r"(?m)^ +python: \[(.*)\]$", (ROOT / ".github/workflows/test.yml").read_text("utf-8"))[0]
    assert sorted(re.findall(r"[\d.]+", tested)) == sorted(supported)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_actions_are_pinned_to_commits(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)", workflow.read_text("utf-8"))
    assert [each for each in used if not each.startswith("./") and not re.search(r"@[0-9a-f]{40}$", each)] == []


def test_release_notes_are_the_section_of_the_version() -> None:
    made = release_notes(f"v{purrlor.__version__}")
    assert made.returncode == 0, made.stderr
    assert made.stdout.strip()
    assert "\n## " not in made.stdout


def test_a_tag_of_another_version_is_refused() -> None:
    made = release_notes("v99.0.0")
    assert made.returncode == 1
    assert made.stderr == f"the tag is v99.0.0, but the version in src/purrlor/__init__.py is {purrlor.__version__}\n"
