"""Sheets and pads on paper, for people whose own is used up."""

from .house_of_cats import house_of_cats_pages
from .paper import PAPERS, SHEETS_PER_PAGE, Paper
from .yatzy import yatzy_pages

__all__ = ["PAPERS", "SHEETS_PER_PAGE", "Paper", "house_of_cats_pages", "yatzy_pages"]
