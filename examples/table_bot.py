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

USAGE = (
    "LINK is what the host shares, such as http://localhost:8765/t/ID#k=KEY: python examples/table_bot.py LINK [NAME]"
)


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
            await answer_turns(socket, {"type": "ready", "contribution": name})


async def answer_turns(socket: aiohttp.ClientWebSocketResponse, last: dict[str, Any]) -> None:
    """`last` is what was sent last."""
    await socket.send_json(last)
    async for message in socket:
        if message.type is not aiohttp.WSMsgType.TEXT:
            break
        update = json.loads(message.data)
        if update["type"] == "refused":
            await heed(update, last, socket)
        if update["type"] != "update":
            continue
        if update["over"]:
            print("scores:", update["scores"])
            return
        if update["legal"]:
            last = {"type": "act", "seat": update["seat"], "version": update["version"], "action": choose(update)}
            await socket.send_json(last)
    raise SystemExit("the server has closed the connection")


async def heed(refusal: dict[str, Any], last: dict[str, Any], socket: aiohttp.ClientWebSocketResponse) -> None:
    """What came too fast is sent again. `acted_already`: an update was on its way while we acted, and all is well."""
    if refusal["code"] == "too_much":
        await asyncio.sleep(1)
        await socket.send_json(last)
    elif refusal["code"] != "acted_already":
        print(refusal["words"])


if __name__ == "__main__":
    if len(sys.argv) < 2 or "/t/" not in sys.argv[1]:
        raise SystemExit(USAGE)
    try:
        asyncio.run(play(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Example bot"))
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise SystemExit(f"the table cannot be reached: {error}") from None
