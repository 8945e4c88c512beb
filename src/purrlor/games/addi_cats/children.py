"""What Addi Cat's brings for rooms of children."""

from .handicap import HANDICAPS
from .practice.known import KNOWLEDGE

__all__ = ["HANDICAPS", "KNOWLEDGE"]
