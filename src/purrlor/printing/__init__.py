"""Printed sheets and pads, for people who have used up their own."""

from .paper import PAPERS, SHEETS_PER_PAGE, Paper

__all__ = ["PAPERS", "SHEETS_PER_PAGE", "Paper"]
