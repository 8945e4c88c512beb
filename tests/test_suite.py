"""The tests' own rules hold: a warning or a logged error fails a test, and tests and benchmarks stay apart."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parent.parent
WAITS = {"sleep", "wait_for_timeout"}
FOR_EVER = 3600
"""Seconds of what never ends unless it is ended."""
MAY_WAIT = {
    "tests/browser/delay.py": 1,
    "tests/browser/pictures.py": 1,
    "tests/browser/room_pictures.py": 1,
    "tests/browser/studio.py": 1,
    "tests/cluster/killable.py": 1,
    "tests/cluster/witness.py": 1,
    "tests/server/late_proxy.py": 1,
}
"""Waits that are the point: slow networks, paused processes, people who think, and pictures of moving boards."""
SETTINGS = """[tool.pytest.ini_options]
addopts = ["-p", "no:anyio"]
filterwarnings = ["error"]
timeout = 60
markers = ["slow", "nightly"]
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """A suite with our settings and fixtures."""
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    pytester.makepyprojecttoml(SETTINGS)
    return pytester


def test_our_settings_make_errors_of_warnings() -> None:
    assert 'filterwarnings = ["error"]' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_a_logged_error_fails_a_test(suite: pytest.Pytester) -> None:
    suite.makepyfile("import logging\ndef test_it():\n    logging.getLogger('cat').error('meow')")
    assert suite.runpytest_subprocess().parseoutcomes()["errors"] == 1


def test_a_warning_fails_a_test(suite: pytest.Pytester) -> None:
    suite.makepyfile("import warnings\ndef test_it():\n    warnings.warn('meow')")
    assert suite.runpytest_subprocess().parseoutcomes() == {"failed": 1}


def test_a_quiet_test_passes(suite: pytest.Pytester) -> None:
    suite.makepyfile("import logging\ndef test_it():\n    logging.getLogger('cat').info('purr')")
    assert suite.runpytest_subprocess().parseoutcomes() == {"passed": 1}


def test_slower_tiers_may_take_longer(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        """
        import pytest

        def limit(request):
            return request.node.get_closest_marker("timeout").args[0]

        @pytest.mark.slow
        def test_slow(request):
            assert limit(request) > 60

        @pytest.mark.slow
        @pytest.mark.nightly
        def test_nightly(request):
            assert limit(request) > 300

        @pytest.mark.slow
        @pytest.mark.timeout(7)
        def test_marked(request):
            assert limit(request) == 7
        """
    )
    assert suite.runpytest_subprocess().parseoutcomes() == {"passed": 3}


def test_a_test_that_hangs_is_ended(suite: pytest.Pytester) -> None:
    suite.makepyfile("import threading\ndef test_it():\n    threading.Event().wait()")
    done = suite.runpytest_subprocess("-o", "timeout=0.5", "-o", "timeout_func_only=true")
    assert done.parseoutcomes() == {"failed": 1}
    done.stdout.fnmatch_lines(["*Timeout (>0.5s)*"])


def fixed_waits(node: ast.AST) -> Iterator[ast.Call]:
    """Find the waits that do not stand in a `while` loop, where they are pauses between two looks."""
    if isinstance(node, ast.While):
        return
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WAITS:
        (length,) = node.args
        seconds = length.value if isinstance(length, ast.Constant) else None
        if not isinstance(seconds, int | float) or 0 < seconds < FOR_EVER:
            yield node
    for child in ast.iter_child_nodes(node):
        yield from fixed_waits(child)


def test_no_test_waits_a_fixed_time() -> None:
    files = {str(file.relative_to(ROOT)): file for file in (ROOT / "tests").rglob("*.py")}
    found = {name: list(fixed_waits(ast.parse(file.read_text("utf-8")))) for name, file in files.items()}
    assert {name: len(calls) for name, calls in found.items() if calls} == MAY_WAIT


def test_no_test_imports_another_test_module() -> None:
    named = re.compile(r"^\s*(from|import) (tests\.[\w.]*|\.+)test_\w+", re.MULTILINE)
    files = (ROOT / "tests").rglob("*.py")
    assert [str(file) for file in files if named.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize(("folder", "others"), [("tests", "bench"), ("bench", "tests"), ("harness", "tests|bench")])
def test_tests_and_benchmarks_share_only_the_harness(folder: str, others: str) -> None:
    """A module or file of the other folder is neither imported nor started."""
    named = re.compile(rf"^\s*(from|import) ({others})\b|[\"']({others})[./]\w", re.MULTILINE)
    files = [file for file in (ROOT / folder).rglob("*") if file.suffix in {".py", ".mjs"} and file != Path(__file__)]
    assert [str(file) for file in files if named.search(file.read_text("utf-8"))] == []
