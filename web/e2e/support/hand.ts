// A person at the page: counts what the person presses.
import type { Locator, Page } from '@playwright/test'

export class Hand {
  /** Clicks, taps, and keys that act, such as Enter; the typing of a text is none. */
  presses = 0

  constructor(readonly page: Page) {}

  async click(what: Locator) {
    this.presses++
    await what.click()
  }

  /** Presses a place of the map, in shares of its width and height. */
  async point(map: Locator, x: number, y: number) {
    this.presses++
    const box = (await map.boundingBox())!
    await map.click({ position: { x: box.width * x, y: box.height * y } })
  }

  /** Presses the button that opens the camera, which gives this photograph. */
  async photograph(field: Locator, photo: { name: string; mimeType: string; buffer: Buffer }) {
    this.presses++
    await field.setInputFiles(photo)
  }

  async key(name: string) {
    this.presses++
    await this.page.keyboard.press(name)
  }

  /** Goes into a field and writes there. */
  async write(what: Locator, text: string) {
    await this.click(what)
    await what.fill(text)
  }

  /** Writes where the cursor is, and takes the first thing that is found. */
  async find(text: string) {
    await this.page.keyboard.type(text)
    await this.key('Enter')
  }
}
