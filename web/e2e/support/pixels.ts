// The pixels of a page.
import type { Locator, Page } from '@playwright/test'

import { decode } from './png'

/** Red, green, blue, 0 to 255. */
export type Colour = [number, number, number]

export class Picture {
  constructor(
    readonly width: number,
    readonly height: number,
    readonly data: Buffer,
  ) {}

  at(x: number, y: number): Colour {
    const i = (y * this.width + x) * 4
    return [this.data[i] ?? 0, this.data[i + 1] ?? 0, this.data[i + 2] ?? 0]
  }

  /** The number of pixels that pass a test. */
  count(holds: (colour: Colour, x: number, y: number) => boolean): number {
    let n = 0
    for (let y = 0; y < this.height; y++) for (let x = 0; x < this.width; x++) if (holds(this.at(x, y), x, y)) n++
    return n
  }

  /** How many pixels differ from those of a picture of the same size. */
  difference(other: Picture): number {
    if (other.width !== this.width || other.height !== this.height) throw new Error('pictures of different sizes')
    return this.count((colour, x, y) => !same(colour, other.at(x, y), 8))
  }

  /** The middle of the picture: a third of its width, half of its height. */
  get middle(): Picture {
    const [left, top, width, height] = [this.width / 3, this.height / 4, this.width / 3, this.height / 2].map(Math.floor) as [number, number, number, number]
    const data = Buffer.alloc(width * height * 4)
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * this.width + left) * 4
      this.data.copy(data, y * width * 4, from, from + width * 4)
    }
    return new Picture(width, height, data)
  }

  /** The longest run of columns of a part that show nothing but a colour. */
  widestGap(left: number, top: number, right: number, bottom: number, background: Colour): number {
    let [widest, run] = [0, 0]
    for (let x = left; x < right; x++) {
      run++
      for (let y = top; y < bottom; y++) if (!same(this.at(x, y), background)) run = 0
      widest = Math.max(widest, run)
    }
    return widest
  }
}

/** Whether two colours differ by no more than a tolerance in each channel. */
export function same(a: Colour, b: Colour, tolerance = 0): boolean {
  return a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= tolerance)
}

/** Takes the picture of a page or of a part of it. */
export async function picture(of: Page | Locator): Promise<Picture> {
  const { width, height, data } = decode(await of.screenshot({ animations: 'disabled' }))
  return new Picture(width, height, data)
}
