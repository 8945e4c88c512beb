"""Layout faults of the board in a browser."""

from __future__ import annotations

from dataclasses import dataclass

from .window import Window

ROOM = 64
"""CSS pixels: fonts are drawn a little wider or narrower, and a line more or less moves what is below it."""

LINE = 24
"""The height of a line, or the width of a word that is drawn wider."""

# Everything on the board that is pressed, is a picture or has a ground of its own; not the parts of a picture.
SHOWN = """() => [...document.querySelectorAll('.board-room *')]
  .filter(one => !one.ownerSVGElement && !one.closest('.unseen') && one.checkVisibility({visibilityProperty: true}))
  .filter(one => one.matches('button, input, a, svg, [role=img]') ||
    !/^(transparent|rgba\\(0, 0, 0, 0\\))$/.test(getComputedStyle(one).backgroundColor))
  .map(one => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const name = one.classList.length && !one.classList[0].startsWith('svelte-') ? '.' + one.classList[0] : '';
    return [one.tagName.toLowerCase() + name, left + scrollX, top + scrollY, width, height];
  })"""

# Words that are broken in the middle: a browser does so when it makes a box too narrow.
BROKEN = """() => {
  const walker = document.createTreeWalker(document.querySelector('.board-room'), NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest('.unseen, svg') || !parent.checkVisibility({visibilityProperty: true})) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].filter(box => box.width).map(box => Math.round(box.top)));
      const hyphenated = getComputedStyle(parent).hyphens === 'auto' && !/\\d/.test(word[0]);
      if (lines.size > 1 && !hyphenated) broken.push(word[0]);
    }
  }
  return broken;
}"""

# Buttons whose middle belongs to something else: a press hits that. Scrolled to, one after the other.
COVERED = """() => {
  const place = [scrollX, scrollY];
  const covered = [...document.querySelectorAll('.board-room button:enabled')]
    .filter(one => one.checkVisibility({visibilityProperty: true}))
    .filter(one => {
      one.scrollIntoView({block: 'center'});
      const {left, top, width, height} = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(hit && (one.contains(hit) || hit.contains(one)));
    })
    .map(one => one.outerHTML.slice(0, 120));
  scrollTo(...place);
  return covered;
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True)
class Box:
    """An element of the page: its name, position and size in CSS pixels."""

    name: str
    left: float
    top: float
    width: float
    height: float

    def fits(self, other: Box) -> bool:
        """Return whether both have the same position and size, apart from differences of fonts."""
        moved = max(abs(self.left - other.left), abs(self.top - other.top))
        wider, higher = abs(self.width - other.width), abs(self.height - other.height)
        grown = wider > max(LINE, other.width / 10) or higher > max(LINE, other.height / 10)
        return self.name == other.name and moved <= ROOM and not grown


def shown(window: Window) -> list[Box]:
    return [Box(*each) for each in window.run(SHOWN)]


def faults(window: Window, reference: Window) -> list[str]:
    """List the faults in one browser, by itself and compared with another one that shows the same."""
    mine, theirs = shown(window), shown(reference)
    if (names := [box.name for box in mine]) != (expected := [box.name for box in theirs]):
        return [f"the board has {names} instead of {expected}"]
    wider = window.run(WIDER)
    return [
        *([f"the page is {wider} px wider than the screen"] if wider > 0 else []),
        *(f"the word {word} is broken" for word in window.run(BROKEN)),
        *(f"cannot be pressed: {button}" for button in window.run(COVERED)),
        *(f"{one} instead of {other}" for one, other in zip(mine, theirs, strict=True) if not one.fits(other)),
    ]
