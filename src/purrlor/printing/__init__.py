"""Sheets and pads on paper, for people whose own is used up."""

from .paper import PAPERS, SHEETS_PER_PAGE, Paper

__all__ = ["PAPERS", "SHEETS_PER_PAGE", "Paper"]
