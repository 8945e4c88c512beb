"""What a decision was worth, and luck told apart from skill."""

from .account import Account, Decision, Luck
from .games import luck_rank, pictures, reviewer

__all__ = ["Account", "Decision", "Luck", "luck_rank", "pictures", "reviewer"]
