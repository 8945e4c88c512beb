"""One's own history in a real browser: figures, plots, all matches; then everything is deleted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from purrlor.core import Record, commitment, secret_from_text
from purrlor.core.options import with_options
from purrlor.kit import kit
from purrlor.lab.playout import play_out

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import THINKING

pytestmark = pytest.mark.slow


def played_elsewhere(number: int) -> str:
    """A match of Yatzy against a bot, as a record that a parlour keeps."""
    rules: Any = with_options(kit("yatzy").rules, {"seats": "2"})
    bots = [kit("yatzy").level(level).make(rules) for level in ("tabby", "kitten")]
    match = play_out(rules, bots, f"history {number}")
    secret = secret_from_text(f"history {number}")
    record = Record(
        rules, ("Ann", "Kitten"), tuple(match.log), commitment(secret), seed=secret, without_contributions=True,
        bots=("", "kitten"),
    )  # fmt: skip
    return str(record)


def test_history_with_plots_and_then_nothing(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH, color_scheme="dark", accept_downloads=True)
    ann.go("/history")
    expect(ann.page.get_by_text("Nothing yet.")).to_be_visible()
    for number in range(3):
        kept = ann.ask("POST", "/api/records", played_elsewhere(number))
        assert "id" in kept, kept
    ann.go("/history")
    expect(ann.page.locator("svg[role=img] circle")).to_have_count(3, timeout=THINKING)
    expect(ann.page.get_by_role("heading", name="Your most expensive habits")).to_be_visible()
    ann.page.get_by_text("All matches").click()
    expect(ann.page.locator("tbody tr")).to_have_count(3)
    assert ann.violations() == []
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Export my data").click()
    assert download.value.suggested_filename == "purrlor.json"
    desk = enter(parlour, "Ann", storage_state=ann.context.storage_state(), color_scheme="light")
    desk.go("/history")
    expect(desk.page.locator("svg[role=img] circle")).to_have_count(3)
    assert desk.violations() == []
    desk.button("Delete everything").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    desk.sees("Everything is deleted.")
    desk.go("/history")
    expect(desk.page.get_by_text("Nothing yet.")).to_be_visible()
