"""Purrlor can be set up with every Python that it names, and refuses others in one clear line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")
VERSIONS = re.findall(r"(?m)^PYTHONS := (.*)$", (ROOT / "Makefile").read_text("utf-8"))[0].split()
"""Newest first."""
LOCKS = ("run", "dev")
PLATFORMS = ("x86_64-manylinux_2_28", "aarch64-manylinux_2_28", "aarch64-apple-darwin", "x86_64-pc-windows-msvc")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a package index says of the locked packages, asked once: every Python and platform is resolved from it."""
    probe = subprocess.run(
        [UV, "pip", "compile", "--quiet", "--no-cache", "--no-header", "-"],
        input="segno", capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    if probe.returncode:
        trouble = probe.stderr.strip().splitlines()[-1].strip()
        pytest.skip(f"no package index can be reached, so the locks are not resolved: {trouble}")
    answers = tmp_path_factory.mktemp("index")
    resolve(answers, "--universal", "--python-version", VERSIONS[-1], str(ROOT / "requirements" / "dev.txt"))
    return answers


def resolve(index: Path, *options: str) -> None:
    command = [str(UV), "pip", "compile", "--quiet", "--no-deps", "--only-binary", ":all:", *options]
    environment = os.environ | {"UV_CACHE_DIR": str(index)}
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)


def without_wheels(index: Path, lock: Path, version: str, platform: str, folder: Path) -> list[str]:
    """The packages of a lock for which the index has no wheel for this Python with a hash of the lock."""
    found = folder / "pylock.toml"
    target = ["--python-version", version, "--python-platform", platform, "--format", "pylock.toml"]
    resolve(index, "--offline", *target, "--output-file", str(found), str(lock))
    locked = set(re.findall(r"sha256:([0-9a-f]{64})", lock.read_text("utf-8")))
    packages = tomllib.loads(found.read_text("utf-8"))["packages"]
    assert len(packages) > 20
    return [
        package["name"]
        for package in packages
        if not locked & {wheel["hashes"]["sha256"] for wheel in package.get("wheels", [])}
    ]


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_every_python_finds_wheels_with_the_locked_hashes(index: Path, version: str, tmp_path: Path) -> None:
    """The wheels that pip would take; only few of these Pythons are on one machine."""
    for lock in LOCKS:
        assert without_wheels(index, ROOT / "requirements" / f"{lock}.txt", version, PLATFORMS[0], tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_every_platform_finds_wheels_to_run_it(index: Path, platform: str, version: str, tmp_path: Path) -> None:
    assert without_wheels(index, ROOT / "requirements" / "run.txt", version, platform, tmp_path) == []


@pytest.mark.slow
def test_a_wheel_with_another_hash_is_found_out(index: Path, tmp_path: Path) -> None:
    locked = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    forged = tmp_path / "forged.txt"
    before, name, after = locked.partition("aiosignal==")
    forged.write_text(before + name + re.sub(r"sha256:[0-9a-f]{8}", "sha256:00000000", after, count=2), "utf-8")
    assert without_wheels(index, forged, VERSIONS[0], PLATFORMS[0], tmp_path) == ["aiosignal"]


def test_the_locks_name_no_index() -> None:
    for lock in LOCKS:
        text = (ROOT / "requirements" / f"{lock}.txt").read_text("utf-8")
        assert "://" not in text
        assert "--index" not in text


def test_project_and_readme_name_the_same_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [each.rsplit(" ", 1)[1] for each in project["classifiers"] if re.search(r":: \d\.\d+$", each)]
    assert sorted(named) == sorted(VERSIONS)
    assert project["requires-python"] == f">={VERSIONS[-1]}"
    assert f"\nYou need Python {VERSIONS[-1]} to {VERSIONS[0]} and `make`.\n" in (ROOT / "README.md").read_text("utf-8")


PRETENDER = """#!{python}
import sys
if sys.argv[1] == "--version":
    print("Python {version}.0")
else:
    sys.version_info = ({major}, {minor}, 0, "final", 0)
    code, sys.argv = sys.argv[2], ["-c", *sys.argv[3:]]
    exec(code)
"""


def pretend(path: Path, version: str) -> Path:
    """A program that says it is this Python."""
    major, minor = version.split(".")
    path.write_text(PRETENDER.format(python=sys.executable, version=version, major=major, minor=minor), "utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A checkout in which nothing is set up."""
    checkout = tmp_path / "checkout"
    (checkout / "requirements").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", *(f"requirements/{lock}.txt" for lock in (*LOCKS, "build", "uv"))):
        shutil.copy(ROOT / name, checkout / name)
    return checkout


def make(fresh: Path, *arguments: str, path: Path | None = None) -> tuple[int, list[str]]:
    """Run `make`; return its exit code and output, without its own line about the failed target."""
    environment = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL"}}
    if path:
        environment["PATH"] = str(path)
    make = shutil.which("make")
    assert make
    done = subprocess.run([make, *arguments], cwd=fresh, env=environment, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).splitlines()
    return done.returncode, [line for line in said if not line.startswith("make: ***")]


def only(folder: Path, **programs: str) -> Path:
    """A folder of programs with these Pythons and a shell, and no others."""
    folder.mkdir()
    for tool in ("sh", "echo", "find", "env"):
        found = shutil.which(tool)
        assert found
        (folder / tool).symlink_to(found)
    for name, version in programs.items():
        pretend(folder / name.replace("_", "."), version)
    return folder


@pytest.mark.parametrize("target", ["play", "test"])
def test_what_would_be_done_is_listed_without_complaints_where_nothing_is_set_up(fresh: Path, target: str) -> None:
    (fresh / "web").mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", fresh / "web")
    code, said = make(fresh, "-n", target, f"PYTHON={sys.executable}")
    assert code == 0
    assert any("npm-cli.js" in line for line in said)
    assert [line for line in said if line.startswith("make: ")] == []


def test_building_the_page_prints_no_list_of_files(fresh: Path) -> None:
    (fresh / "web").mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", fresh / "web")
    _, said = make(fresh, "-n", "play", f"PYTHON={sys.executable}")
    assert ["--logLevel error" in line for line in said if "run --silent build" in line] == [True]


@pytest.mark.parametrize("version", ["3.10", "3.16"])
def test_a_named_python_that_does_not_fit_is_refused_in_one_line(fresh: Path, tmp_path: Path, version: str) -> None:
    python = pretend(tmp_path / "python", version)
    code, said = make(fresh, "setup", f"PYTHON={python}")
    assert code != 0
    newest, oldest = VERSIONS[0], VERSIONS[-1]
    refused = f"Purrlor needs Python {oldest} to {newest}; {python} is Python {version}.0."
    assert said == [f"{refused} Install one of them, or name it: make PYTHON=/path/to/python{newest}"]


def test_where_the_only_python_is_too_new_one_line_says_so(fresh: Path, tmp_path: Path) -> None:
    code, said = make(fresh, "setup", path=only(tmp_path / "bin", python3="3.16"))
    assert code != 0
    assert len(said) == 1
    assert said[0].startswith(f"Purrlor needs Python {VERSIONS[-1]} to {VERSIONS[0]}; found: Python 3.16.0.")


@pytest.mark.parametrize(
    ("programs", "taken"),
    [
        ({"python3": "3.16", "python3_12": "3.12"}, "python3.12"),
        ({"python3": "3.9", "python3_14": "3.14", "python3_15": "3.15"}, "python3.15"),
        ({"python3": "3.11", "python3_15": "3.15"}, "python3"),
    ],
)
def test_the_first_python_that_fits_is_taken(fresh: Path, tmp_path: Path, programs: dict[str, str], taken: str) -> None:
    path = only(tmp_path / "bin", **programs)
    assert make(fresh, "--eval", "taken: ; @echo $(PYTHON)", "taken", path=path) == (0, [taken])
