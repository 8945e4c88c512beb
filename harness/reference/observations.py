"""The page of observations and actions: the encoding of every game."""

from __future__ import annotations

from typing import Any

from purrlor.kit import games, kit

INTRODUCTION = """
# Observations and actions

This page lists what a learning program observes and which actions it can take. They are the same in [PettingZoo](../research/pettingzoo.md), [Gymnasium](../research/gymnasium.md), [OpenSpiel](../research/openspiel.md) and [batches](../research/batches.md). Columns are counted for the usual options; other options and numbers of seats change the sizes, never the order. `kit(NAME).encoding(rules)` has the layout for any rules, `encoding.columns["dice"]` the place of a field. Seats come in the order of play, the viewer first.
"""
EXAMPLES = 3


def page() -> str:
    """Return the page: the fields of every game's observation, and the numbers of its actions."""
    ours = {name: rules for name, rules in games().items() if rules.__module__.startswith("purrlor.games.")}
    return INTRODUCTION.lstrip() + "".join(_game(name, rules()) for name, rules in ours.items())


def _game(name: str, rules: Any) -> str:
    encoding: Any = kit(name).encoding(rules)
    lines = [
        f"\n## {name}",
        "",
        f"{_seats(rules.seats)}: {encoding.size} columns, {len(encoding.actions)} actions.",
        "",
    ]
    lines += ["| columns | field | values | meaning |", "|---|---|---|---|"]
    start = 0
    for field in encoding.fields:
        lines.append(f"| {_span(start, field.size)} | `{field.name}` | {field.low} to {field.high} | {field.meaning} |")
        start += field.size
    lines += ["", "| actions | |", "|---|---|", *_actions(encoding.actions)]
    return "\n".join(lines) + "\n"


def _seats(seats: int) -> str:
    return f"{seats} seat{'s' if seats > 1 else ''}"


def _span(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start} to {start + size - 1}"


def _actions(actions: tuple[Any, ...]) -> list[str]:
    """Return a row for each run of actions that begin with the same word."""
    rows: list[str] = []
    start = 0
    for place in range(1, len(actions) + 1):
        if place == len(actions) or _kind(actions[place]) != _kind(actions[start]):
            shown = [f"`{action}`" for action in actions[start : min(start + EXAMPLES, place)]]
            rest = " …" if place - start > EXAMPLES else ""
            rows.append(f"| {_span(start, place - start)} | {', '.join(shown)}{rest} |")
            start = place
    return rows


def _kind(action: Any) -> str:
    """Return the word that an action begins with; for an ability also its letter."""
    words = str(action).split()
    return " ".join(words[: 2 if words[0] == "use" else 1])
