"""Rooms for children in real browsers: played by pictures and speech alone, locked until the opener lifts the lock."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from purrlor.kit.registry import games

from .conftest import DESKTOP, TOUCH, Enter
from .parlour import Parlour
from .person import Person
from .room import TABLET, await_large_targets, lay_card, write_on_sheet

pytestmark = pytest.mark.slow

SPEECH = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; this.lang = ""; } };
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (one) => window.spoken.push(one.lang + ": " + one.text), cancel: () => undefined },
});
"""
"""Keeps what is said, instead of saying it."""
NO_TEXT = """
const hide = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { color: transparent !important; } text { visibility: hidden !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
document.documentElement ? hide() : addEventListener("DOMContentLoaded", hide);
"""
"""No letter can be seen."""


def spoken(person: Person) -> list[str]:
    return [str(text) for text in person.page.evaluate("() => window.spoken")]


def child(enter: Enter, parlour: Parlour, link: str, cat: str, **settings: Any) -> Person:
    """Comes in and chooses a cat, with all text hidden: by pictures and what is read aloud."""
    found = enter(parlour, cat, **settings)
    found.context.add_init_script(SPEECH)
    found.context.add_init_script(NO_TEXT)
    found.page.goto(link)
    found.page.locator("main button.main svg").tap()
    found.page.locator(f"button[data-cat={cat}] svg").tap()
    found.page.locator("button[data-game]").first.wait_for()
    return found


def test_a_room_is_played_with_all_text_hidden_by_pictures_and_speech(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport=DESKTOP, color_scheme="light")
    ann.go("/room")
    ann.button("Open a room").wait_for()
    complaints = ann.violations()
    ann.button("Open a room").click()
    ann.sees("The room is locked")
    expect(ann.page.locator(".code").first).to_have_text(re.compile("^[A-Z]{5}$"))
    complaints += ann.violations()
    link = ann.page.locator("input[readonly]").input_value()

    momo = child(enter, parlour, link, "momo", **TOUCH, color_scheme="dark", locale="de-DE")
    luna = child(enter, parlour, link, "luna", **TABLET, color_scheme="light")
    assert spoken(momo) == []  # off until somebody asks
    for one in (momo, luna):
        one.page.locator("header button").last.tap()
    momo.until(lambda: spoken(momo) == ["de: Jetzt lese ich dir vor."])
    momo.page.locator("header .ask").tap()
    momo.page.locator("button[data-game=addi-cats][data-friends='1']").tap()  # it is named, and nothing else happens
    named = ["de: Tippe etwas an, dann sage ich dir, was es ist.", "de: Addi Cat's mit 1 anderem Kind"]
    momo.until(lambda: spoken(momo)[-2:] == named)
    await_large_targets(momo, luna)
    complaints += momo.violations()

    momo.page.locator("button[data-game=addi-cats][data-friends='1'] svg").first.tap()
    momo.until(lambda: "de: Wir warten noch auf jemanden." in spoken(momo))
    complaints += momo.violations()
    luna.page.locator("button.table").tap()
    for one in (momo, luna):
        one.page.locator(".mouse").wait_for()
        one.page.locator("main .prompt svg").first.wait_for()
        await_large_targets(one)
    # Whoever has a card to turn sees the stack move, and everybody hears what comes.
    heard = len(spoken(luna))
    for _ in range(4):
        version = luna.updates[-1]["version"]
        momo.until(lambda: any(one.page.locator("button.turn").count() for one in (momo, luna)))
        for one in (momo, luna):
            if one.page.locator("button.turn").count():
                one.page.locator("button.turn").dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
        luna.until(lambda: luna.updates[-1]["version"] > version)  # noqa: B023
    luna.until(lambda: len(spoken(luna)) > heard)
    await_large_targets(momo, luna)
    complaints += luna.violations()
    assert momo.page.locator("#tools button, nav a, textarea, input[type=text]").count() == 0

    assert complaints == []


def test_a_device_leaves_the_room_only_when_the_opener_lifts_the_lock(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport=DESKTOP, color_scheme="dark")
    made = ann.ask("POST", "/api/rooms")
    ann.go(f"/room/{made['id']}")
    ann.sees("The room is locked")
    complaints = ann.violations()
    link = f"{ann.url}/room/{made['id']}#k={made['key']}"
    momo = child(enter, parlour, link, "momo", **TOUCH)
    luna = child(enter, parlour, link, "luna", **TABLET)
    for path in ("/", "/clubs", "/new/yatzy", "/you"):
        momo.go(path)
        momo.page.locator("button[data-game]").first.wait_for()
        assert "/room/" in momo.page.url
    momo.page.locator("button.lift").tap()
    momo.page.get_by_role("dialog").wait_for()
    await_large_targets(momo)
    complaints += momo.violations()
    number = ann.page.locator(".code").last.inner_text()
    with momo.told("That is not the number."):
        for digit in "0000" if number != "0000" else "1111":
            momo.page.get_by_role("button", name=digit, exact=True).tap()
    for digit in number:
        momo.page.get_by_role("button", name=digit, exact=True).tap()
    expect(momo.page).to_have_url(re.compile("/$"))
    ann.button("Lift the lock for all").click()
    ann.sees("The room is open")
    expect(luna.page.get_by_role("button", name="Leave the room")).to_be_visible()
    luna.page.locator("button.lift").tap()
    expect(luna.page).to_have_url(re.compile("/$"))
    assert complaints == []


def test_a_child_who_knows_the_code_is_let_in_by_the_opener(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport=DESKTOP, color_scheme="light")
    made = ann.ask("POST", "/api/rooms")
    ann.go(f"/room/{made['id']}")
    expect(ann.page.locator(".code").first).to_have_text(re.compile("^[A-Z]{5}$"))
    code = ann.page.locator(".code").first.inner_text()
    guests: list[Person] = []
    for name in ("Momo", "Eve"):
        guest = enter(parlour, name, **TOUCH)
        guest.go("/room")
        guest.page.get_by_label("Code", exact=True).fill(code)
        guest.button("Enter").tap()
        guests.append(guest)
    momo, eve = guests
    expect(momo.page.locator(".number")).to_have_text("1")
    complaints = momo.violations()
    momo.page.reload()
    expect(momo.page.locator(".number")).to_have_text("1")
    ann.sees("2 devices are waiting to come in")
    complaints += ann.violations()
    ann.button("Turn away number 2").click()
    ann.button("Let in number 1").click()
    momo.page.locator("button[data-cat]").first.wait_for()
    expect(eve.page).to_have_url(re.compile("/room$"))
    eve.page.get_by_text("This device was not let in").wait_for()
    assert complaints == []


@pytest.mark.parametrize("screen", ["phone", "tablet"])
def test_a_child_plays_alone_on_targets_of_twenty_millimetres(parlour: Parlour, enter: Enter, screen: str) -> None:
    ann = enter(parlour, "Ann", **(TOUCH if screen == "phone" else TABLET))
    ann.context.add_init_script(SPEECH)
    made = ann.ask("POST", "/api/rooms")
    ann.ask("POST", f"/api/rooms/{made['id']}/enter", {"key": made["key"], "child": True})
    ann.ask("POST", f"/api/rooms/{made['id']}/cat", {"cat": "kiki"})
    for game in games():
        ann.go(f"/room/{made['id']}")
        ann.page.locator(f"button[data-game={game}][data-friends='0']").tap()
        ann.page.locator(".board-room").wait_for()
        ann.page.locator("main .prompt svg").first.wait_for()
        await_large_targets(ann)
        assert ann.violations() == [], game


def is_over(*people: Person) -> bool:
    return all(one.updates and one.updates[-1]["over"] for one in people)


@pytest.mark.parametrize(
    "most", [pytest.param(4, id="first moves"), pytest.param(10**6, marks=pytest.mark.nightly, id="whole match")]
)
@pytest.mark.parametrize(("game", "move"), [("meow", lay_card), ("house-of-cats", write_on_sheet)])
def test_two_children_play_with_all_text_hidden(
    parlour: Parlour, enter: Enter, game: str, move: Callable[[Person, Random], bool], most: int
) -> None:
    """On a small phone and on a tablet: every target has 20 mm in every decision, and what is to be done is read."""
    ann = enter(parlour, "Ann")
    made = ann.ask("POST", "/api/rooms")
    link = f"{ann.url}/room/{made['id']}#k={made['key']}"
    small = {**TOUCH, "viewport": {"width": 360, "height": 640}}
    momo = child(enter, parlour, link, "momo", **small, color_scheme="dark")
    luna = child(enter, parlour, link, "luna", **TABLET, color_scheme="light")
    for one in (momo, luna):
        one.page.locator("header button").last.tap()
    momo.page.locator(f"button[data-game={game}][data-friends='1']").tap()
    luna.page.locator("button.table").tap()
    chance, moves = Random(game), 0
    complaints: list[str] = []
    while moves < most and not is_over(momo, luna):
        for one in (momo, luna):
            if move(one, chance):
                moves += 1
                complaints += one.violations() if moves <= 8 else []
        momo.page.wait_for_timeout(20)
    for one in (momo, luna) if moves < most else ():
        expect(one.page.locator(".again .main")).to_be_visible()
        await_large_targets(one)
        complaints += one.violations()
    assert complaints == []
    prompts = {"meow": "en: Play ", "house-of-cats": "en: Pick a die, then a space for it."}
    assert any(said.startswith(prompts[game]) for said in spoken(momo))
