"""The tools that an assistant has at a table.

Each call is complete in itself: it carries the key of its seat, and the server of the tools stores nothing between two
calls. So any process may answer the next one, as the specification of 2026-07-28 requires.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from purrlor import __version__
from purrlor.core.options import with_options
from purrlor.core.reason import Refused
from purrlor.kit import games, kit, rules_text
from purrlor.kit.answers import Question
from purrlor.kit.plain_view import view_from_plain
from purrlor.kit.speech import because, speaking
from purrlor.words import ENGLISH, language_for, language_names

from .visit import LONGEST_WAIT, ToolCaller, Visit, VisitRefused, read_seat

INSTRUCTIONS = """Tools to sit at a table of Purrlor, a parlour for cat games, as a player or to watch.

take_seat needs an invitation link and returns the key of your seat; send that key, unchanged, with every other call.
Read the rules once with the tool rules. Then repeat: look (or wait, while others act), choose one of the legal actions,
play it. When the match is over, review says what each decision cost. You are shown what your seat may know, and nothing
of other hands."""
LATEST = 12
"""The number of latest events whose notes are shown, unless the assistant says from which event on."""
COSTLIEST = 8
"""The number of decisions per seat that a review shows."""
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)
CallerOf = Callable[[Context[Any, Any]], ToolCaller]
"""Returns the client that makes the requests of one call: on a server they count for the caller's address."""
Here = Context[Any, Any]
T = TypeVar("T")


def assistant_server(caller: CallerOf) -> MCPServer[Any]:
    """Return the server of all tools."""
    server: MCPServer[Any] = MCPServer(
        "purrlor",
        title="Purrlor",
        version=__version__,
        instructions=INSTRUCTIONS,
        log_level="WARNING",
        subscriptions=False,
    )
    tools = Tools(caller)
    for hints, group in (
        (READS, (tools.rules, tools.look, tools.wait, tools.ask, tools.review)),
        (ACTS, (tools.take_seat, tools.play)),
        (ENDS, (tools.leave,)),
    ):
        for tool in group:
            server.add_tool(tool, annotations=hints)
    return server


class Tools:
    """The tools; their docstrings are what the assistant reads."""

    def __init__(self, caller: CallerOf) -> None:
        self.caller = caller

    async def rules(self, game: str, language: str = ENGLISH) -> str:
        """Return the rules of a game (such as yatzy, meow, addi-cats or house-of-cats) as Markdown."""
        if game not in games():
            raise ToolError(f"There is no game {game!r}; there are: {', '.join(games())}.")
        return rules_text(game, spoken(language))

    async def take_seat(  # noqa: PLR0917 (tools are called by name)
        self,
        context: Here,
        link: str,
        name: str = "Assistant",
        pass_phrase: str = "",
        watch: bool = False,
        language: str = ENGLISH,
    ) -> dict[str, Any]:
        """Join a table by its invitation link (http://HOST/t/TABLE#k=KEY), to play or with `watch` to look on.

        Returns the key of the seat, which every other tool needs, and the table as it is now.
        """

        async def join() -> dict[str, Any]:
            caller = self.caller(context)
            key = await caller.join(link, name=name, pass_phrase=pass_phrase, watch=watch)
            async with caller.visit(key, spoken(language)) as visit:
                return {"seat_key": str(key), **await shown(visit, language)}

        return await answered(join())

    async def look(
        self, context: Here, seat_key: str, language: str = ENGLISH, since: int | None = None
    ) -> dict[str, Any]:
        """Show the table as this seat sees it: the position in words, legal actions, whose turn it is.

        `since`: tell what happened after this event (`events` of an earlier answer) instead of only the latest.
        """
        return await self._visiting(context, seat_key, language, lambda visit: shown(visit, language, since))

    async def wait(
        self,
        context: Here,
        seat_key: str,
        seconds: float = LONGEST_WAIT,
        language: str = ENGLISH,
        since: int | None = None,
    ) -> dict[str, Any]:
        """Wait until it is this seat's turn or the match is over, at most 25 seconds; then show the table like look."""

        async def see(visit: Visit) -> dict[str, Any]:
            await visit.until_turn(seconds)
            return await shown(visit, language, since)

        return await self._visiting(context, seat_key, language, see)

    async def play(
        self, context: Here, seat_key: str, action: str, seconds: float = 10, language: str = ENGLISH
    ) -> dict[str, Any]:
        """Play one of the legal actions, exactly as `legal` has it; then wait up to `seconds` for the next turn.

        An action that is not possible is refused with the reason and changes nothing.
        """

        async def act(visit: Visit) -> dict[str, Any]:
            if visit.key.seat is None:
                raise VisitRefused("This key is for watching; take_seat without watch gives one to play.")
            if not visit.update:
                raise VisitRefused("The match has not begun.")
            before = visit.update["events"]
            await visit.act(action.strip(), visit.update["version"])
            await visit.until_turn(seconds)
            return await shown(visit, language, before)

        return await self._visiting(context, seat_key, language, act)

    async def ask(self, context: Here, seat_key: str, question: Question, language: str = ENGLISH) -> list[str]:
        """Ask how things stand, in words: hand, table, moves, lead (whose turn it is and who leads) or scores."""
        return await self._visiting(context, seat_key, language, lambda visit: visit.ask(question, spoken(language)))

    async def review(self, context: Here, seat_key: str) -> dict[str, Any]:
        """Review a finished match: for each seat its luck, what its decisions lost, and the costliest of them.

        Ask again while `status` is "working". `loss` is in points; `best` is what would have been better.
        """

        async def judge() -> dict[str, Any]:
            caller = self.caller(context)
            return reviewed(await caller.get(read_seat(seat_key, caller.only), "/review"))

        return await answered(judge())

    async def leave(self, context: Here, seat_key: str) -> str:
        """Give the seat up for good. During a match a bot plays on to the end, and the seat cannot be taken back."""

        async def go() -> str:
            caller = self.caller(context)
            outcome: str = (await caller.post(read_seat(seat_key, caller.only), "/leave"))["outcome"]
            return outcome

        return await answered(go())

    async def _visiting(self, context: Here, seat_key: str, language: str, do: Callable[[Visit], Awaitable[T]]) -> T:
        async def go() -> T:
            caller = self.caller(context)
            async with caller.visit(read_seat(seat_key, caller.only), spoken(language)) as visit:
                return await do(visit)

        return await answered(go())


async def answered(work: Awaitable[T]) -> T:
    """Return the result; what is refused becomes an answer that the assistant reads."""
    try:
        return await work
    except VisitRefused as error:
        raise ToolError(str(error)) from None
    except Refused as error:
        raise ToolError(because(error)) from None


def spoken(language: str) -> str:
    found = language_for(language)
    if found is None:
        raise ToolError(f"There are no words for this language; there are: {', '.join(language_names())}.")
    return found


async def shown(visit: Visit, language: str, since: int | None = None) -> dict[str, Any]:
    """Return the table as the seat sees it."""
    table, update = visit.table, visit.update
    found: dict[str, Any] = {
        "game": table["game"],
        "options": table["options"],
        "status": table["status"],
        "your_seat": visit.key.seat,
        "seats": [{key: seat[key] for key in ("name", "kind", "here", "stands_in")} for seat in table["seats"]],
    }
    if not update:
        return found
    after = update["events"] - LATEST if since is None else since
    found |= {key: update[key] for key in ("version", "events", "awaiting", "legal", "over", "winners")}
    found["notes"] = [note for note in update["notes"] if note["event"] > after]
    if update["over"]:
        found["scores"] = update["scores"]
    names = [seat["name"] for seat in table["seats"]]
    if visit.key.seat is not None and not update["over"] and table["game"] in games():
        found["words"] = in_words(table, await visit.view(), names, spoken(language))
    else:
        found["words"] = await visit.ask("scores" if update["over"] else "table", spoken(language))
    return found


def in_words(table: dict[str, Any], seen: dict[str, Any], names: Sequence[str], language: str) -> list[str]:
    """Return the position in words, as the terminal prints it without a drawing."""
    game = with_options(games()[table["game"]], table["options"])
    view = view_from_plain(seen["view"], game)
    with speaking(language):
        return list(kit(game.name).face().plain(view, [game.parse_action(each) for each in seen["legal"]], names))


def reviewed(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a review without what only a page draws."""
    review: dict[str, Any] = answer["review"] or {}
    accounts: list[dict[str, Any]] = [
        {
            **{key: account[key] for key in ("seat", "start", "luck", "lost", "reached", "luck_rank", "choices")},
            "decisions": [
                {key: each[key] for key in ("event", "situation", "action", "best", "loss", "error")}
                for each in account["decisions"][:COSTLIEST]
            ],
        }
        for account in review.get("accounts", [])
    ]
    found: dict[str, Any] = {"status": answer["status"], "progress": answer["progress"], "accounts": accounts}
    return found | ({"looks_back": review["looks_back"]} if review.get("looks_back") else {})
