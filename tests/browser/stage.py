"""A table of the real page whose server is played by a fixture of `web/fixtures`, so that any decision can be shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

FIXTURES = Path(__file__).parents[2] / "web" / "fixtures"


class Stage:
    """Shows fixtures in `page`. The page talks to nobody; what it would send is dropped."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.line: WebSocketRoute | None = None
        self.fixture: dict[str, Any] = {}
        page.route("**/api/tables/t", self._answer)
        page.route_web_socket("**/api/tables/t/socket", self._connect)

    def _answer(self, route: Route) -> None:
        route.fulfill(json=self.fixture["table"])

    def _connect(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda _: None)
        self.tell(self.fixture["table"])
        self.tell(self.fixture["update"])

    def tell(self, message: dict[str, Any]) -> None:
        """Send what a server would send."""
        assert self.line
        self.line.send(json.dumps(message))

    def show(self, game: str, name: str, **table: Any) -> None:
        """Open a table with this fixture; `table` changes what is known about the table."""
        self.fixture = json.loads((FIXTURES / game / f"{name}.json").read_text(encoding="utf-8"))
        self.fixture["table"] |= {"id": "t", **table}
        self.page.goto(f"{self.url}/t/t")
        self.page.locator(".board-room").wait_for()
