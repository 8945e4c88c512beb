"""Plots of a report as inline SVG, by Matplotlib (extra `report`). Colours are CSS variables of the page."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, cast

import matplotlib
from matplotlib.figure import Figure

COLOURS = {"#010203": "var(--ink)", "#040506": "var(--first)", "#070809": "var(--second)", "#0a0b0c": "var(--line)"}
"""The colours that Matplotlib writes, and the CSS variables that replace them."""
INK, FIRST, SECOND, LINE = COLOURS
WIDTH = 4.6
"""The width in inches: text stays readable where a phone shows the plot as wide as its screen."""
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "purrlor",
    "font.family": "sans-serif",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True)
class Interval:
    """A mean with the ends of its interval."""

    label: str
    mean: float
    low: float
    high: float


def intervals(series: Sequence[tuple[str, Sequence[Interval]]], axis: str, alt: str, zero: float | None) -> str:
    """Plot a row for each label, with a dot and interval for each series; at `zero` both are level."""
    labels = [each.label for each in series[0][1]]
    with cast("Any", matplotlib).rc_context(STYLE):
        figure: Any = Figure(figsize=(WIDTH, 0.9 + 0.45 * len(labels)), layout="constrained")
        axes = figure.add_subplot()
        for number, (name, found) in enumerate(series):
            rows = [row + 0.16 * (2 * number - len(series) + 1) for row in range(len(found))]
            errors = [[each.mean - each.low for each in found], [each.high - each.mean for each in found]]
            colour = (FIRST, SECOND)[number]
            means = [each.mean for each in found]
            axes.errorbar(means, rows, xerr=errors, fmt="os"[number], color=colour, capsize=3, label=name)
        if zero is not None:
            axes.axvline(zero, color=LINE, linewidth=1, zorder=0)
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(axis)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
        if len(series) > 1:
            axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2, labelcolor=INK)
        return _svg(figure, alt)


def histogram(shares: Sequence[tuple[range, float]], labels: tuple[str, str], alt: str) -> str:
    """Plot a bar for each range of whole numbers; `labels` name the horizontal and the vertical axis."""
    with cast("Any", matplotlib).rc_context(STYLE):
        figure: Any = Figure(figsize=(WIDTH, 2.6), layout="constrained")
        axes = figure.add_subplot()
        lefts = [span.start - 0.5 for span, _ in shares]
        widths = [0.92 * len(span) for span, _ in shares]
        axes.bar(lefts, [share for _, share in shares], widths, align="edge", color=FIRST)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(labels[0])
        axes.set_ylabel(labels[1])
        axes.spines[["top", "right"]].set_visible(False)
        return _svg(figure, alt)


def _svg(figure: Any, alt: str) -> str:
    """Return the picture alone, without the XML header of a file."""
    written = io.StringIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    for found, variable in COLOURS.items():
        text = text.replace(found, variable)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(alt)}"', 1)
