"""Without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Enter
from .parlour import Parlour

pytestmark = pytest.mark.slow


def test_a_pad_that_was_opened_once_opens_without_a_network(own_parlour: Parlour, enter: Enter) -> None:
    ann = enter(own_parlour, "Ann", service_workers="allow")
    ann.go("/pads/yatzy")
    title = ann.page.get_by_role("heading", level=1)
    expect(title).to_have_text("Score pad: Ed, the Cat's Yatzy")
    ann.page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    own_parlour.stop()
    ann.context.set_offline(True)
    ann.page.reload()
    expect(title).to_have_text("Score pad: Ed, the Cat's Yatzy")
    ann.go("/pads/meow")
    expect(title).to_contain_text("Score pad: ")
    own_parlour.start()
