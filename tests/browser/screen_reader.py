"""A person who plays by ear, with only what Chromium tells a screen reader, and the keyboard."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .person import PATIENCE, Person

KEYS = {"hand": "i", "table": "t", "moves": "a", "lead": "w", "scores": "s"}
TRANSCRIPTS = os.environ.get("PURRLOR_TRANSCRIPTS", "")
OVER = "The match is over."
WAITING = "We are waiting for"
T = TypeVar("T")


@dataclass(frozen=True)
class Thing:
    """A node of the accessibility tree."""

    role: str
    name: str
    node: int
    properties: dict[str, Any]


class Listener:
    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.line: Any = person.context.new_cdp_session(person.page)
        self.transcript: list[str] = []
        """What was asked, heard and pressed."""

    def arrive(self, way: str) -> None:
        """Go to a table, and wait until it can answer questions."""
        self.person.go(way)
        self.until(lambda: any(node.get("name", {}).get("value") == "Ask the table" for node in self.nodes()))

    def nodes(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.line.send("Accessibility.getFullAXTree")["nodes"]
        return found

    def things(self, role: str) -> Iterator[Thing]:
        for node in self.nodes():
            if not node["ignored"] and node["role"]["value"] == role and "backendDOMNodeId" in node:
                properties = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
                yield Thing(role, node.get("name", {}).get("value", ""), node["backendDOMNodeId"], properties)

    def until(self, find: Callable[[], T]) -> T:
        ends = time.monotonic() + PATIENCE / 1000
        while not (found := find()):
            assert time.monotonic() < ends, self.transcript[-12:]
            self.page.wait_for_timeout(30)
        return found

    def press(self, name: str, role: str = "button") -> None:
        """Activate the thing of that name as a screen reader does; the name is a regular expression for all of it."""

        def find() -> list[Thing]:
            fitting = [each for each in self.things(role) if re.fullmatch(name, each.name)]
            return [each for each in fitting if not each.properties.get("disabled")]

        thing = self.until(find)[-1]
        self.transcript.append(f"> {thing.name}")
        handle = self.line.send("DOM.resolveNode", {"backendNodeId": thing.node})["object"]["objectId"]
        function = {"functionDeclaration": "function () { this.click() }", "objectId": handle}
        self.line.send("Runtime.callFunctionOn", function)

    def told(self) -> list[tuple[int, str]]:
        """Return the lines of the live regions, each with the node that holds it."""
        nodes = {node["nodeId"]: node for node in self.nodes()}
        found: list[tuple[int, str]] = []

        def visit(node: dict[str, Any]) -> None:
            if node["role"]["value"] == "StaticText":
                found.append((node["backendDOMNodeId"], node["name"]["value"]))
            else:
                for child in node.get("childIds", ()):
                    if child in nodes:
                        visit(nodes[child])

        for node in nodes.values():
            if node["role"]["value"] == "status":
                visit(node)
        return found

    def ask(self, question: str) -> Sequence[str]:
        before = {node for node, _ in self.told()}
        self.page.keyboard.press(KEYS[question])

        def news() -> list[str]:
            return [text for node, text in self.told() if node not in before]

        heard = self.until(news)
        self.transcript += [f"? {question}", *heard]
        return heard

    def play(self, move: Callable[[Sequence[str]], str]) -> None:
        """Ask for the possible moves and press what `move` makes of the answer, until the match is over."""
        while (heard := self.ask("moves"))[0] != OVER:
            if not heard[0].startswith(WAITING):
                self.press(move(heard))

    def keep(self, game: str) -> None:
        """Write the transcript for the documentation, if a folder is named."""
        if TRANSCRIPTS:
            text = "".join(f"{line}\n" for line in self.transcript)
            (Path(TRANSCRIPTS) / f"{game}.txt").write_text(text, encoding="utf-8")
