"""A match that is played on from the middle of another one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from purrlor.core import Record
from purrlor.kit import games

from .conftest import DESKTOP, TOUCH, Enter
from .device import go_offline, open_record, save_record
from .parlour import ROOT, Parlour
from .person import THINKING, Person
from .players import play_on

pytestmark = pytest.mark.slow
GOLDEN = ROOT / "tests" / "golden"
PICTURES = os.environ.get("PURRLOR_PICTURES", "")


def keep(person: Person, golden: str) -> str:
    """Upload a golden record; the id of its finished table."""
    record = (GOLDEN / f"{golden}.purr").read_text(encoding="utf-8")
    headers = {"Origin": person.url, "Content-Type": "text/plain"}
    person.go("/")
    kept = person.context.request.fetch(person.url + "/api/records", method="POST", data=record, headers=headers)
    return str(kept.json()["id"])


def picture(person: Person, name: str) -> None:
    """For a look at it, if a folder is named."""
    if PICTURES:
        person.page.screenshot(path=Path(PICTURES) / f"position-{name}.png", full_page=True)


def test_replay_is_played_on_with_the_same_hand_and_new_ones_for_the_others(enter: Enter, parlour: Parlour) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go(f"/replay/{keep(ann, 'meow')}#12")
    ann.button("Play on from here").click()
    dialog = ann.page.locator("dialog[open]")
    dialog.get_by_label("Deal the hidden cards again").check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    ann.page.wait_for_url("**/t/**", timeout=THINKING)
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    ann.await_turn()
    origin = ann.ask("GET", f"/api/tables/{ann.table}")["origin"]
    assert origin.split()[1:] == ["12", "redealt", "1"]


@pytest.mark.timeout(900)
def test_replay_is_played_on_without_a_network(enter: Enter, own_parlour: Parlour) -> None:
    ann = enter(own_parlour, "Ann", service_workers="allow", **TOUCH)
    go_offline(ann, own_parlour)
    ann.page.reload()
    open_record(ann, "yatzy", 216)
    ann.button("Play on from here").click()
    ann.page.locator("dialog[open]").get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    play_on([ann])
    record = save_record(ann)
    record.check_origin(Record.parse((GOLDEN / "yatzy.purr").read_text(encoding="utf-8"), games()))
    assert record.taken == 216
    own_parlour.start()


def test_two_people_play_on_at_one_device(enter: Enter, parlour: Parlour) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go(f"/replay/{keep(ann, 'meow')}#12")
    ann.button("Play on from here").click()
    dialog = ann.page.locator("dialog[open]")
    dialog.get_by_label("Who plays for Cat?").select_option("here")
    dialog.get_by_role("button", name="Play", exact=True).click()
    raised = ann.page.get_by_role("button", name="raise the curtain")
    for name in (None, "Cat"):
        expect(raised).to_be_visible(timeout=THINKING)
        assert name is None or name in raised.inner_text()
        raised.click()
        ann.act(ann.await_turn()[0])


def test_everybody_plays_a_shared_position_and_compares(enter: Enter, parlour: Parlour) -> None:
    ann, ben = enter(parlour, "Ann", viewport=DESKTOP), enter(parlour, "Ben", **TOUCH)
    ann.go(f"/replay/{keep(ann, 'yatzy')}#216")
    ann.button("Play on from here").click()
    dialog = ann.page.locator("dialog[open]")
    dialog.get_by_label("Share it as a link").check()
    dialog.get_by_label("What is the position called?").fill("The last box")
    picture(ann, "share")
    assert ann.violations() == []
    dialog.get_by_role("button", name="Get the link").click()
    link = ann.page.get_by_label("The link of this position").input_value()

    ben.go("/join")
    ben.page.get_by_label("Code").fill(ann.page.locator(".letters").inner_text())
    ben.button("Enter").tap()
    ben.page.wait_for_url(link.partition("&")[0])
    ben.page.goto(link)
    ben.page.get_by_label("What shall the others call you?").fill("Ben")
    picture(ben, "join")
    assert ben.violations() == []
    ben.button("Play this position").tap()
    ben.page.wait_for_url("**/t/**", timeout=THINKING)
    play_on([ben])
    ben.page.get_by_role("link", name="Compare the results").tap()
    expect(ben.page.get_by_role("row").filter(has_text="Ben")).to_be_visible(timeout=THINKING)
    picture(ben, "results")
    expect(ann.page.get_by_role("row").filter(has_text="Ben")).to_be_visible(timeout=THINKING)
    ann.button("Close the position").click()
    ann.page.locator("dialog[open]").get_by_role("button", name="Close the position").click()
    expect(ann.page.get_by_role("link", name="Replay of Ben")).to_be_visible(timeout=THINKING)
    picture(ann, "closed")
    assert ann.violations() == []


def test_review_shows_what_moves_would_have_brought(enter: Enter, parlour: Parlour) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    ann.go(f"/t/{keep(ann, 'yatzy')}")
    ann.button("How did I play?").tap()
    expect(ann.button("Try the better move").first).to_be_visible(timeout=THINKING)
    ann.button("What would it have brought?").first.tap()
    ann.page.get_by_text("100 of 100 random continuations").wait_for(timeout=THINKING)
    expect(ann.page.get_by_role("region", name="What would it have brought?").get_by_role("row")).to_have_count(3)
    picture(ann, "compared")
    assert ann.violations() == []
    better = ann.page.get_by_role("rowheader").nth(1).inner_text()
    ann.button("Try the better move").first.tap()
    expect(ann.page.get_by_role("dialog", name="Try the better move")).to_contain_text(better)
