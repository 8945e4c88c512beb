"""The server answers as docs/reference/openapi.json says, whatever is sent."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from harness import reference
from harness.server import ServerProcess

CHECKS = "not_a_server_error,response_schema_conformance,content_type_conformance"
LONG_POLL = r"/evenings/\{evening\}$"
"""Waits for news for up to 20 s."""


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("schemathesis") is None, reason="`make nightly` installs schemathesis")
def test_generated_requests_get_the_answers_that_the_schema_describes(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "run", str(reference.FOLDER / "openapi.json"),
        "--url", server.url, "--checks", CHECKS, "--phases", "fuzzing", "--exclude-path-regex", LONG_POLL,
        "--max-examples", "10", "--seed", "1", "--rate-limit", "18/s", "--suppress-health-check", "all", "--no-color",
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
    finally:
        server.stop()
    assert done.returncode == 0, done.stdout
