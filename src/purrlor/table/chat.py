"""The chat of a table: ready-made phrases, safe for children, and free text only if the host allows it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from . import wire
from .effects import Guest
from .refusals import refused

PHRASES = ("hello", "good_luck", "well_played", "oh_no", "lucky", "thanks", "hurry", "one_moment", "again", "goodbye")
LONGEST_TEXT = 200
WHILE = 10_000
MOST_OF_ONE = 8
MOST_OF_ALL = 30
"""Limits on messages in `WHILE` milliseconds: of one person, and of all people at a table."""
REMEMBERED = 100
"""Number of chat messages that a new connection is sent."""


class ChatLog:
    """The recent chat messages of a table, with rate limits for new ones."""

    def __init__(self, chat: wire.Chat) -> None:
        self.chat = chat
        self.said: list[wire.Said] = []
        self.recent: deque[tuple[int, str]] = deque()
        """The time and the sender of each recent message."""

    def say(self, guest: Guest, message: wire.Say, now: int) -> wire.Said:
        """Check a message and return it as it is sent to everybody. Raises `RequestRefused` if it is not allowed."""
        if not guest.name:
            raise refused("not_known")
        self._check(message)
        self._check_pace(guest, now)
        said = wire.Said(guest.name, guest.seats[0] if guest.seats else None, message.phrase, message.text, now)
        self.remember([said])
        return said

    def remember(self, said: list[wire.Said]) -> None:
        self.said = [*self.said, *said][-REMEMBERED:]

    def forget(self, seats: Sequence[int], name: str) -> None:
        """Delete the messages of these seats, and of spectators with this name."""
        self.said = [said for said in self.said if not said_by(said, seats, name)]

    def _check_pace(self, guest: Guest, now: int) -> None:
        """Limit the messages per person and per table, because each of them is stored."""
        while self.recent and self.recent[0][0] <= now - WHILE:
            self.recent.popleft()
        own = sum(person == guest.person for _, person in self.recent)
        if own >= MOST_OF_ONE or len(self.recent) >= MOST_OF_ALL:
            raise refused("too_fast")
        self.recent.append((now, guest.person))

    def _check(self, message: wire.Say) -> None:
        if self.chat == "none":
            raise refused("no_chat")
        if message.text and self.chat != "free":
            raise refused("phrases_only")
        if message.phrase and message.phrase not in PHRASES:
            raise refused("no_such_phrase", allowed=list(PHRASES))
        if bool(message.text) == bool(message.phrase):
            raise refused("say_something")
        if len(message.text) > LONGEST_TEXT or not message.text.isprintable():
            raise refused("bad_text", most=LONGEST_TEXT)


def said_by(said: wire.Said, seats: Sequence[int], name: str) -> bool:
    return said.name == name if said.seat is None else said.seat in seats
