"""The rules of a game as blocks for the web client. Markdown is parsed here, so that no visitor loads a parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from purrlor.kit import guide_text, rules_text

from .wire import (
    RulesBlock,
    RulesCode,
    RulesFigure,
    RulesHeading,
    RulesList,
    RulesPage,
    RulesParagraph,
    RulesTable,
    TextKind,
)
from .wire import RulesText as Text

PARSER = MarkdownIt("commonmark").enable("table")
PREFIX = "rules-"
"""Prefix of the ids of headings, so that they differ from all other ids in the web client."""


FIGURE = "figure:"
"""Prefix of the address in Markdown if the web client draws the picture; the picture's name follows."""
HEADING_ID = re.compile(r"\s*\{#([\w-]+)\}$")
"""Matches the explicit id after a heading, which is the same in every language."""


@lru_cache(maxsize=64)
def rules_page(game: str, language: str) -> RulesPage:
    """Return the exact rules of a game."""
    return parsed(rules_text(game, language))


@lru_cache(maxsize=64)
def guide_page(game: str, language: str) -> RulesPage:
    """Return the guide to a game for new players; without blocks if the game has no guide."""
    return parsed(guide_text(game, language))


def parsed(markdown: str) -> RulesPage:
    """Parse everything below the title. Unsupported markup, such as HTML, is shown as its text."""
    blocks = [block for node in SyntaxTreeNode(PARSER.parse(markdown)).children for block in _blocks(node)]
    return RulesPage([block for block in blocks if not (isinstance(block, RulesHeading) and block.level == 1)])


def _blocks(node: SyntaxTreeNode) -> Iterator[RulesBlock]:
    match node.type:
        case "heading":
            text = _inline(node)
            anchor = _anchor("".join(part.text for part in text))
            if named := HEADING_ID.search(text[-1].text):
                anchor = PREFIX + named[1]
                text[-1] = Text(text[-1].kind, text[-1].text[: named.start()])
            yield RulesHeading(int(node.tag[1:]), anchor, text)
        case "paragraph" if figure := _figure(node):
            yield figure
        case "paragraph":
            yield RulesParagraph(_inline(node))
        case "bullet_list" | "ordered_list":
            yield RulesList(ordered=node.type == "ordered_list", items=[_item(item) for item in node.children])
        case "table":
            head, *body = [[_inline(cell) for cell in row.children] for part in node.children for row in part.children]
            yield RulesTable(head, body)
        case "code_block" | "fence":
            yield RulesCode(node.content.rstrip("\n"))
        case _:
            if text := _inline(node):
                yield RulesParagraph(text)


def _figure(paragraph: SyntaxTreeNode) -> RulesFigure | None:
    """Return the picture if the paragraph consists of one; None otherwise."""
    inline = paragraph.children[0].children
    if len(inline) != 1 or inline[0].type != "image":
        return None
    source = str(inline[0].attrs["src"])
    return RulesFigure(source.removeprefix(FIGURE), inline[0].content) if source.startswith(FIGURE) else None


def _item(item: SyntaxTreeNode) -> list[Text]:
    """Join the paragraphs of a list item into one line."""
    lines = [part for child in item.children for part in (Text("text", " "), *_inline(child))]
    return _merged(lines[1:])


def _inline(node: SyntaxTreeNode) -> list[Text]:
    return _merged([part for child in node.children or [node] for part in _parts(child, "text")])


def _parts(node: SyntaxTreeNode, kind: TextKind) -> Iterator[Text]:
    match node.type:
        case "text":
            yield Text(kind, node.content)
        case "softbreak" | "hardbreak":
            yield Text(kind, " ")
        case "code_inline":
            yield Text("code", node.content)
        case "strong" | "em" as mark:
            for child in node.children:
                yield from _parts(child, mark)
        case "link":
            text = "".join(part.text for child in node.children for part in _parts(child, kind))
            to = str(node.attrs["href"])
            yield Text("link", text, f"#{PREFIX}{to[1:]}") if to.startswith("#") else Text(kind, text)
        case _ if node.children:
            for child in node.children:
                yield from _parts(child, kind)
        case _:
            yield Text(kind, node.content.strip())


def _merged(parts: Sequence[Text]) -> list[Text]:
    """Merge adjacent texts of the same kind."""
    found: list[Text] = []
    for part in parts:
        if found and found[-1].kind == part.kind and part.kind not in ("link", "code"):
            found[-1] = Text(part.kind, found[-1].text + part.text)
        elif part.text:
            found.append(part)
    return found


def _anchor(heading: str) -> str:
    """Return the id of a heading that links in Markdown use."""
    return PREFIX + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
