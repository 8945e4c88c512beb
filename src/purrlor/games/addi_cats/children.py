"""What Addi Cat's brings for rooms of children."""

from .handicap import HANDICAPS
from .handicap import SHORT as OPTIONS
from .practice.matches import KNOWLEDGE

__all__ = ["HANDICAPS", "KNOWLEDGE", "OPTIONS"]
