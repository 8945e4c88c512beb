"""The cats of a room for children: who plays there has the name and the picture of one of them, and types none.

They are proper names, the same in every language. How each looks stands in `web/src/art/cast.ts`; a test holds the two
lists together.
"""

from __future__ import annotations

from ..refusals import refused

CATS = (
    "momo", "luna", "kiki", "pico", "nala", "toto", "mimi", "loki", "bibi", "coco",
    "lola", "mika", "nino", "zaza", "fifi", "milo", "nori", "olli", "pepe", "romi",
    "susi", "tila", "yuki", "dodo", "gigi", "hugo", "jojo", "lili", "rana", "vito",
)  # fmt: skip
"""Enough for a class."""


def room_cat(cat: str) -> str:
    if cat not in CATS:
        raise refused("no_cat", CATS)
    return cat


def cat_name(cat: str) -> str:
    return cat.capitalize()
