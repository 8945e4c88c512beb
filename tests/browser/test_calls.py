"""Turn notifications in the page and in its service worker."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Enter
from .parlour import Parlour

pytestmark = pytest.mark.slow

PUSH_SERVICE = """
  let kept = null;
  const subscription = async () => {
    const pair = await crypto.subtle.generateKey({name: 'ECDH', namedCurve: 'P-256'}, true, ['deriveBits']);
    const keys = {p256dh: await crypto.subtle.exportKey('raw', pair.publicKey), auth: new Uint8Array(16).buffer};
    const unsubscribe = async () => { kept = null; return true };
    return {endpoint: 'https://push.example/ann', getKey: (name) => keys[name], unsubscribe};
  };
  PushManager.prototype.subscribe = async (wish) => {
    if (!wish.userVisibleOnly || wish.applicationServerKey.length !== 65) throw new TypeError('no key');
    return (kept = await subscription());
  };
  PushManager.prototype.getSubscription = async () => kept;
"""
"""No push service can be reached in a test: this one answers in the page."""
SHOWN = """async () => (await self.registration.getNotifications()).map(({title, body, tag}) => ({title, body, tag}))"""


def test_leaving_the_device_ends_its_subscription(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", viewport=PHONE, service_workers="allow", permissions=["notifications"])
    ann.page.add_init_script(PUSH_SERVICE)
    ann.go("/")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ann.go(ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}], clock="day"))
    ann.button("Notify me").click()
    ann.sees("You will be notified on this device.")
    assert [row["endpoint"] for row in ann.ask("GET", "/api/history/export")["about"]["subscriptions"]] == [
        "https://push.example/ann"
    ]
    stopped: list[str] = []
    ann.page.on("request", lambda each: stopped.append(each.method) if each.url.endswith("/api/push/stop") else None)
    ann.page.evaluate("() => { history.pushState({}, '', '/you'); dispatchEvent(new PopStateEvent('popstate')) }")
    ann.button("Sign out").click()
    ann.page.locator("dialog[open]").get_by_role("button", name="Sign out").click()
    ann.sees("Bye for now")
    assert stopped == ["POST"]


def test_a_player_is_called_while_no_page_is_in_view(parlour: Parlour, enter: Enter) -> None:
    settings: Any = {"viewport": PHONE, "service_workers": "allow", "permissions": ["notifications"]}
    ann = enter(parlour, "Ann", **settings)
    ann.page.add_init_script(PUSH_SERVICE)
    ann.go("/")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    way = ann.make_table("yatzy", [{"kind": "person"}, {"kind": "open"}], clock="day")
    ann.go(way)
    ann.button("Notify me").click()
    ann.sees("You will be notified on this device.")
    assert ann.violations() == []
    ann.button("Stop notifications").click()
    ann.sees("Shall we notify you when it is your turn?")
    wish = {"name": "Friday", "format": "duplicate", "game": "yatzy", "seats": 1, "rounds": 1, "host": "Ann"}
    ann.go(f"/evenings/{ann.ask('POST', '/api/evenings', wish)['id']}")
    ann.sees("Shall we notify you when a round begins?")
    assert ann.violations() == []

    session: Any = ann.context.new_cdp_session(ann.page)
    registrations: list[str] = []

    def keep(event: dict[str, Any]) -> None:
        registrations.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", keep)
    session.send("ServiceWorker.enable")
    ann.until(lambda: bool(registrations))
    message = {"title": "Purrlor", "body": "It is your turn.", "tag": "turn-x", "path": way.partition("#")[0]}

    def deliver(tag: str) -> None:
        data = json.dumps({**message, "tag": tag})
        wanted = {"origin": ann.url, "registrationId": registrations[0], "data": data}
        session.send("ServiceWorker.deliverPushMessage", wanted)

    ann.until(lambda: len(ann.context.service_workers) == 1)
    [worker] = ann.context.service_workers
    ann.page.evaluate(
        "() => { window.heard = []; "
        "navigator.serviceWorker.addEventListener('message', (event) => window.heard.push(event.data.type)) }"
    )
    deliver("seen")
    ann.page.wait_for_function("() => window.heard.includes('called')")
    assert worker.evaluate(SHOWN) == []
    ann.page.goto("about:blank")
    deliver("unseen")
    ann.until(lambda: bool(worker.evaluate(SHOWN)))
    assert worker.evaluate(SHOWN) == [{"title": "Purrlor", "body": "It is your turn.", "tag": "unseen"}]


def test_title_and_badge_count_waiting_tables(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann")
    ann.page.add_init_script("Navigator.prototype.setAppBadge = async (count) => { window.badge = count }")
    ann.go(ann.make_table("yatzy", [{"kind": "person"}]))
    ann.await_turn()
    ann.go("/")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) Purrlor"))
    ann.page.wait_for_function("() => window.badge === 1")
