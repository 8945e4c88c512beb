"""What House of Cats brings for rooms of children."""

from collections.abc import Mapping

OPTIONS: Mapping[str, str] = {"level": "1", "abilities": "L,D,A,K"}
"""The abilities that can be shown without words: each of them lets one write something into any empty space."""
