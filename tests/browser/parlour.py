"""The server of the browser tests, in a process of its own."""

from __future__ import annotations

from harness.server import ROOT, ServerProcess, quiet_port

__all__ = ["ROOT", "Parlour", "quiet_port"]


class Parlour(ServerProcess):
    program = ("-m", "tests.browser.house")
