"""The spoken language when several answers are made at the same time."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from purrlor.kit.speech import language, speaking


def test_a_thread_does_not_speak_the_language_of_another_one() -> None:
    with ThreadPoolExecutor(1) as thread, speaking("de"):
        assert thread.submit(language).result() == "en"
        assert language() == "de"


def test_work_in_a_thread_keeps_the_language_of_its_task() -> None:
    async def answer(code: str, other: asyncio.Barrier) -> str:
        with speaking(code):
            await other.wait()
            return await asyncio.to_thread(language)

    async def go() -> list[str]:
        both = asyncio.Barrier(2)
        return list(await asyncio.gather(answer("de", both), answer("fr", both)))

    assert asyncio.run(go()) == ["de", "fr"]


def test_the_former_language_is_spoken_again_after_a_block() -> None:
    with speaking("de"):
        with speaking("pl"):
            assert language() == "pl"
        assert language() == "de"
    assert language() == "en"
