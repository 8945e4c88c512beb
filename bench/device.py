"""Offline play in Chromium: how soon one plays, and whether the web client stays smooth while a bot thinks."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import json
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from harness.chromium import ARGUMENTS, path
from harness.figures import Figure, section
from harness.recorded import games_on_kernels
from harness.server import ServerProcess, quiet_port
from purrlor.offline.bundle import Bundle

BUNDLE = Path(__file__).parents[1] / "web" / "dist" / "device" / "bundle.json"
SETTINGS = {"pace": "quick", "cat": "tabby", "rivals": {"yatzy": {"count": 1, "level": "kitten", "beginner": False}}}
MOVES = 12
"""The number of moves that are made against it."""
PATIENCE = 120_000
OBSERVE = """
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask", buffered: true });
"""
OFFERED = "[...document.querySelectorAll('button[data-action]')].map((one) => one.dataset.action).join()"
LAG = """() => {
  self.worst = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    self.worst = Math.max(self.worst, now - last - 10);
    last = now;
  }, 10);
}"""
"""Measures the longest time for which a worker could not answer."""


def download_games(page: Page) -> None:
    page.get_by_role("button", name="Play offline").click()
    page.get_by_role("button", name="Download").click()
    page.get_by_text("All downloaded").wait_for()


def play_now(page: Page, game: str) -> None:
    page.locator(f"[aria-labelledby=title-{game}] .button.main").click()


def move(page: Page, kind: str) -> None:
    """Make a move of this kind as soon as it is offered, and wait until the table offers other moves."""
    offered = page.locator(f"button[data-action^={kind}]:enabled").first
    offered.wait_for(state="attached")
    before = page.evaluate(f"() => {OFFERED}")
    offered.evaluate("one => one.click()")
    page.wait_for_function(f"before => {OFFERED} !== before", arg=before)


def timed(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def starts(browser: Browser, server: ServerProcess) -> list[Figure]:
    """Measure the start from an empty browser, and from one that has downloaded the games."""
    context = visitor(browser)
    page = context.new_page()

    def cold() -> None:
        page.goto(server.url)
        download_games(page)
        context.set_offline(True)
        play_now(page, "yatzy")
        move(page, "roll")

    def warm() -> None:
        page.reload()
        move(page, "roll")

    figures = [Figure("from the first visit to the first move, all loaded", timed(cold), "s", 10)]
    figures += [Figure(f"from a reload to the next roll, {run}", timed(warm), "s", 3) for run in ("once", "again")]
    move(page, "score")
    figures.append(Figure("from a reload in a bot's turn to one's own roll after it", timed(warm), "s"))
    context.close()
    return figures


def thinking(browser: Browser, server: ServerProcess, game: str, level: str) -> list[Figure]:
    """Measure the web client's long tasks, and how long its worker could not answer, while this bot plays."""
    context = visitor(browser, {game: {"count": 1, "level": level, "beginner": False}})
    context.add_init_script(OBSERVE)
    page = context.new_page()
    page.goto(server.url)
    download_games(page)
    context.set_offline(True)
    play_now(page, game)
    page.locator("button[data-action]:enabled").first.wait_for(state="attached")
    (worker,) = [each for each in page.workers if "worker" in each.url]
    worker.evaluate(LAG)
    page.evaluate("() => { window.longTasks = [] }")
    began = time.perf_counter()
    for _ in range(MOVES):
        page.locator("button[data-action]:enabled").first.evaluate("one => one.click()")
    took = time.perf_counter() - began
    longest = max([float(each) for each in page.evaluate("() => window.longTasks")], default=0.0)
    busy = float(worker.evaluate("() => self.worst"))
    context.close()
    return [
        Figure(f"{game}, {level}: longest task of the page in {took:.0f} s", longest, "ms", 100),
        Figure(f"{game}, {level}: longest time that the tables waited", busy, "ms", 250),
    ]


def visitor(browser: Browser, rivals: object = None) -> BrowserContext:
    """Open an empty browser in which the opponents have been chosen before."""
    settings = SETTINGS | {"rivals": rivals or SETTINGS["rivals"]}
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    remember = "kept => localStorage.purrlor ?? localStorage.setItem('purrlor', kept)"
    context.add_init_script(f"({remember})({json.encode(json.encode(settings).decode()).decode()})")
    return context


def main() -> None:
    made = json.decode(BUNDLE.read_bytes(), type=Bundle)
    figures = [Figure("to be loaded, compressed", made.compressed / 1e6, "MB", 10)]
    compiled = games_on_kernels()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder), quiet_port())
        server.start()
        browser = playwright.chromium.launch(executable_path=path(), args=ARGUMENTS)
        try:
            figures += starts(browser, server)
            for game in made.games:
                if game.name in compiled:  # other bots answer at once
                    figures += thinking(browser, server, game.name, game.levels[-1])
        finally:
            browser.close()
            server.stop()
    section("Offline play in Chromium", *figures)
