"""Contests over several rounds and tables, without I/O: who meets whom, what counts, who leads.

Everything follows from the plan and the rounds: who took part, the word that the lots were drawn from, and the results.
"""

from .knockout import replays
from .record import BOT, ContestFormat, ContestPlan, ContestResult, ContestRound, ContestTable, people_of
from .rounds import NoMoreRounds, fault, is_complete, is_finished, next_round
from .standings import ContestStanding, marks_of, standings

__all__ = [
    "BOT",
    "ContestFormat",
    "ContestPlan",
    "ContestResult",
    "ContestRound",
    "ContestStanding",
    "ContestTable",
    "NoMoreRounds",
    "fault",
    "is_complete",
    "is_finished",
    "marks_of",
    "next_round",
    "people_of",
    "replays",
    "standings",
]
