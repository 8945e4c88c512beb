"""What a decision was worth, and luck told apart from skill."""

from .account import Account, Decision, Luck
from .look_back import LookBackOf, MomentOf
from .review import Review, Reviewer
from .steps import Progress, quietly

__all__ = ["Account", "Decision", "LookBackOf", "Luck", "MomentOf", "Progress", "Review", "Reviewer", "quietly"]
