"""Somebody comes for the first time, and comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person, is_above, with_longer_timer

pytestmark = pytest.mark.slow

SMALL = {**TOUCH, "viewport": {"width": 360, "height": 640}}


def card(person: Person, game: str) -> Locator:
    return person.page.locator("article").filter(has=person.page.locator(f"#title-{game}"))


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


def seats(person: Person) -> list[tuple[str, str]]:
    expect(person.page.locator(".board-room")).to_be_visible()
    return [(seat["kind"], seat["level"]) for seat in person.ask("GET", f"/api/tables/{person.table}")["seats"]]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 664), (844, 390)])
def test_on_a_phone_a_game_can_be_tapped_without_scrolling(
    parlour: Parlour, enter: Enter, width: int, height: int
) -> None:
    ann = enter(parlour, **{**TOUCH, "viewport": {"width": width, "height": height}})
    ann.go("/")
    first = ann.page.get_by_role("button", name="Play now").first
    expect(first).to_be_visible()
    expect(first).to_be_in_viewport(ratio=1)


def test_the_first_match_shows_the_rules_and_lets_one_choose(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **SMALL)
    ann.go("/")
    card(ann, "meow").get_by_role("button", name="Play now").tap()
    expect(dialog(ann).get_by_role("listitem")).to_have_count(4)
    expect(dialog(ann).get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
    dialog(ann).get_by_label("What shall we call you?").fill("Ann")
    dialog(ann).get_by_label("Siamese").check(force=True)
    dialog(ann).get_by_label("Against").select_option("2 cats")
    dialog(ann).get_by_label("How strong?").select_option("lynx")
    dialog(ann).get_by_role("button", name="Play", exact=True).tap()
    assert seats(ann) == [("person", ""), ("bot", "lynx"), ("bot", "lynx")]
    seat = ann.ask("GET", f"/api/tables/{ann.table}")["seats"][0]
    assert (seat["name"], seat["cat"]) == ("Ann", "siamese")


@pytest.mark.parametrize("part", ["h3", ".cover"])
def test_a_tap_on_the_game_itself_is_play_now(parlour: Parlour, enter: Enter, part: str) -> None:
    ann = enter(parlour, **SMALL)
    ann.go("/")
    card(ann, "meow").locator(part).tap()
    expect(dialog(ann).get_by_role("heading", name="MEOW")).to_be_visible()


def test_on_a_small_screen_tab_brings_the_cats_into_view(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **SMALL)
    ann.go("/")
    card(ann, "house-of-cats").get_by_role("button", name="Play now").tap()
    name = dialog(ann).get_by_label("What shall we call you?")
    name.focus()
    name.press("Tab")
    cat = dialog(ann).locator("label:has(input[type=radio]:focus)")
    expect(cat).to_be_in_viewport(ratio=1)
    ann.until(lambda: is_above(cat, dialog(ann).get_by_role("button", name="Play", exact=True)))


@pytest.mark.parametrize("width", [390, 1440])
def test_the_level_of_the_cats_can_be_read_whole(parlour: Parlour, enter: Enter, width: int) -> None:
    ann = enter(parlour, viewport={"width": width, "height": 844})
    ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").click()
    room, needed = (
        dialog(ann)
        .get_by_label("How strong?")
        .evaluate(
            "one => { const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');"
            " pen.font = style.font; const arrow = 20;"
            " return [one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow,"
            " pen.measureText(one.selectedOptions[0].text).width] }"
        )
    )
    assert needed <= room


def test_a_person_who_taps_before_the_tables_are_known_is_offered_the_running_match(
    parlour: Parlour, enter: Enter
) -> None:
    ann = enter(parlour, **SMALL)
    ann.page.add_init_script(with_longer_timer(3000))  # a tap waits for the list of tables
    ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").tap()
    dialog(ann).get_by_role("button", name="Play", exact=True).tap()
    seats(ann)
    held: list[Route] = []
    ann.page.route("**/api/tables", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no built-in one
    with ann.page.expect_request("**/api/tables"):
        ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").tap()
    for route in held:
        route.continue_()
    expect(dialog(ann).get_by_role("button", name="Go on playing")).to_be_visible()


def test_the_second_match_needs_one_tap_and_the_same_cats_come(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, **SMALL)
    ann.page.add_init_script(with_longer_timer(3000))  # a tap waits for the list of tables
    ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").tap()
    dialog(ann).get_by_label("Against").select_option("3 cats")
    dialog(ann).get_by_role("button", name="Play", exact=True).tap()
    assert len(seats(ann)) == 4
    ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").tap()
    first = ann.ask("GET", "/api/tables")[0]["id"]
    dialog(ann).get_by_role("button", name="Go on playing").tap()  # the running one is offered
    expect(ann.page.locator(".board-room")).to_be_visible()
    assert ann.table == first
    ann.ask("POST", f"/api/tables/{first}/leave", {})
    ann.go("/")
    again = ann.button("Play again")
    expect(again).to_contain_text("Against Tabby, Tabby and Tabby")
    expect(again).to_be_in_viewport(ratio=1)
    again.tap()
    assert len(seats(ann)) == 4


def test_house_of_cats_begins_with_the_abilities_for_a_first_game(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/")
    card(ann, "house-of-cats").get_by_role("button", name="Play now").click()
    dialog(ann).get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.locator(".board-room")).to_be_visible()
    assert ann.ask("GET", f"/api/tables/{ann.table}")["options"]["abilities"] == "A,B,C,D"


def test_a_name_and_a_cat_are_requested_once(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go("/")
    card(ann, "yatzy").get_by_role("button", name="Play now").click()
    expect(dialog(ann).get_by_role("group", name="Your cat")).to_be_visible()
    dialog(ann).get_by_label("What shall we call you?").fill("Ann")
    dialog(ann).get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.locator(".board-room")).to_be_visible()
    ann.go("/")
    ann.sees("Welcome back, Ann")
    card(ann, "meow").get_by_role("button", name="Play now").click()
    expect(dialog(ann).get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(dialog(ann).get_by_role("group", name="Your cat")).to_have_count(0)


def test_a_table_has_a_date_and_progress_and_can_be_removed(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table("yatzy", [{"kind": "person"}]))
    ann.await_turn()
    ann.go("/")
    tables = ann.page.get_by_role("region", name="Your tables")
    expect(tables.locator("time")).to_have_count(1)
    expect(tables.get_by_role("progressbar", name="0 of 13 done")).to_be_visible()
    tables.get_by_role("button", name="Leave or remove").click()
    dialog(ann).get_by_role("button", name="Keep it").click()
    expect(dialog(ann)).to_have_count(0)
    tables.get_by_role("button", name="Leave or remove").click()
    dialog(ann).get_by_role("button", name="Remove this match").click()
    expect(tables).to_have_count(0)
    assert ann.ask("GET", "/api/tables") == []


def test_people_who_share_a_device_remove_their_match(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table("yatzy", [{"kind": "person"}, {"kind": "person", "name": "Bea"}]))
    ann.await_turn()
    ann.go("/")
    ann.button("Leave or remove").click()
    expect(dialog(ann).get_by_role("button", name="Resign")).to_have_count(0)
    dialog(ann).get_by_role("button", name="Remove this match").click()
    expect(ann.page.get_by_role("region", name="Your tables")).to_have_count(0)
    assert ann.ask("GET", "/api/tables") == []


def test_among_friends_one_resigns(parlour: Parlour, enter: Enter) -> None:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob")
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}])
    ann.go(way)
    bob.join(way)
    expect(bob.page.locator(".board-room")).to_be_visible()
    table = bob.table
    bob.go("/")
    bob.button("Leave or remove").click()
    with bob.told("A bot plays on for you."):
        dialog(bob).get_by_role("button", name="Resign").click()
    assert ann.ask("GET", f"/api/tables/{table}")["seats"][1]["left"] is True


def test_one_resigns_at_the_table_itself(parlour: Parlour, enter: Enter) -> None:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob", **SMALL)
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}])
    ann.go(way)
    bob.join(way)
    expect(bob.page.locator(".board-room")).to_be_visible()
    table = bob.table
    bob.page.get_by_text("More", exact=True).tap()
    bob.button("Resign").tap()
    dialog(bob).get_by_role("button", name="Keep it").tap()
    expect(dialog(bob)).to_have_count(0)
    bob.button("Resign").tap()
    with bob.told("A bot plays on for you."):
        dialog(bob).get_by_role("button", name="Resign").tap()
    bob.page.wait_for_url(f"{parlour.url}/")
    assert ann.ask("GET", f"/api/tables/{table}")["seats"][1]["left"] is True


def test_a_match_against_bots_is_removed_at_the_table_itself(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour)
    ann.go(ann.make_table("yatzy", [{"kind": "person"}, {"kind": "bot", "level": "kitten"}]))
    expect(ann.page.locator(".board-room")).to_be_visible()
    ann.page.get_by_text("More", exact=True).click()
    ann.button("Remove this match").click()
    dialog(ann).get_by_role("button", name="Remove this match").click()
    ann.page.wait_for_url(f"{parlour.url}/")
    assert ann.ask("GET", "/api/tables") == []
