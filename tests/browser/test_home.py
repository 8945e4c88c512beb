"""From the front door to a running match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from purrlor.kit.registry import games

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow


def card(person: Person, game: str) -> Locator:
    return person.page.locator("article").filter(has=person.page.locator(f"#title-{game}"))


def begins(person: Person) -> None:
    expect(person.page.get_by_role("list", name="Who plays")).to_be_visible()
    expect(person.page.locator(".board-room")).to_be_visible()


@pytest.mark.parametrize("game", games())
def test_two_taps_lead_to_a_running_match(parlour: Parlour, enter: Enter, game: str) -> None:
    ann = enter(parlour, **TOUCH)
    ann.go("/")
    card(ann, game).get_by_role("button", name="Play now").tap()
    ann.button("Play", exact=True).tap()
    begins(ann)
    assert ann.updates
    ann.go("/")
    ann.sees("Your tables")


def test_the_list_of_tables_keeps_up(parlour: Parlour, enter: Enter) -> None:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob")
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}], options={"first": "2"})
    ann.go(way)
    bob.join(way)
    bob.await_turn()
    ann.go("/")
    chip = ann.page.get_by_role("region", name="Your tables").locator(".chip")
    expect(chip).to_have_text("Turn of Bob")
    bob.act("roll")
    bob.page.locator('button[data-action^="score"]').first.wait_for(state="attached")
    bob.act(next(action for action in bob.actions() if action.startswith("score")))
    expect(bob.page.locator("button[data-action]")).to_have_count(0)
    expect(chip).to_have_text("Your turn")  # by itself, after a while
    ann.page.add_init_script("window.setInterval = () => 0")  # from here on nothing happens by itself
    ann.page.reload()
    expect(chip).to_have_text("Your turn")
    bob.button("Take back").click()
    bob.await_turn()
    ann.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(chip).to_have_text("Turn of Bob")


@pytest.mark.parametrize("game", ["yatzy", "house-of-cats"])
def test_friends_meet_by_a_link(parlour: Parlour, enter: Enter, game: str) -> None:
    ann = enter(parlour, "Ann")
    ann.go("/")
    card(ann, game).get_by_role("link", name="With friends").click()
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    ann.button("Set the table").click()
    expect(ann.page.get_by_role("heading", name="A table of")).to_be_visible()
    code = ann.page.get_by_role("img", name="The link as a code to scan")
    expect(code).to_be_visible()
    ann.page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=code.element_handle())
    link = ann.page.get_by_label("The link of this table").input_value()
    assert link == f"{ann.page.url}&from=0"
    bob = enter(parlour, "Bob", **TOUCH)
    bob.page.goto(link)
    bob.sees("Ann invites you to")
    bob.page.get_by_label("What shall the others call you?").fill("Bob")
    bob.button("Take a seat").tap()
    for person in (ann, bob):
        begins(person)
        expect(person.page.locator(".board-room").get_by_text("Bob").first).to_be_visible()


def test_a_table_of_choice_is_set_by_clicking(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann")
    ann.go("/new/meow")
    ann.page.get_by_label("What shall the others call you?").fill("Ann")
    ann.button("One seat fewer").click()
    ann.page.get_by_label("Seat 2", exact=True).select_option("here")
    ann.page.get_by_label("Their name").fill("Bea")
    ann.button("Bots on all free seats").click()
    ann.page.get_by_label("Time to think").select_option("relaxed")
    ann.page.get_by_text("More settings").click()
    ann.page.get_by_label("Who may watch?").select_option("nobody")
    ann.button("Set the table").click()
    expect(ann.button("raise the curtain")).to_be_visible()
    table = ann.ask("GET", f"/api/tables/{ann.table}")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "bot"]
    assert (table["clock"], table["watch"], table["status"]) == ("relaxed", "nobody", "running")


@pytest.mark.parametrize("device", ["light", "dark"])
def test_the_device_or_the_guest_chooses_the_light(parlour: Parlour, enter: Enter, device: str) -> None:
    ann = enter(parlour, color_scheme=device)
    ann.go("/")
    papers = {"light": "rgb(251, 243, 230)", "dark": "rgb(31, 23, 38)"}
    expect(ann.page.locator("body")).to_have_css("background-color", papers[device])
    ann.button("Settings").click()
    for choice, paper in {"Day": papers["light"], "Night": papers["dark"], "Device": papers[device]}.items():
        ann.page.locator("#settings").get_by_text(choice, exact=True).click()
        expect(ann.page.locator("body")).to_have_css("background-color", paper)


def test_a_choice_that_is_too_long_ends_in_dots(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go("/new/meow")
    expect(ann.page.get_by_label("Seat 2", exact=True)).to_have_css("text-overflow", "ellipsis")
