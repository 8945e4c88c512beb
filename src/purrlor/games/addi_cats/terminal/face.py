"""How Addi Cat's looks without a clock: after each card all players say `hit` or `pass`.

With a clock it is a race (`race.py`); replays of both are drawn by this face as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from purrlor.core import Seat
from purrlor.games.addi_cats import Action, Hit, Pass, Phase, Turn, View
from purrlor.games.addi_cats.notation import DECISIONS, HITS, TURN
from purrlor.kit.face import AnyRecord, Face
from purrlor.kit.speech import say

from .drawing import Drawing
from .plain import brief, plain, status_text

Names = Sequence[str]


def draw(view: View, legal: Sequence[Action], names: Names) -> Drawing:  # noqa: ARG001
    return Drawing(
        view,
        names,
        below={Seat(seat): say("terminal.addi-cats.decided") for seat, done in enumerate(view.decided) if done},
        status=_status(view, names),
    )


def _status(view: View, names: Names) -> str | None:
    if view.decided and view.phase in (Phase.CHASE, Phase.TRAP):
        return f"{status_text(view, names)} {say('terminal.addi-cats.hit_or_pass')}"
    return None


def label(view: View, action: Action) -> str:  # noqa: ARG001
    return say(f"addi-cats.label.{_kind(action)}")


def _kind(action: Action) -> str:
    return str(action).partition(" ")[0]


def allowed(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    return say(f"addi-cats.allowed.{_kind(legal[0]) if legal else 'nothing'}")


def tip(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    return say(f"addi-cats.tip.{_kind(legal[0])}") if legal else ""


def why_not(view: View, action: Action) -> str | None:
    """Explain why an action is not possible now."""
    match action:
        case Turn():
            return say("terminal.addi-cats.why_not.decide")
        case Hit(part) if part is not None and not view.timed:
            return say("terminal.addi-cats.why_not.part")
        case Hit() | Pass():
            return say("terminal.addi-cats.why_not.nothing_new")


def closing(record: AnyRecord) -> RenderableType:
    from . import review

    return review.closing(record)


def review(record: AnyRecord, seats: Sequence[Seat]) -> RenderableType:
    from .review import review

    return review(record, seats)


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    label=label,
    allowed=allowed,
    why_not=why_not,
    tip=tip,
    vocabulary=(TURN, *DECISIONS, *HITS),
    menu=False,
    closing=closing,
    review=review,
)
