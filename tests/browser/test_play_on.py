"""A match that is played on from the middle of another one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import ROOT, Parlour
from .person import THINKING

pytestmark = pytest.mark.slow


def test_replay_is_played_on_with_the_same_hand_and_new_ones_for_the_others(enter: Enter, parlour: Parlour) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    record = (ROOT / "tests" / "golden" / "meow.purr").read_text(encoding="utf-8")
    headers = {"Origin": ann.url, "Content-Type": "text/plain"}
    ann.go("/")
    kept = ann.context.request.fetch(ann.url + "/api/records", method="POST", data=record, headers=headers).json()
    ann.go(f"/replay/{kept['id']}#12")
    ann.button("Play on from here").click()
    dialog = ann.page.locator("dialog[open]")
    dialog.get_by_label("Deal the hidden cards again").check()
    dialog.get_by_role("button", name="Play", exact=True).click()
    ann.page.wait_for_url("**/t/**", timeout=THINKING)
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    ann.await_turn()
    origin = ann.ask("GET", f"/api/tables/{ann.table}")["origin"]
    assert origin.split()[1:] == ["12", "redealt", "1"]
