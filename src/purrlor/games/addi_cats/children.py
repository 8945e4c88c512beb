"""What Addi Cat's brings for supervised rooms."""

from __future__ import annotations

from purrlor.kit.children import ForChildren

from .handicap import HANDICAPS, SHORT
from .practice.matches import KNOWLEDGE

FOR_CHILDREN = ForChildren(SHORT, HANDICAPS, KNOWLEDGE)
