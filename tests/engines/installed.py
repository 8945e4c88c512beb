"""Where Firefox and WebKitGTK are: `python -m tests.engines.installed` finds or installs them, or says how to."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from .firefox import Firefox
from .webkit import WebKit
from .window import Window

MISSING = {
    "firefox": (
        "Firefox is not tried, for none was found. Debian: sudo apt install firefox-esr; "
        "elsewhere install Firefox, or name one: PURRLOR_FIREFOX=/path/to/firefox"
    ),
    "webkit": (
        "WebKit, the engine of Safari, is not tried, for {} was not found. Debian or Ubuntu: sudo apt install "
        "webkit2gtk-driver xvfb; elsewhere install WebKitGTK with its WebKitWebDriver and MiniBrowser, and Xvfb"
    ),
}
PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")
MINI_BROWSERS = (
    "/usr/lib/*/webkit2gtk-4.*/MiniBrowser",
    "/usr/lib*/webkit2gtk-4.*/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.*/MiniBrowser",
)


def find(engine: str) -> Callable[[], Window] | str:
    """Return a function that opens a window of this engine, or a text on what is missing and how to get it."""
    if engine == "firefox":
        program = os.environ.get("PURRLOR_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
        return (lambda: Firefox(program)) if program else MISSING["firefox"]
    browsers = [found for pattern in MINI_BROWSERS for found in Path("/").glob(pattern[1:])]
    programs = {
        "WebKitWebDriver": shutil.which("WebKitWebDriver"),
        "MiniBrowser": str(max(browsers)) if browsers else None,
        "Xvfb": shutil.which("Xvfb"),
    }
    if missing := [name for name, path in programs.items() if path is None]:
        return MISSING["webkit"].format(" and ".join(missing))
    driver, browser, screen = (str(path) for path in programs.values())
    return lambda: WebKit(driver, browser, screen)


def missing() -> list[str]:
    return [found for engine in MISSING if isinstance(found := find(engine), str)]


def install() -> None:
    """Install Debian's packages, if this is Debian and we are root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for step in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
            subprocess.run(["apt-get", *step], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


if __name__ == "__main__":
    if missing():
        install()
    sys.exit("\n".join(missing()) or None)
