"""Whether everything needed to act is on the screen: inside it, covered by nothing, large enough for a finger."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = ((360, 640), (390, 664), (390, 844), (844, 390))
"""Phones: a small one, one with the bars of its browser, one without them, and one on its side."""
TEXTS = (100, 130)
"""Percent."""

TAPPED = {
    "yatzy": ".roll, button.die, .box.open, .seats button",
    "meow": ".hand button, .plate, .tricks:enabled, .summary button",
    "addi-cats": ".zone, .place.own .stack, .pass",
    "house-of-cats": ".tray .die, .cell, .bar .button, .loss .button, .guide button, .ability, .seats button",
}
"""What is tapped in a decision."""
SEEN = {
    "yatzy": ".seats li, .die, .blank, .box, .round, .say, .bonus, .total",
    "meow": "[data-stake], .rowbox li, .trick li, .words, .trump, .summary p",
    "addi-cats": ".place, .pile, .status p, .mouse",
    "house-of-cats": ".seats li, .sheet-grid, .guide p, .own .points, .own .bar .cat, .loss p",
}
"""What one looks at in a decision."""
LEAST = 24
"""Pixels of a target, each way (WCAG 2.2, 2.5.8); where cards overlap, of the part that can be tapped."""

MEASURE = """([tapped, seen, least]) => {
  const shown = one => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0
  const classes = one => String(one.className.baseVal ?? one.className).replace(/ ?svelte-\\w+/g, '')
  const text = one => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 24)
  const name = one => `${one.tagName.toLowerCase()}.${classes(one)} "${text(one)}"`
  const faults = []
  const inside = one => {
    const {left, top, right, bottom} = one.getBoundingClientRect()
    const over = [-left, -top, right - innerWidth, bottom - innerHeight].map(Math.round)
    if (Math.max(...over) > 0) faults.push(`${name(one)} is off the screen: ${over}`)
    return Math.max(...over) <= 0
  }
  const free = one => {
    const {left, top, width, height} = one.getBoundingClientRect()
    const hits = []
    for (let x = 0.5; x < 6; x++)
      for (let y = 0.5; y < 6; y++)
        if (one.contains(document.elementFromPoint(left + (width * x) / 6, top + (height * y) / 6))) hits.push([x, y])
    const across = Math.ceil((new Set(hits.map(([x]) => x)).size * width) / 6)
    const down = Math.ceil((new Set(hits.map(([, y]) => y)).size * height) / 6)
    if (Math.min(across, down) < least) faults.push(`${name(one)} can be tapped on ${across} x ${down}`)
  }
  for (const one of document.querySelectorAll(seen)) if (shown(one)) inside(one)
  for (const one of document.querySelectorAll(tapped)) if (shown(one) && inside(one)) free(one)
  if (![...document.querySelectorAll(tapped)].some(shown)) faults.push('nothing to tap')
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) faults.push(`wider than the screen: ${page.scrollWidth}`)
  if (scrollY > 0) faults.push(`scrolled: ${scrollY}`)
  return faults
}"""


SETTLING = 20_000
"""Milliseconds in which a new size or a new view has been drawn, on a busy machine too."""


def unfit(page: Page, game: str) -> list[str]:
    """What is wrong with the screen as soon as it has settled, in words."""
    found: list[object] = []
    for _ in range(SETTLING // 100):
        if not (found := page.evaluate(MEASURE, [TAPPED[game], SEEN[game], LEAST])):
            return []
        page.wait_for_timeout(100)
    return [str(fault) for fault in found]


def resize(page: Page, size: tuple[int, int], text: int) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("text => { document.documentElement.style.fontSize = `${text}%`; scrollTo(0, 0) }", text)


def unfit_anywhere(page: Page, game: str) -> list[str]:
    """What is wrong on any phone, at any size of text."""
    faults: list[str] = []
    for size in SIZES:
        for text in TEXTS:
            resize(page, size, text)
            faults += [f"{size[0]}x{size[1]} at {text} %: {fault}" for fault in unfit(page, game)]
    return faults
