"""The browser of the tests: `python -m harness.chromium` finds one, installs Debian's, or says how to get it.

With `--path` it prints the path of the browser, for the component tests of the web client.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = (
    "the browser tests need Chromium, and none was found. Debian or Ubuntu: sudo apt install chromium; "
    "elsewhere install Chromium or Chrome, or name one: PURRLOR_CHROMIUM=/path/to/chromium"
)

FEATURES_OFF = (
    # Disables a popup page of the address bar for every window: 0.7 s of CPU time for each page that a test opens.
    "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup",
    # Disabled by Playwright itself: Chromium takes only the last list.
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(FEATURES_OFF)}",
]  # fmt: skip
"""Arguments for tests and benchmarks: no background activity, no network traffic of its own."""


def found() -> str | None:
    named = os.environ.get("PURRLOR_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's package, if this is Debian and we are root."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        for step in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *step], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def trouble() -> str:
    """Return what is missing and how to get it; empty: a browser is there and starts."""
    if (chromium := found()) is None:
        return MISSING
    try:
        subprocess.run([chromium, "--version"], capture_output=True, check=True, text=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        return f"the browser tests need Chromium, but {chromium} does not start: {said.strip()}"
    return ""


def path() -> str:
    if (chromium := found()) is None:
        raise RuntimeError(MISSING)
    return chromium


if __name__ == "__main__":
    if found() is None:
        install()
    if problem := trouble():
        sys.exit(problem)
    if "--path" in sys.argv:
        sys.stdout.write(f"{path()}\n")
