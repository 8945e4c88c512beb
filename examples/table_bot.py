"""A bot that takes a seat at a table: python examples/table_bot.py LINK [NAME]

LINK is what the host shares: http://localhost:8765/t/ID#k=KEY. The bot plays the first thing that is legal; put your
own idea into `choose`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any
from urllib.parse import urlsplit

import aiohttp


def choose(update: dict[str, Any]) -> str:
    """One of `update["legal"]`, judged on `update["view"]`."""
    legal: list[str] = update["legal"]
    return next((action for action in legal if action != "back"), legal[0])


async def play(link: str, name: str) -> None:
    parts = urlsplit(link)
    address = f"{parts.scheme}://{parts.netloc}/api/tables/{parts.path.removeprefix('/t/')}"
    async with aiohttp.ClientSession() as session:
        wanted = {"name": name, "key": parts.fragment.removeprefix("k="), "token": True}
        async with session.post(f"{address}/join", json=wanted) as answer:
            joined = await answer.json()
        if "code" in joined:
            raise SystemExit(joined["words"])
        headers = {"Authorization": f"Bearer {joined['token']}"}
        async with session.ws_connect(f"{address}/socket", headers=headers) as socket:
            await socket.send_json({"type": "ready", "contribution": name})
            await answer_turns(socket)


async def answer_turns(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for message in socket:
        update = json.loads(message.data)
        if update["type"] == "refused":
            print(update["words"])
        if update["type"] != "update":
            continue
        if update["over"]:
            print("scores:", update["scores"])
            return
        if update["legal"]:
            act = {"type": "act", "seat": update["seat"], "version": update["version"], "action": choose(update)}
            await socket.send_json(act)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    asyncio.run(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Example bot"))
