"""Two phones in network namespaces of their own, with 200 ms between them and a network that loses packets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from harness import delayed_network
from harness.chromium import ARGUMENTS, FEATURES_OFF, path
from harness.delayed_network import Delay

from .conftest import TOUCH, USUAL
from .parlour import Parlour, quiet_port
from .person import THINKING, Person
from .phones import exchange_codes, set_table, settle_in, sit, take_turns

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        os.geteuid() != 0 or not delayed_network.available(), reason="network namespaces need root and TUN devices"
    ),
]
SHOW_ADDRESSES = f"--disable-features={','.join([*FEATURES_OFF, 'WebRtcHideLocalIpsWithMdns'])}"
"""Without it Chromium gives its address a name, which is looked up by multicast: a TUN device carries none."""


@pytest.fixture
def phones(browser: Browser, tmp_path: Path) -> Iterator[list[Person]]:
    """Ann and Bob, each on a machine of their own that has loaded the games from the same address."""
    port = quiet_port()
    settings: dict[str, Any] = {**USUAL, **TOUCH, "service_workers": "allow"}
    with ExitStack() as stack:
        people: list[Person] = []
        within = stack.enter_context(delayed_network.namespaces(Delay(trip=200, jitter=20, loss=0.02)))
        for name, prefix in zip(("Ann", "Bob"), within, strict=True):
            folder = tmp_path / name
            folder.mkdir()
            parlour = Parlour(folder, port, within=prefix)
            parlour.start()
            stack.callback(parlour.stop)
            program = folder / "chromium"
            program.write_text(f'#!/bin/sh\nexec {" ".join(prefix)} {path()} "$@"\n')
            program.chmod(0o755)
            alone = browser.browser_type.launch(executable_path=program, args=[*ARGUMENTS[:-1], SHOW_ADDRESSES])
            stack.callback(alone.close)
            people.append(Person(alone.new_context(**settings), parlour.url, name))
        yield people


def test_two_phones_play_and_come_back_over_a_slow_network_that_loses_packets(phones: list[Person]) -> None:
    ann, bob = phones
    set_table(ann, "yatzy", 2)
    settle_in(bob)
    exchange_codes(ann, bob)
    sit(bob)
    expect(bob.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns(phones)
    bob.page.reload()
    expect(bob.page.locator("#board")).to_be_attached(timeout=THINKING)
    take_turns(phones)
