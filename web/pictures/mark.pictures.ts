// Pictures that the server itself has, in static: icons made of the mark, and the map with the mark for those who preview a link.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Page, test } from '@playwright/test'

import { drawn } from '../e2e/support/map'
import { open } from '../e2e/support/pages'
import { Program } from '../e2e/support/program'

const folder = join(import.meta.dirname, '../static')
const mark = () => readFile(join(folder, 'favicon.svg'), 'utf8')

test('icons', async ({ page }) => {
  const svg = await mark()
  /** The mark on ground of its own colour: systems cut the corners. */
  const whole = svg.replace('rx="11"', '').replace(/(<path|<circle)/g, '$1 transform="translate(6 6) scale(.75)"')
  for (const [name, size, picture] of [
    ['icon-192.png', 192, svg], ['icon-512.png', 512, svg], ['icon-maskable.png', 512, whole], ['icon-apple.png', 180, whole],
  ] as const) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<body style="margin:0">${picture.replace('<svg', '<svg style="display:block"')}`)
    await page.screenshot({ path: join(folder, name), omitBackground: true })
  }
})

test.describe(() => {
  test.use({ bypassCSP: true, viewport: { width: 1200, height: 630 } })
  test('preview', async ({ page }) => {
    const program = await Program.create()
    try {
      await program.run('demo', '--count', '35000')
      await program.serve()
      await open(page, program.url + '/?at=3.1/44/12&lang=en')
      await page.addStyleTag({ content: '.explore { display: block } .map { position: fixed; inset: 0; z-index: 9 } .corner, .first, header, .notice { visibility: hidden }' })
      await drawn(page)
      await sign(page)
      await page.screenshot({ path: join(folder, 'preview.jpg'), type: 'jpeg', quality: 72 })
    } finally {
      await program.stop()
    }
  })
})

/** Puts the mark and the name on the picture, without words in any language. */
async function sign(page: Page) {
  await page.evaluate((svg) => {
    const sign = document.createElement('div')
    sign.innerHTML = svg + '<b>Skeeter</b>'
    sign.style.cssText = 'position:fixed;left:56px;bottom:56px;z-index:20;display:flex;align-items:center;gap:28px;padding:24px 44px 24px 24px;border-radius:28px;background:#fff;color:#14211f;font:700 76px var(--font, sans-serif);box-shadow:0 6px 30px #0005'
    sign.querySelector('svg')!.style.width = '116px'
    document.body.append(sign)
  }, await mark())
}
