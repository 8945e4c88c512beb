"""What a decision was worth, and luck told apart from skill."""

from .account import Account, Decision, Luck
from .games import Reviewer, luck_rank, pictures, reviewer
from .steps import Progress, quietly

__all__ = ["Account", "Decision", "Luck", "Progress", "Reviewer", "luck_rank", "pictures", "quietly", "reviewer"]
