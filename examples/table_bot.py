"""A bot that takes a seat at a table: python examples/table_bot.py LINK [NAME] [--bot BOT]

LINK is what the host shares: http://localhost:8765/t/ID#k=KEY. BOT is a bot as `purrlor arena` takes it: a level of the
game, ./my_bot.py:Careful, or 'cmd:node my_bot.js'. Without it the bot plays the first thing that is legal.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import secrets
from random import Random
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from purrlor.core.options import with_options
from purrlor.kit import games
from purrlor.kit.plain_view import view_from_plain
from purrlor.lab.players import player

USAGE = (
    "python examples/table_bot.py LINK [NAME] [--bot BOT]; "
    "LINK is what the host shares, such as http://localhost:8765/t/ID#k=KEY"
)


class First:
    """Plays the first thing that is legal: put your own idea here, or into a class that --bot names."""

    def choose(self, message: dict[str, Any]) -> tuple[str, int]:
        """An action and a delay in milliseconds, judged on `message["view"]`."""
        legal: list[str] = message["legal"]
        return next((action for action in legal if action != "back"), legal[0]), 0


class Hosted:
    """Lets a bot of Purrlor's own kind play: it gets the view of its seat and the legal actions."""

    def __init__(self, who: str, table: dict[str, Any], seat: int) -> None:
        self.game: Any = with_options(games()[table["game"]], table["options"])
        self.bot = player(who, self.game).sit(seat, 1)
        self.random = Random()

    def choose(self, message: dict[str, Any]) -> tuple[str, int]:
        view = view_from_plain(message["view"], self.game)
        legal = [self.game.parse_action(text) for text in message["legal"]]
        choice = self.bot.choose(view, legal, self.random)
        return str(choice.action), choice.delay


async def play(link: str, name: str, who: str | None) -> None:
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
            await Sitting(socket, who, joined.get("seat") or 0).play()


class Sitting:
    """One seat at one table."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, who: str | None, seat: int) -> None:
        self.socket, self.who, self.seat = socket, who, seat
        self.bot: First | Hosted | None = First() if who is None else None
        self.last: dict[str, Any] = {}
        self.contribution = secrets.token_hex(16)
        """To fate: its hash is pledged first, and it is revealed when everybody has pledged."""

    async def play(self) -> None:
        pledge = hashlib.sha256(f"purrlor/share/{self.contribution}".encode()).hexdigest()
        await self.send({"type": "ready", "pledge": pledge})
        async for message in self.socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            if await self.hear(json.loads(message.data)):
                return
        raise SystemExit("the server has closed the connection")

    async def send(self, message: dict[str, Any]) -> None:
        self.last = message
        await self.socket.send_json(message)

    async def hear(self, message: dict[str, Any]) -> bool:
        """Whether the match is over."""
        match message["type"]:
            case "table":
                if self.bot is None and self.who is not None:
                    self.bot = Hosted(self.who, message, self.seat)
                if message["revealing"]:
                    await self.send({"type": "reveal", "contribution": self.contribution})
            case "refused":
                await self.heed(message)
            case "update" if message["over"]:
                print("scores:", message["scores"])
                return True
            case "update" if message["legal"] and not isinstance(self.bot, First):
                await self.send({"type": "view", "seat": message["seat"]})
            case "update" | "view" if message["legal"] and self.bot is not None:
                action, delay = self.bot.choose(message)
                await asyncio.sleep(delay / 1000)
                seat, version = message["seat"], message["version"]
                await self.send({"type": "act", "seat": seat, "version": version, "action": action})
            case _:
                pass
        return False

    async def heed(self, refusal: dict[str, Any]) -> None:
        """What came too fast is sent again. `acted_already`: an update was on its way while we acted: all is well."""
        if refusal["code"] == "too_much":
            await asyncio.sleep(1)
            await self.send(self.last)
        elif refusal["code"] != "acted_already":
            print(refusal["words"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a seat at a table.", usage=USAGE)
    parser.add_argument("link", nargs="?", default="")
    parser.add_argument("name", nargs="?", default="Example bot")
    parser.add_argument("--bot", metavar="BOT", help="a level, FILE.py:Class, package.module:Class or 'cmd:COMMAND'")
    args = parser.parse_args()
    if "/t/" not in args.link:
        raise SystemExit(USAGE)
    try:
        asyncio.run(play(args.link, args.name, args.bot))
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise SystemExit(f"the table cannot be reached: {error}") from None


if __name__ == "__main__":
    main()
