"""Regulars invite each other with one tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter, Played
from .parlour import Parlour

pytestmark = pytest.mark.slow


def test_one_tap_invites_a_regular_to_a_new_table(parlour: Parlour, enter: Enter, played: Played) -> None:
    ann = enter(parlour, "Ann", storage_state=played.ann, color_scheme="dark")
    bob = enter(parlour, "Bob", storage_state=played.bob, **TOUCH)
    ann.go("/you")
    tap = ann.button("Invite Bob to")
    tap.wait_for()
    complaints = ann.violations()
    tap.click()
    expect(ann.page.get_by_role("heading", name="A table of")).to_be_visible()
    bob.go("/")
    bob.sees("Ann invites you to")
    complaints += bob.violations()
    bob.page.get_by_role("link", name="Come along").tap()
    bob.page.get_by_label("What shall the others call you?").fill("Bob")
    bob.button("Take a seat").tap()
    expect(ann.page.locator(".board-room")).to_be_visible()

    ann.go("/you")
    ann.button("Block Bob").click()
    ann.button("Block", exact=True).click()
    ann.sees("People you play with turn up here.")
    assert complaints == []
