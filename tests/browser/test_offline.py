"""Without a network."""

from __future__ import annotations

from typing import Any

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


KEPT = """async (language) => {
  const caught = (await caches.keys()).filter((name) => /^purrlor-[0-9a-f]{12}$/.test(name))
  const lists = await Promise.all(caught.map(async (name) => (await caches.open(name)).keys()))
  return lists.flat().filter(({url}) => new RegExp(`/assets/${language}-[^/]*$`).test(url)).length >= 2
}"""
"""Whether both parts of a language's words are kept."""
FORGET = """async (language) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const {url} of await cache.keys()) if (url.includes(`/assets/${language}-`)) await cache.delete(url)
  }
}"""


def test_english_the_browsers_language_and_the_chosen_one_are_spoken_without_a_network(
    own_parlour: Parlour, enter: Enter
) -> None:
    ann = enter(own_parlour, "Ann", service_workers="allow", locale="de-DE")
    ann.go("/about")
    html = ann.page.locator("html")
    expect(html).to_have_attribute("lang", "de")
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    ann.until(lambda: bool(ann.page.evaluate(KEPT, "de")))
    assert [ann.page.evaluate(KEPT, language) for language in ("en", "de", "pl")] == [True, True, False]
    ann.button("Einstellungen").click()
    ann.page.get_by_label("Sprache").select_option("pl")
    expect(html).to_have_attribute("lang", "pl")
    ann.until(lambda: bool(ann.page.evaluate(KEPT, "pl")))
    own_parlour.stop()
    ann.context.set_offline(True)
    ann.page.reload()
    expect(html).to_have_attribute("lang", "pl")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.page.evaluate(FORGET, "pl")
    session: Any = ann.context.new_cdp_session(ann.page)
    session.send("Network.clearBrowserCache")
    ann.page.reload()
    expect(html).to_have_attribute("lang", "en")
    own_parlour.start()
