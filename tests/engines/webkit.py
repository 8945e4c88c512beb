"""WebKitGTK, the engine of Safari: its MiniBrowser on a screen of its own, over WebDriver."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service

from .window import PATIENCE

SCREEN = "1600x1300x24"
# The browser's own buttons would make its window wider than a phone.
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }"
# A page that is nothing but noise, and the least that a PNG of it can take.
NOISE = (
    "data:text/html,<canvas width=300 height=300></canvas><script>const c = document.querySelector('canvas')"
    ".getContext('2d'); const i = c.createImageData(300, 300); "
    "i.data.forEach((_, n) => { i.data[n] = n % 4 == 3 ? 255 : Math.random() * 256 }); c.putImageData(i, 0, 0)</script>"
)
NOISY = 100_000
CALM = "[Settings]\ngtk-enable-animations=false\n"


class WebKit:
    def __init__(self, driver: str, browser: str, screen: str) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="purrlor-webkit-"))
        (self._home / "gtk-3.0").mkdir()
        (self._home / "gtk-3.0" / "gtk.css").write_text(NARROW, "utf-8")
        (self._home / "gtk-3.0" / "settings.ini").write_text(CALM, "utf-8")
        reader, writer = os.pipe()
        self._screen = subprocess.Popen(
            [screen, "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writer)
        with os.fdopen(reader) as told:
            display = told.readline().strip()
        options = WebKitGTKOptions()
        options.binary_location = browser
        options.add_argument("--automation")
        settings = {
            "DISPLAY": f":{display}", "XDG_CONFIG_HOME": str(self._home), "XDG_DATA_HOME": str(self._home),
            "XDG_CACHE_HOME": str(self._home), "LANGUAGE": "en_GB", "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1",
        }  # fmt: skip
        self._service = Service(driver, env={**os.environ, **settings})
        try:
            self._service.start()
            self._driver = self._start(options)
        except BaseException:
            self._end()
            raise

    def _start(self, options: WebKitGTKOptions) -> Any:
        """A browser that paints: without a GPU some show black for as long as they run, so a few are tried.

        Any: Selenium's methods are not fully typed.
        """
        config = ClientConfig(self._service.service_url, timeout=int(PATIENCE))
        for left in reversed(range(5)):
            driver: Any = Remote(RemoteConnection(client_config=config), options=options)
            driver.set_script_timeout(PATIENCE)
            driver.get(NOISE)
            if left == 0 or len(driver.get_screenshot_as_png()) > NOISY:
                return driver  # black or not, it can be played in
            driver.quit()
        raise AssertionError

    def resize(self, width: int, height: int) -> None:
        ends = time.monotonic() + PATIENCE
        frame = 0
        while (size := self.run("() => [innerWidth, innerHeight]")) != [width, height]:
            assert time.monotonic() < ends, f"WebKit's page has the size {size}, not {width}x{height}"
            self._driver.set_window_rect(0, 0, width, height + frame)
            time.sleep(0.1)
            frame = self.run("() => outerHeight - innerHeight")

    def go(self, url: str) -> None:
        self._driver.get(url)

    def run(self, function: str, *arguments: Any) -> Any:
        answer = self._driver.execute_async_script(
            "const [values, done] = arguments; "
            f"(async () => ({function})(...values))()"
            ".then(value => done([true, value]), trouble => done([false, String(trouble)]))",
            arguments,
        )
        if not answer[0]:
            raise RuntimeError(answer[1])
        return answer[1]

    def press(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._driver)
        mouse: Any = actions.pointer_action
        mouse.move_to_location(round(x), round(y)).pointer_down().pointer_up()
        actions.perform()

    def picture(self) -> bytes:
        return bytes(self._driver.get_screenshot_as_png())

    def close(self) -> None:
        self._driver.quit()
        self._end()

    def _end(self) -> None:
        self._service.stop()
        self._screen.terminate()
        self._screen.wait(timeout=PATIENCE)
        shutil.rmtree(self._home, ignore_errors=True)
