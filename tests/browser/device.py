"""Offline play, as a person uses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, expect

from purrlor.core import Record
from purrlor.kit import games
from purrlor.words import words

from .parlour import ROOT, Parlour
from .person import THINKING, Person
from .players import first, patient

PACKED = Path(__file__).parents[2] / "web" / "dist" / "device"
TITLES = {game: words("en").title(game) for game in games()}
CHOOSING: dict[str, Callable[..., str]] = {"house-of-cats": first, "addi-cats": patient}
"""How a match is played to its end in games where random sensible choices would take too long."""
LEFT = """async () => {
  const names = (await caches.keys()).filter((name) => name === 'purrlor-device')
  const stores = (await indexedDB.databases()).map(({name}) => name).filter((name) => name === 'purrlor-device')
  return [...names, ...stores]
}"""
"""Lists what a browser has stored for offline play."""


def move_in(person: Person, packed: Path = PACKED) -> None:
    """Download the games for offline play; the size that is shown before is that of the files."""
    person.page.evaluate("() => localStorage.setItem('purrlor', JSON.stringify({pace: 'quick', cat: 'tabby'}))")
    person.page.reload()
    keep = person.button("Download")
    expect(person.button("Play offline").or_(keep)).to_be_visible()
    if not keep.count():
        person.button("Play offline").click()
    size = sum(file.stat().st_size for file in packed.glob("*.packed"))
    expect(keep).to_have_text(re.compile(rf"Download \({size / 1e6:.1f} MB\)"))
    with person.told("All downloaded"):
        keep.click()


def go_offline(person: Person, parlour: Parlour) -> None:
    """Download the games, stop the server and cut the network."""
    person.go("/")
    move_in(person)
    parlour.stop()
    person.context.set_offline(True)


def begin(person: Person, game: str) -> None:
    """Begin a match against the bots that the game suggests."""
    person.button(f"Play now : {TITLES[game]}").click()
    person.page.locator("dialog[open] .button.main").click()
    expect(person.page.locator("#board")).to_be_attached(timeout=THINKING)


def begin_short_race(person: Person, game: str) -> None:
    """Set up a short race by hand, because the suggested one takes eight minutes."""
    person.go(f"/new/{game}")
    person.page.get_by_label("What shall the others call you?").fill(person.name)
    for seat in (2, 3):
        person.page.get_by_label(f"Seat {seat}", exact=True).select_option("bot:six-year-old")
    person.page.get_by_text("A dash").click()
    person.page.get_by_text("More settings").click()
    person.page.get_by_label("End the match after this many cards").fill("25")
    person.button("Set the table").click()
    expect(person.page.locator("#board")).to_be_attached(timeout=THINKING)


def story(person: Person) -> list[str]:
    """Return the messages that the table has sent so far."""
    return person.page.get_by_role("list", name="The story").get_by_role("listitem").all_inner_texts()


def kill_tab(person: Person) -> None:
    """Kill the tab at once, and open another one at the same address."""
    address, dead = person.page.url, person.page
    with suppress(Error):
        dead.goto("chrome://crash", timeout=5000)
    person.page = person.new_tab()
    dead.close()
    person.page.goto(address)


def check_luck(person: Person) -> None:
    person.button("Check the luck").click()
    expect(person.page.get_by_text("from the seed, computed on this device")).to_be_visible(timeout=THINKING)
    assert person.page.locator("[role=status] li.bad").all_inner_texts() == []


def look_back(person: Person) -> None:
    """Have the match reviewed for all seats; nothing of the review exists beforehand."""
    person.button("How did I play?").click()
    review = person.page.get_by_role("region").filter(has=person.page.locator("#result"))
    expect(review.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(review.get_by_role("progressbar")).to_have_count(0, timeout=5 * THINKING)
    expect(review.locator("dl, ul").first).to_be_visible()


def save_record(person: Person) -> Record[Any, Any, Any]:
    """Save the match, and return the record in the downloaded file."""
    with person.page.expect_download() as saving:
        person.button("Record").click()
    return Record.parse(saving.value.path().read_text(encoding="utf-8"), games())


def open_record(person: Person, golden: str, at: int = 0) -> None:
    """View a golden record after some of its events; without a server it becomes a match of this device."""
    person.page.locator("input[type=file]").set_input_files(ROOT / "tests" / "golden" / f"{golden}.purr")
    person.page.wait_for_url("**/replay/**", timeout=THINKING)
    person.page.goto(f"{person.page.url}#{at}")
    person.page.reload()
    expect(person.page.get_by_role("heading", name="Looking back: ")).to_be_visible(timeout=THINKING)


def move_out(person: Person) -> None:
    """Remove the downloaded games with their matches."""
    person.button("Offline play is ready").click()
    person.button("Remove from this device").click()
    with person.told("Removed."):
        person.page.locator("dialog").last.get_by_role("button", name="Remove from this device").click()
    person.until(lambda: person.page.evaluate(LEFT) == [])
