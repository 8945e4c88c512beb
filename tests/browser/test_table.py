"""At the table: refusals, a line that breaks, steps back, hints, talk, and those who only watch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import THINKING, Person, with_longer_timer
from .players import first, play_on, settle

pytestmark = pytest.mark.slow

TWO = [{"kind": "person"}, {"kind": "open"}]
AT_ONCE = 15_000
"""Milliseconds; the line itself would be silent for three times as long before anybody wondered."""


def two(enter: Enter, parlour: Parlour, game: str = "yatzy", **more: object) -> tuple[Person, Person, str]:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob", **TOUCH)
    seats = TWO if game == "yatzy" else [*TWO, {"kind": "bot", "level": "uniform"}]
    options = {} if game == "house-of-cats" else {"first": "1"}
    way = ann.make_table(game, seats, options=options, **more)
    ann.go(way)
    bob.join(way)
    ann.await_turn()
    return ann, bob, way


def test_a_refusal_is_reported_in_words(parlour: Parlour, enter: Enter) -> None:
    ann, _, _ = two(enter, parlour)
    ann.act("roll")
    expect(ann.page.locator(".die").first).to_be_visible()
    ann.page.evaluate("() => " + with_longer_timer(6000))  # the message stays until it is closed
    ann.button("Take back").click()
    notice = ann.page.locator(".toast", has_text="That cannot be taken back: something was rolled or dealt since.")
    expect(notice).to_be_visible()
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)


def test_a_step_back(parlour: Parlour, enter: Enter) -> None:
    ann, bob, _ = two(enter, parlour)
    ann.act("roll")
    ann.page.locator('button[data-action^="score"]').first.wait_for(state="attached")
    scores = ann.actions()
    ann.act(next(action for action in scores if action.startswith("score")))
    bob.await_turn()
    told = bob.page.locator('.unseen[role="log"]')
    expect(told).to_contain_text("It is your turn.")
    with bob.told("Ann takes that back."):
        ann.button("Take back").click()
    ann.await_turn()
    assert ann.actions() == scores
    expect(bob.page.locator("button[data-action]")).to_have_count(0)
    expect(told).to_be_empty()
    expect(ann.page.locator(".toast")).to_have_count(0)


def test_a_hint_recommends_something(parlour: Parlour, enter: Enter) -> None:
    ann, _, _ = two(enter, parlour)
    ann.act("roll")
    ann.page.locator('button[data-action^="score"]').first.wait_for(state="attached")
    ann.button("Hint").click()
    panel = ann.page.get_by_role("region", name="What a tiger would do")
    expect(panel).to_be_visible(timeout=THINKING)
    best = panel.get_by_role("listitem").first
    expect(best).to_contain_text(re.compile("(more than|as good as) “"))
    expect(ann.page.locator(".hinted").first).to_be_visible()
    version = ann.updates[-1]["version"]
    best.get_by_role("button").click()
    expect(panel).to_have_count(0)
    ann.await_version(version)


def finishes(update: dict[str, Any], seat: int) -> bool:
    return any(told["note"] == {"kind": "finishes", "seat": seat} for told in update["notes"])


def test_the_head_of_the_page_stays_as_it_is_while_a_hint_is_thought_about(parlour: Parlour, enter: Enter) -> None:
    ann, _, _ = two(enter, parlour)
    ann.page.route_web_socket("**/socket", keep_hints_back)
    ann.page.reload()
    ann.await_turn()
    button = ann.button("Hint")
    expect(button).to_be_enabled()
    before = button.bounding_box()
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(button).to_be_disabled()
    expect(ann.page.get_by_role("status").filter(has_text="Thinking…")).to_have_count(1)
    ann.until(lambda: button.bounding_box() == before)


def keep_hints_back(line: WebSocketRoute) -> None:
    server = line.connect_to_server()
    server.on_message(lambda message: None if json.loads(message)["type"] == "hint" else line.send(message))


def test_a_hint_stays_while_somebody_else_acts(parlour: Parlour, enter: Enter) -> None:
    ann, bob, _ = two(enter, parlour, "house-of-cats")
    ann.button("Hint").click()
    bob.await_turn()
    play_on([bob], until=lambda: any(finishes(update, 1) for update in ann.updates), choose=first)
    panel = ann.page.get_by_role("region", name="What a tiger would do")
    expect(panel).to_be_visible(timeout=THINKING)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)


def test_a_hint_on_a_phone_lies_over_the_board(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    seats = [{"kind": "person"}, *[{"kind": "bot", "level": "uniform"}] * 2]
    ann.go(ann.make_table("meow", seats, options={"first": "1"}))  # who leads may play any card
    ann.await_turn()
    board = ann.page.locator(".board-room")
    before = board.bounding_box()
    ann.button("Hint").tap()
    panel = ann.page.get_by_role("region", name="What a tiger would do")
    expect(panel).to_be_visible(timeout=THINKING)
    expect(panel.get_by_role("listitem")).to_have_count(1)
    panel.get_by_role("button", name="More").tap()
    expect(panel.get_by_role("listitem").nth(1)).to_be_visible()
    assert board.bounding_box() == before
    ann.page.locator("button.hinted").tap(trial=True)


def test_a_phrase_arrives(parlour: Parlour, enter: Enter) -> None:
    ann, bob, _ = two(enter, parlour, chat="free")
    ann.page.get_by_text("Say something").first.click()
    ann.button("Good luck!").click()
    heard = bob.page.get_by_role("log", name="Chat")
    expect(heard).to_contain_text("Ann")
    expect(heard).to_contain_text("Good luck!")
    bob.page.get_by_role("textbox", name="Say something").fill("<b>Meow</b>")
    bob.button("Send").tap()
    expect(ann.page.get_by_role("log", name="Chat")).to_contain_text("<b>Meow</b>")


def test_chat_out_of_view_is_announced(parlour: Parlour, enter: Enter) -> None:
    ann, bob, _ = two(enter, parlour)
    chat = bob.page.get_by_role("heading", name="Chat")
    expect(bob.page.locator(".board-room")).to_be_visible()
    expect(chat).not_to_be_in_viewport()
    expect(bob.page.locator(".chat")).to_have_attribute("data-seen", "false")  # it was in view before the board came
    ann.page.get_by_text("Say something").first.click()
    with bob.told("Ann: Good luck!"):
        ann.button("Good luck!").click()
    expect(ann.page.locator(".toast")).to_have_count(0)
    expect(chat).to_contain_text("1 new")
    chat.scroll_into_view_if_needed()
    expect(chat).to_have_text("Chat")


def test_a_person_who_watches_sees_the_table_and_no_hands(parlour: Parlour, enter: Enter) -> None:
    ann, bob, way = two(enter, parlour, "meow")
    cleo = enter(parlour, "Cleo")
    cleo.go(way)
    cleo.sees("Ann, Bob and")
    cleo.button("Just watch").click()
    cleo.page.get_by_role("list", name="Who plays").wait_for()
    bob.page.locator(".hand button").first.wait_for()
    dealt = cards(ann) | cards(bob)
    play_on([ann, bob], until=lambda: len(cleo.updates) > 10)
    settle([ann, bob, cleo])
    assert cleo.updates[-1]["seat"] is None
    assert cleo.page.locator("button[data-action], .hand").count() == 0
    hidden = cards(ann) | cards(bob)
    known = cleo.page.content()
    assert {card for card in dealt if re.search(rf"\b{card}\b", known)} == dealt - hidden
    assert [update["view"]["hand"] for update in cleo.updates if update["view"]["hand"]] == []


def test_a_person_who_watches_goes_on_watching_after_a_reload(parlour: Parlour, enter: Enter) -> None:
    _, _, way = two(enter, parlour)
    cleo = enter(parlour, "Cleo")
    cleo.go(way)
    cleo.button("Just watch").click()
    cleo.page.get_by_role("list", name="Who plays").wait_for()
    cleo.page.reload()
    expect(cleo.page.get_by_role("list", name="Who plays")).to_be_visible()
    cleo.context.clear_cookies()  # nobody knows Cleo any more
    cleo.page.reload()
    expect(cleo.button("Just watch")).to_be_visible()
    cleo.button("Just watch").click()
    expect(cleo.page.get_by_role("list", name="Who plays")).to_be_visible()


def test_a_bot_plays_for_absent_people(parlour: Parlour, enter: Enter) -> None:
    ann, bob = enter(parlour, "Ann"), enter(parlour, "Bob")
    way = ann.make_table("yatzy", [*TWO, {"kind": "open"}], options={"first": "1"})
    ann.go(way)
    bob.join(way)
    row = ann.page.get_by_role("listitem").filter(has_text="Bob")
    expect(row).to_contain_text("here and ready")
    expect(ann.button("A bot instead")).to_have_count(1)
    bob.go("/")
    expect(row).to_contain_text("not here yet")
    row.get_by_role("button", name="A bot instead").click()
    expect(row).to_contain_text("a bot stands in")
    ann.button("A bot instead").click()
    ann.await_turn()


def cards(person: Person) -> set[str]:
    """The names of the cards in somebody's hand."""
    return {name.strip() for name in person.page.locator(".hand button .unseen").all_inner_texts()}


def test_a_broken_connection_is_shown_and_comes_back(own_parlour: Parlour, enter: Enter) -> None:
    ann, _, _ = two(enter, own_parlour)
    own_parlour.stop()
    ann.sees("Connection lost. Reconnecting…")
    with ann.told("Connection lost."):
        ann.act("roll")
    own_parlour.start()
    expect(ann.page.locator(".banner")).to_have_count(0)
    ann.act(ann.await_turn()[0])
    ann.page.locator('button[data-action^="score"]').first.wait_for(state="attached")


def test_a_lost_network_is_shown_at_once(parlour: Parlour, enter: Enter) -> None:
    ann, bob, _ = two(enter, parlour)
    for person in (ann, bob):
        person.context.set_offline(True)
        expect(person.page.locator(".banner")).to_contain_text("Connection lost.", timeout=AT_ONCE)
        person.context.set_offline(False)
        expect(person.page.locator(".banner")).to_have_count(0)
    ann.act(ann.await_turn()[0])
    ann.page.locator('button[data-action^="score"]').first.wait_for(state="attached")


def test_on_one_device_a_hand_stays_behind_the_curtain_until_its_owner_raises_it(
    parlour: Parlour, enter: Enter
) -> None:
    ann = enter(parlour, "Ann")
    seats = [{"kind": "person"}, {"kind": "person", "name": "Bea"}, {"kind": "bot", "level": "uniform"}]
    ann.go(ann.make_table("meow", seats, options={"first": "1"}))
    for name, other in (("Ann", "Bea"), ("Bea", "Ann")):
        raises = ann.button(f"I am {name}: raise the curtain")
        play_on([ann], until=raises.is_visible)
        ann.page.reload()  # nobody knows who holds the device then
        expect(raises).to_be_visible()
        assert ann.page.locator("[data-action], #board, [role=log]").count() == 0
        assert other not in ann.page.locator("main").inner_html()
        raises.click()
        ann.await_turn()


def test_a_person_who_raises_the_curtain_finds_the_tools_once(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann")
    seats = [{"kind": "person"}, {"kind": "person", "name": "Bea"}]
    ann.go(ann.make_table("meow", seats, options={"first": "1"}))
    for name in ("Ann", "Bea"):
        raises = ann.button(f"I am {name}: raise the curtain")
        play_on([ann], until=raises.is_visible)
        expect(ann.page.locator("#tools button")).to_have_count(0)  # what the one before could ask is gone with them
        raises.click()
        ann.await_turn()
        expect(ann.button("Hint")).to_have_count(1)
