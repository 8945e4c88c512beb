"""Every sentence of the terminal is in the catalogue, and no sentence there is unused."""

from __future__ import annotations

import re
from pathlib import Path

import purrlor
from purrlor.core.match import Refusal
from purrlor.games.yatzy.terminal.dice_pad import COMMANDS as PAD_COMMANDS
from purrlor.terminal.keyboard_match import COMMANDS
from purrlor.words import words

SOURCES = [file.read_text(encoding="utf-8") for file in Path(purrlor.__path__[0]).rglob("*.py")]
KEY = re.compile(r"""["'](terminal\.[a-z_.-]+)["']""")
USED = {key for source in SOURCES for key in KEY.findall(source) if not key.endswith(".py")}


def test_every_key_is_in_the_catalogue() -> None:
    assert [key for key in sorted(USED) if key not in words()] == []


def test_every_command_says_what_it_does() -> None:
    assert [name for name in {*COMMANDS, *PAD_COMMANDS} if f"terminal.command.{name}" not in words()] == []


def test_every_refusal_to_take_back_has_its_words() -> None:
    assert [refusal for refusal in Refusal if f"terminal.undo.{refusal.name.lower()}" not in words()] == []


def test_every_sentence_is_used() -> None:
    built = ("terminal.command.", "terminal.undo.", "terminal.yatzy.", "terminal.addi-cats.practice.")
    keys = [key for key in words().catalogue if key.startswith("terminal.")]
    assert [key for key in keys if key not in USED and not key.startswith(built)] == []
