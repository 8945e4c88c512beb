"""A parlour of static files: whole matches, and a new version while a match is open."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .device import CHOOSING, TITLES, begin, begin_short_race, check_luck, look_back, move_in, save_record
from .person import THINKING
from .players import play_on, sensible
from .site import Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("site"))
    site.build()
    return site


@pytest.fixture
def site(built: Site) -> Iterator[Site]:
    built.start()
    yield built
    built.stop()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game == "meow" else pytest.mark.nightly) for game in TITLES]
)
def test_static_files_under_any_path_are_a_whole_instance_without_a_network(
    site: Site, enter: Enter, game: str
) -> None:
    ann = enter(None, "Ann", url=site.url, service_workers="allow", **TOUCH)
    asked: list[str] = []
    ann.context.on("request", lambda request: asked.append(request.url))
    ann.go("/")
    move_in(ann)
    site.stop()
    ann.context.set_offline(True)
    (begin_short_race if game == "addi-cats" else begin)(ann, game)
    choose, moves = CHOOSING.get(game, sensible), iter(range(10**6))
    play_on([ann], choose=choose, until=lambda: next(moves) > 6)
    ann.page.reload()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)
    assert play_on([ann], choose=choose) > 5
    look_back(ann)
    check_luck(ann)
    assert save_record(ann).check_fate() > 0
    assert [address for address in asked if not address.startswith((site.url[:-1], "blob:"))] == []


def test_static_files_offer_nothing_that_needs_a_server(site: Site, enter: Enter) -> None:
    ann = enter(None, "Ann", url=site.url, **TOUCH)
    ann.go("/about")
    ann.sees("Your name and your matches stay in this browser, and no server sees them.")
    served = ("today", "clubs", "history", "you", "transfer")
    for page in served:
        ann.go(f"/{page}")
        expect(ann.page.get_by_role("heading", level=1)).to_have_text("There is only a box here")
    ann.go("/")
    expect(ann.button("Download")).to_be_visible()
    ann.button("Settings").click()
    for page in served:
        expect(ann.page.locator(f"a[href^='#/{page}']")).to_have_count(0)


def test_a_person_who_plays_before_the_download_is_offered_it_and_then_plays(site: Site, enter: Enter) -> None:
    ann = enter(None, "Ann", url=site.url, service_workers="allow", **TOUCH)
    ann.go("/")
    ann.button(f"Play now : {TITLES['yatzy']}").click()
    ann.page.locator("dialog[open] .button.main").click()
    offer = ann.page.get_by_role("dialog", name="Play offline")
    expect(offer).to_contain_text("Download the games first")
    offer.get_by_role("button", name="Download").click()
    expect(ann.page.locator("#board")).to_be_attached(timeout=THINKING)


UPDATED = """() => navigator.serviceWorker.getRegistration().then(async (registration) => {
  await registration.update()
  const { installing, waiting, active } = registration
  return !installing && !waiting && active.state === 'activated' && await caches.has('purrlor-a9a1a9a1a9a1')
})"""
"""Whether the service worker of the new version is there."""
KEPT = """async () => {
  const kept = await (await caches.open('purrlor-device')).keys()
  return kept.map(({url}) => url).filter((url) => url.endsWith('/bundle.json')).map((url) => url.split('/').at(-2))
}"""
"""The versions of Python and our modules that are kept whole."""


@pytest.fixture
def own_site(tmp_path: Path, built: Site) -> Iterator[Site]:
    """For tests that change the files."""
    site = Site(tmp_path)
    shutil.copytree(built.folder, site.folder)  # with the files' times
    site.start()
    yield site
    site.stop()


def test_a_new_version_does_not_break_an_open_match(own_site: Site, enter: Enter) -> None:
    ann = enter(None, "Ann", url=own_site.url, service_workers="allow")
    ann.go("/")
    move_in(ann)
    begin(ann, "yatzy")
    moves = iter(range(10**6))
    play_on([ann], until=lambda: next(moves) > 4)
    published = own_site.publish_again()
    ann.until(lambda: bool(ann.page.evaluate(UPDATED)))
    play_on([ann])
    ann.page.get_by_role("link", name="Replay").click()  # a part of the page that only the old version has
    expect(ann.page.get_by_role("heading", name="Looking back: ")).to_be_visible()
    ann.page.reload()
    ann.until(lambda: published in ann.page.evaluate(KEPT))
    own_site.stop()
    ann.context.set_offline(True)
    ann.go("/")
    ann.page.reload()
    assert "/again-" in str(ann.page.locator("script[type=module]").get_attribute("src"))
    begin(ann, "meow")
    ann.await_turn()
    ann.until(lambda: ann.page.evaluate(KEPT) == [published])
