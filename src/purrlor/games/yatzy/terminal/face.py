"""The terminal's face of Yatzy: labels, tips, and what players may type. `drawing.py` draws it."""

from __future__ import annotations

from collections.abc import Sequence

from purrlor.games.yatzy import Action, Box, Keep, Score, View
from purrlor.games.yatzy.notation import dice_text
from purrlor.games.yatzy.rules import DICE
from purrlor.kit.face import Face
from purrlor.kit.speech import listed, say, sayings, speech

from .drawing import draw
from .plain import box_name, brief, fillable, plain


def named(action: Action) -> str:
    match action:
        case Score(box):
            return say("terminal.yatzy.named.score", box=box_name(box))
        case Keep(dice) if dice:
            return say("terminal.yatzy.named.keep", dice=dice_text(dice))
        case _:
            return say("terminal.yatzy.named.roll")


def label(view: View, action: Action) -> str:
    match action:
        case Score(box):
            return say("terminal.yatzy.label.score", box=box_name(box), points=view.points(box))
        case Keep(dice) if dice:
            return say("terminal.yatzy.label.keep", count=DICE - len(dice))
        case _:
            return say("terminal.yatzy.label.roll")


def also(action: Action) -> Sequence[str]:
    """Return other ways to type an action: the name of the box and its other names, or words for rolling all dice."""
    match action:
        case Score(box):
            return (box_name(box), *_nicknames(box))
        case Keep(dice) if not dice:
            return sayings("terminal.yatzy.also.roll")
        case Keep():
            return ()


def _nicknames(box: Box) -> Sequence[str]:
    key = f"terminal.yatzy.also.{box}"
    return sayings(key) if key in speech() else ()


def allowed(view: View, legal: Sequence[Action]) -> str:
    boxes = listed([box_name(box) for box in fillable(legal)])
    if not view.dice:
        return say("terminal.yatzy.allowed.roll")
    if not view.rolls_left:
        return say("terminal.yatzy.allowed.score", boxes=boxes)
    return say("terminal.yatzy.allowed.keep", dice=dice_text(view.dice), example=_keep_example(view), boxes=boxes)


def tip(view: View, legal: Sequence[Action]) -> str:
    """Suggest dice to keep, if rolls are left, and the box with the most points now, in their shortest forms."""
    boxes = fillable(legal)
    if not boxes:
        return say("terminal.yatzy.tip.roll") if legal else ""
    best = max(boxes, key=view.points)
    fill = say("terminal.yatzy.tip.score", short=next(iter(_nicknames(best)), best), box=box_name(best))
    if not view.rolls_left:
        return fill
    return f"{_keep_example(view)} · {fill}"


def _keep_example(view: View) -> str:
    """Show how to type that the most frequent face is kept."""
    *_, last, best = sorted(view.dice, key=lambda face: (view.dice.count(face), face))
    kept = (best, best) if last == best else (best,)
    return say("terminal.yatzy.tip.keep", short=dice_text(kept).replace(" ", ""), dice=dice_text(kept))


def reply(view: View, said: str) -> str | None:
    """Explain how to keep all dice or none, which has no notation of its own; None: the player typed something else.

    Five dice that are not on the table get the same explanation as fewer ones.
    """
    verb, _, rest = said.partition(" ")
    named = rest if verb == "keep" else said
    faces = named.replace(" ", "")
    if len(faces) == DICE and set(faces) <= set("123456"):
        if sorted(map(int, faces)) != sorted(view.dice):
            return why_not(view, Keep(tuple(map(int, faces))))
    elif verb != "keep" or named not in ("all", "none", "nothing", "everything"):
        return None
    if not view.dice:
        return say("terminal.yatzy.why_not.no_dice")
    return say("terminal.yatzy.reply.keep" if view.rolls_left else "terminal.yatzy.why_not.no_rolls")


def why_not(view: View, action: Action) -> str | None:
    if not view.dice or view.turn is None:
        return say("terminal.yatzy.why_not.no_dice")
    match action:
        case Score(box) if view.sheets[view.turn][box] is not None:
            return say("terminal.yatzy.why_not.filled", box=box_name(box))
        case Score(box):
            return say("terminal.yatzy.why_not.zero", box=box_name(box))
        case Keep() if not view.rolls_left:
            return say("terminal.yatzy.why_not.no_rolls")
        case Keep(dice):
            return say("terminal.yatzy.why_not.other_dice", dice=dice_text(dice), table=dice_text(view.dice))


FACE = Face(
    draw=draw,
    plain=plain,
    brief=brief,
    named=named,
    label=label,
    also=also,
    allowed=allowed,
    why_not=why_not,
    tip=tip,
    reply=reply,
    vocabulary=tuple(Score(box) for box in Box),
    shortest=3,
    menu=False,
)
