"""Firefox over WebDriver BiDi, which it speaks by itself: no geckodriver is needed, and Debian has none."""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from .window import PATIENCE

SETTINGS: dict[str, Any] = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    "layout.css.prefers-color-scheme.content-override": 1,  # light
    "ui.primaryPointerCapabilities": 6,  # a mouse: fine, and can hover
    "ui.allPointerCapabilities": 6,
    "ui.useOverlayScrollbars": 1,  # as on a phone
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    def __init__(self, program: str) -> None:
        self._profile = Path(tempfile.mkdtemp(prefix="purrlor-firefox-"))
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items())
        (self._profile / "user.js").write_text("".join(lines), "utf-8")
        self._log = (self._profile / "log").open("wb")
        options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(self._profile)]
        self._process = subprocess.Popen([program, *options], stdout=self._log, stderr=self._log)
        try:
            connect: Any = WebSocketConnection  # Selenium has no types for it
            self._connection = connect(f"{self._address()}/session", PATIENCE, 0.01)
            self._send("session.new", capabilities={})
            self._context = self._send("browsingContext.create", type="tab")["context"]
        except BaseException:
            self._end()
            raise

    def _address(self) -> str:
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends and self._process.poll() is None:
            if told := LISTENING.search((self._profile / "log").read_text("utf-8", "replace")):
                return told[1]
            time.sleep(0.05)
        raise RuntimeError("Firefox does not start: " + (self._profile / "log").read_text("utf-8", "replace")[-2000:])

    def _send(self, method: str, **parameters: Any) -> Any:
        answer = self._connection.send_cmd(method, parameters)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}: {answer.get('message', '')}")
        return answer["result"]

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport, devicePixelRatio=1)

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        # As text, so that the answer needs no translation from BiDi's own notation of values.
        wrapped = f"async text => JSON.stringify((await ({function})(...JSON.parse(text))) ?? null)"
        answer = self._send(
            "script.callFunction",
            functionDeclaration=wrapped,
            arguments=[{"type": "string", "value": json.dumps(arguments)}],
            awaitPromise=True,
            userActivation=True,
            target={"context": self._context},
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        moves: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self._send("input.performActions", context=self._context, actions=[mouse])

    def picture(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot", context=self._context)["data"])

    def close(self) -> None:
        self._connection.close()
        self._end()

    def _end(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=PATIENCE)
        self._log.close()
        shutil.rmtree(self._profile, ignore_errors=True)
