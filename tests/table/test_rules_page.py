"""The rules of the games as blocks for the web client."""

from __future__ import annotations

import pytest

from purrlor.kit.registry import entries
from purrlor.table.rules_page import guide_page, parsed, rules_page
from purrlor.table.wire import RulesCode, RulesFigure, RulesHeading, RulesList, RulesParagraph, RulesTable
from purrlor.table.wire import RulesText as Text
from purrlor.words import languages


@pytest.mark.parametrize("game", entries())
@pytest.mark.parametrize("language", languages())
def test_the_rules_of_every_game_can_be_drawn(game: str, language: str) -> None:
    blocks = rules_page(game, language).blocks
    headings = [block for block in blocks if isinstance(block, RulesHeading)]
    assert len(headings) > 3
    assert len({heading.id for heading in headings}) == len(headings)


@pytest.mark.parametrize("game", entries())
@pytest.mark.parametrize("language", languages())
def test_a_guide_has_the_same_sections_and_pictures_in_every_language(game: str, language: str) -> None:
    def outline(code: str) -> list[str]:
        blocks = guide_page(game, code).blocks
        return [
            b.id if isinstance(b, RulesHeading) else b.name for b in blocks if isinstance(b, RulesHeading | RulesFigure)
        ]

    assert outline(language) == outline("en") != []


def test_a_heading_may_name_its_id() -> None:
    assert parsed("## Your turn {#turn}").blocks == [RulesHeading(2, "rules-turn", [Text("text", "Your turn")])]


def test_a_picture_is_named_and_has_a_caption() -> None:
    assert parsed("![Three 3s](figure:keep)").blocks == [RulesFigure("keep", "Three 3s")]
    assert parsed("![Three 3s](https://example.org/a.png)").blocks == [RulesParagraph([Text("text", "Three 3s")])]


def test_the_title_stands_above_the_page_already() -> None:
    assert parsed("# Pig\n\nRoll *once* or **twice**:\nnow `hold`.").blocks == [
        RulesParagraph(
            [
                *(Text("text", "Roll "), Text("em", "once"), Text("text", " or "), Text("strong", "twice")),
                *(Text("text", ": now "), Text("code", "hold"), Text("text", ".")),
            ]
        )
    ]


def test_a_link_leads_to_a_heading_of_the_page_or_nowhere() -> None:
    heading, line = parsed("## Your own tokens!\n\n[here](#your-own-tokens) and [there](other.md)").blocks
    assert heading == RulesHeading(2, "rules-your-own-tokens", [Text("text", "Your own tokens!")])
    assert line == RulesParagraph([Text("link", "here", "#rules-your-own-tokens"), Text("text", " and there")])


def test_lists_tables_and_code() -> None:
    bullets = "- a\n  b\n- c"
    numbers = "1. d"
    rows = "| e | f |\n|---|---|\n| 1 | 2 |"
    one, two, table, code = parsed(f"{bullets}\n\n{numbers}\n\n{rows}\n\n    A B\n\n    1").blocks
    assert one == RulesList(ordered=False, items=[[Text("text", "a b")], [Text("text", "c")]])
    assert two == RulesList(ordered=True, items=[[Text("text", "d")]])
    assert table == RulesTable([[Text("text", "e")], [Text("text", "f")]], [[[Text("text", "1")], [Text("text", "2")]]])
    assert code == RulesCode("A B\n\n1")


def test_what_a_page_does_not_draw_is_shown_as_text() -> None:
    html, quoted, nested = parsed("<p onclick=x>\n\n> said\n\n- a\n  - b").blocks
    assert html == RulesParagraph([Text("text", "<p onclick=x>")])
    assert quoted == RulesParagraph([Text("text", "said")])
    assert nested == RulesList(ordered=False, items=[[Text("text", "a b")]])
