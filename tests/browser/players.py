"""People who play whatever the list of actions offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .person import Person


def sensible(actions: Sequence[str], chance: Random) -> str:
    """Choose any action but steps back, and in Yatzy do not keep rolling."""
    moves = [action for action in actions if action != "back"]
    scores = [action for action in moves if action.startswith(("score", "done", "turn"))]
    return chance.choice(scores or moves or list(actions))


def first(actions: Sequence[str], _: Random) -> str:
    """Return the first action that is not a step back."""
    return next(action for action in actions if action != "back")


def turns(actions: Sequence[str], _: Random) -> str:
    """Turn only your own cards in a race."""
    return "turn" if "turn" in actions else ""


def patient(actions: Sequence[str], chance: Random) -> str:
    """Turn your own cards in a race, and hit now and then."""
    return "turn" if "turn" in actions else chance.choice(actions) if chance.random() < 0.05 else ""


def play_on(
    people: Sequence[Person], *, until: Callable[[], bool] | None = None, choose: Callable[..., str] = sensible
) -> int:
    """Until the match is over, or something else; how many moves that took.

    What the page offers may be newer than the update that was seen last, so the end is looked for once more after it.
    """
    chance, moves = Random("browser"), 0
    done = dict.fromkeys(people, False)
    finished = until or (lambda: all(done.values()))
    while not finished():
        for person in people:
            done[person], actions = person.situation()
            if finished():
                return moves
            if actions and (action := choose(actions, chance)):
                person.act(action)
                moves += 1
        people[0].page.wait_for_timeout(30)
    return moves


def settle(people: Sequence[Person]) -> None:
    """Wait until one of them is to act and all have received that, in games with turns.

    A step back can be taken while a bot thinks, so what a page offers is not enough.
    """

    def settled() -> bool:
        last = [person.updates[-1] for person in people]
        moves = any(update["legal"] for update in last) and any(map(Person.actions, people))
        return moves and len({update["version"] for update in last}) == 1

    while not settled():
        people[0].page.wait_for_timeout(30)


def await_review(person: Person, table: str) -> None:
    """Wait until the review of a match is complete, for all of its seats."""
    while person.ask("GET", f"/api/tables/{table}/review")["status"] == "working":
        person.page.wait_for_timeout(100)
