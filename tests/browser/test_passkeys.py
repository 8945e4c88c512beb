"""The same person on two devices, by a passkey of Chromium's virtual authenticator."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import TOUCH, Enter
from .parlour import Parlour
from .person import Person

pytestmark = pytest.mark.slow

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def authenticator(person: Person) -> tuple[Any, str]:
    session: Any = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, added["authenticatorId"]


def test_a_passkey_takes_a_person_to_another_device(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", **TOUCH)
    own, theirs = ann.make_table("yatzy", [{"kind": "person"}]), ""
    ann.go("/you")
    session, number = authenticator(ann)
    with ann.told("Got you!"):
        ann.button("Save my profile with a passkey").tap()
    ann.button("Rename Passkey 1").tap()
    ann.page.get_by_label("The passkey’s name").fill("My phone")
    ann.button("Done").tap()
    ann.sees("My phone")
    complaints = ann.violations()
    [passkey] = session.send("WebAuthn.getCredentials", {"authenticatorId": number})["credentials"]

    bob = enter(parlour, "Bob", color_scheme="dark")
    theirs = bob.make_table("yatzy", [{"kind": "person"}])
    bob.go("/you")
    session, number = authenticator(bob)
    with bob.told("No passkey this time"):
        bob.button("I have a passkey").click()
    session.send("WebAuthn.addCredential", {"authenticatorId": number, "credential": passkey})
    bob.button("I have a passkey").click()
    question = bob.page.get_by_role("dialog", name="Come in as Ann?")
    expect(question).to_contain_text("On this device you have been Bob so far. You have 1 table there.")
    complaints += bob.violations()
    with bob.told("There you are again, Ann."):
        question.get_by_role("button", name="Bring everything along").click()
    bob.sees("My phone")
    tables = {each["id"] for each in bob.ask("GET", "/api/tables")}
    assert tables == {way.removeprefix("/t/").partition("#")[0] for way in (own, theirs)}

    bob.button("Remove My phone").click()
    bob.button("Remove it", exact=True).click()
    expect(bob.page.get_by_role("list", name="Your passkeys")).to_have_count(0)
    bob.button("Sign out").click()
    bob.page.evaluate("localStorage.setItem('purrlor-pad-yatzy', '{}')")
    bob.page.locator("dialog[open]").get_by_role("button", name="Sign out").click()
    bob.sees("Bye for now")
    assert bob.ask("GET", "/api/tables") == []
    assert "purrlor-pad-yatzy" not in bob.page.evaluate("Object.keys(localStorage)")
    assert json.loads(bob.page.evaluate("localStorage.getItem('purrlor')"))["name"] == ""
    assert complaints == []


def test_the_page_says_why_there_are_no_passkeys(parlour: Parlour, enter: Enter) -> None:
    ann = enter(parlour, "Ann", url=parlour.url.replace("localhost", "127.0.0.1"))
    ann.go("/you")
    ann.sees("Passkeys need an address with a name")
    ann.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    ann.page.reload()
    ann.sees("Passkeys need an address with https")
    expect(ann.button("I have a passkey")).to_have_count(0)
