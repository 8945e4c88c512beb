"""Parts of a kit that are imported when they are first used, so that a list of games loads no bots and no pictures.

    class YatzyKit(GameKit):
        review = lazy(".review:REVIEW")                  # kit.review() returns REVIEW
        adviser = lazy_call(".bots.players:adviser")     # kit.adviser(game) returns adviser(game)

A reference is written like the entry point of a kit: a module, relative to the kit's package, and a name in it. Type
checkers give each part the type of the method of `GameKit` that it replaces.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(reference: str) -> Callable[..., Any]:
    """Return a method that imports a value and returns it, whatever its arguments are."""
    return LazyPart(reference, call=False)


def lazy_call(reference: str) -> Callable[..., Any]:
    """Return a method that imports a function and calls it with its own arguments."""
    return LazyPart(reference, call=True)


class LazyPart:
    """The method that `lazy` and `lazy_call` return."""

    def __init__(self, reference: str, *, call: bool) -> None:
        self.module, _, self.name = reference.partition(":")
        self.call = call
        self.package = ""

    def __set_name__(self, kit: type, _: str) -> None:
        self.package = kit.__module__.rpartition(".")[0]

    def load(self) -> Any:
        """Import the module and return the named value."""
        return getattr(import_module(self.module, self.package), self.name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.load()(*arguments, **options) if self.call else self.load()
