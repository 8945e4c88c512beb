"""Tournaments over several rounds and tables, without I/O: pairings, scores and standings.

Everything is derived from the plan and the rounds: the people present, the seed of each draw, and the results.
"""

from .knockout import replays
from .record import BOT, TableResult, TournamentFormat, TournamentPlan, TournamentRound, TournamentTable, people_of
from .rounds import NoMoreRounds, fault, is_complete, is_finished, next_round
from .standings import TournamentStanding, marks_of, standings

__all__ = [
    "BOT",
    "NoMoreRounds",
    "TableResult",
    "TournamentFormat",
    "TournamentPlan",
    "TournamentRound",
    "TournamentStanding",
    "TournamentTable",
    "fault",
    "is_complete",
    "is_finished",
    "marks_of",
    "next_round",
    "people_of",
    "replays",
    "standings",
]
