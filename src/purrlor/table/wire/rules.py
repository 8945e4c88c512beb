"""A page of rules, as blocks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

TextKind: TypeAlias = Literal["text", "strong", "em", "code", "link"]


class RulesText(Struct, frozen=True):
    """A piece of a line of the rules; `to` is where a link leads, on the same page."""

    kind: TextKind
    """How the piece is set: plain, bold, italic, as code, or as a link."""
    text: str
    """The text of the piece."""
    to: str = ""
    """The id of the heading that a link leads to; empty: not a link."""


class RulesHeading(Struct, frozen=True, tag="heading", tag_field="kind"):
    """A heading, to which links lead by `id`."""

    level: int
    """The level, as in HTML."""
    id: str
    """The id that links use."""
    text: list[RulesText]
    """The heading, in pieces."""


class RulesParagraph(Struct, frozen=True, tag="paragraph", tag_field="kind"):
    """A paragraph."""

    text: list[RulesText]
    """The paragraph, in pieces."""


class RulesList(Struct, frozen=True, tag="list", tag_field="kind"):
    """A list of points."""

    ordered: bool
    """Whether the points are numbered."""
    items: list[list[RulesText]]
    """The points, each in pieces."""


class RulesTable(Struct, frozen=True, tag="table", tag_field="kind"):
    """A table: cells of the head, then rows of cells."""

    head: list[list[RulesText]]
    """The cells of the first row, each in pieces."""
    rows: list[list[list[RulesText]]]
    """The other rows of cells."""


class RulesFigure(Struct, frozen=True, tag="figure", tag_field="kind"):
    """A picture that the web client draws by its name, and its caption."""

    name: str
    """The name of the picture."""
    text: str
    """The caption."""


class RulesCode(Struct, frozen=True, tag="code", tag_field="kind"):
    """A block of fixed-width text."""

    text: str
    """The text, with its line breaks."""


RulesBlock: TypeAlias = RulesHeading | RulesParagraph | RulesList | RulesTable | RulesFigure | RulesCode


class RulesPage(Struct, frozen=True):
    """The rules of a game or its guide, below the title."""

    blocks: list[RulesBlock]
    """The blocks, from top to bottom."""
