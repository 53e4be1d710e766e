// A walk over a page with the Tab key.
import type { Page } from '@playwright/test'

/** Elements that the mouse can use but Tab does not reach, and those that get the focus without showing it. */
export async function unreached(page: Page): Promise<string[]> {
  const wanted = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, canvas[tabindex], [role=button], [role=slider]')
    let n = 0
    const radios = new Set<string>()
    for (const e of all) {
      if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || e.matches(':disabled, [type=hidden]') || e.closest('[inert], [aria-hidden=true]')) continue
      if (e.closest('[role=listbox], [role=menu], [role=grid]') || e.matches('[role=tab][tabindex="-1"]')) continue // arrow keys move inside of these
      if (e instanceof HTMLInputElement && e.type === 'radio') {
        if (radios.has(e.name)) continue // one stop for the group
        radios.add(e.name)
      }
      e.dataset.e2eStop = e instanceof HTMLInputElement && e.type === 'radio' ? 'radio ' + e.name : String(n++)
    }
    return n + radios.size
  })
  const problems = new Set<string>()
  let last = 0
  // A few stops more than there are elements: scrolling areas are stops as well.
  for (let stops = 0; stops < wanted + 60 && last < 3; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const e = document.activeElement
      if (!(e instanceof HTMLElement) || e === document.body) return null
      const described = e.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
      const radio = e instanceof HTMLInputElement && e.type === 'radio' ? document.querySelector<HTMLElement>(`[data-e2e-stop="radio ${CSS.escape(e.name)}"]`) : null
      delete (radio ?? e).dataset.e2eStop
      // The ring may be around the element or around a parent, such as a label.
      const styles = [e, e.parentElement, e.nextElementSibling].flatMap((x) => (x ? ['', '::before', '::after'].map((part) => getComputedStyle(x, part)) : []))
      const ringed = styles.some((style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none')
      if (ringed) e.dataset.e2eRinged = '' // parts of a date have one each, within
      const box = e.getBoundingClientRect()
      const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0
      return { described, ringed: 'e2eRinged' in e.dataset, inside }
    })
    if (!stop) {
      last++
      continue
    }
    if (!stop.ringed) problems.add('no visible focus: ' + stop.described)
    if (!stop.inside) problems.add('focused out of sight: ' + stop.described)
  }
  const left = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-e2e-stop]')].map((e) => e.outerHTML.replace(/\s+/g, ' ').slice(0, 140)))
  return [...problems, ...left.map((e) => 'not reached: ' + e)]
}
