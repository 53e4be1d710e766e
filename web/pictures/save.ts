// Where pictures of the documentation go, and how.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../docs/pictures')

/** Saves what is seen as WebP, which the browser itself encodes. */
export async function save(page: Page, name: string, of: Page | Locator = page) {
  const png = (await of.screenshot()).toString('base64')
  const webp = await page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))]))
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).split(',')[1]!
  }, png)
  await writeFile(join(folder, name + '.webp'), Buffer.from(webp, 'base64'))
}
