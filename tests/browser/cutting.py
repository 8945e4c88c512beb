"""Whether any text reaches beyond the screen, or is cut off by what it stands in."""

from __future__ import annotations

from playwright.sync_api import Page

from .fitting import SETTLING

CUT = """() => {
  const classes = one => String(one.className.baseVal ?? one.className).replace(/ ?svelte-\\w+/g, '')
  const name = one => [one.tagName.toLowerCase(), ...classes(one).split(' ').filter(Boolean)].join('.')
  const said = one => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40)
  const unseen = one => {
    const {clipPath, position} = getComputedStyle(one)
    return position === 'absolute' && (clipPath !== 'none' || one.offsetWidth <= 1)
  }
  const scrolls = overflow => overflow === 'auto' || overflow === 'scroll'
  const clips = overflow => overflow === 'hidden' || overflow === 'clip'

  /** What cuts a text off, if anything does. */
  const cutter = (one, text) => {
    let down = true
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      if (unseen(up)) return
      const {overflowX, overflowY} = getComputedStyle(up)
      const box = up.getBoundingClientRect()
      if (clips(overflowX) && (text.right > box.right + 1 || text.left < box.left - 1)) return name(up)
      if (down && clips(overflowY) && text.bottom > box.bottom + 3) return name(up)
      down &&= !scrolls(overflowY)
      if (scrolls(overflowX)) text = box  // what scrolls sideways has to be seen whole itself
    }
    if (text.left < -1 || text.right > innerWidth + 1) return 'the screen'
  }

  const faults = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement
    if (!node.data.trim() || !one.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue
    if (one.closest('svg, option, script, style')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const by = cutter(one, range.getBoundingClientRect())
    if (by) faults.add(`${name(one.parentElement)} > ${name(one)} "${said(one)}" is cut by ${by}`)
  }
  const page = document.documentElement
  if (page.scrollWidth > page.clientWidth) faults.add(`wider than the screen: ${page.scrollWidth}`)
  return [...faults]
}"""


def cut(page: Page) -> list[str]:
    """What cannot be read whole as soon as the page has settled, in words."""
    found: list[object] = []
    for _ in range(SETTLING // 100):
        if not (found := page.evaluate(CUT)):
            return []
        page.wait_for_timeout(100)
    return [str(fault) for fault in found]
