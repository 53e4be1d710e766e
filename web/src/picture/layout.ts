// The layout of a picture: things are added from top to bottom, and it grows as high as they need.
import { drawScale, type ScaleBar } from '../map/camera/scale'
import { outlines } from '../map/layers/symbols'
import type { Row } from './legend'
import { wrap } from './text'

export interface Colours {
  card: string
  ink: string
  muted: string
  line: string
  accent: string
  accentSoft: string
}

interface Style {
  size: number
  bold?: boolean
  italic?: boolean
  muted?: boolean
}

type Draw = (context: CanvasRenderingContext2D) => void

const lineHeight = 1.35
const symbolSize = 16

export class Layout {
  /** Top of the next thing, in pixels. */
  y: number
  readonly width: number
  readonly margin: number
  #colours: Colours
  #draws: Draw[] = []
  #measuring = document.createElement('canvas').getContext('2d')!

  constructor(width: number, margin: number, colours: Colours) {
    this.width = width
    this.y = this.margin = margin
    this.#colours = colours
  }

  get inner(): number {
    return this.width - 2 * this.margin
  }

  gap(pixels: number) {
    this.y += pixels
  }

  text(text: string, style: Style) {
    this.y += this.#text(text, style, this.margin, this.y, this.inner)
  }

  /** Adds an image between the margins. */
  image(image: HTMLCanvasElement) {
    const [x, y, width] = [this.margin, this.y, this.inner]
    const height = (image.height / image.width) * width
    this.#draws.push((c) => c.drawImage(image, x, y, width, height))
    this.y += height
  }

  /** Adds the map between the margins, with a scale bar in its corner. */
  map(image: HTMLCanvasElement, scale: ScaleBar) {
    const [x, y, width] = [this.margin, this.y, this.inner]
    this.image(image)
    const height = this.y - y
    this.#draws.push((c) => {
      c.strokeStyle = this.#colours.line
      c.lineWidth = 1
      c.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
      drawScale(c, scale, [x + width - 14, y + height - 12], { ink: this.#colours.ink, paper: this.#colours.card, font: font({ size: 12 }) })
    })
  }

  /** Adds rows in as many columns as fit. */
  columns(rows: readonly Row[], least: number) {
    const gutter = 24
    const count = Math.max(1, Math.min(4, Math.floor((this.inner + gutter) / (least + gutter))))
    const width = (this.inner - (count - 1) * gutter) / count
    const blocks = blocksOf(rows).map((block) => ({ block, height: block.reduce((sum, row) => sum + this.#row(row, 0, 0, width, false), 0) }))
    const fair = blocks.reduce((sum, { height }) => sum + height, 0) / count
    const top = this.y
    let [column, y, lowest] = [0, top, top]
    for (const { block, height } of blocks) {
      if (column < count - 1 && y > top && y - top + height / 2 > fair) {
        column++
        y = top
      }
      for (const row of block) y += this.#row(row, this.margin + column * (width + gutter), y, width, true)
      lowest = Math.max(lowest, y)
    }
    this.y = lowest
  }

  /** Draws everything on a canvas; `ratio` is device pixels per pixel. */
  canvas(ratio: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(this.width * ratio)
    canvas.height = Math.round((this.y + this.margin) * ratio)
    const context = canvas.getContext('2d')!
    context.scale(ratio, ratio)
    context.fillStyle = this.#colours.card
    context.fillRect(0, 0, this.width, this.y + this.margin)
    for (const draw of this.#draws) draw(context)
    return canvas
  }

  /** Writes wrapped text; returns its height. */
  #text(text: string, style: Style, x: number, y: number, width: number, write = true): number {
    const height = style.size * lineHeight
    const lines = this.#lines(text, style, width)
    if (write) {
      this.#draws.push((c) => {
        c.font = font(style)
        c.fillStyle = style.muted ? this.#colours.muted : this.#colours.ink
        c.textBaseline = 'alphabetic'
        lines.forEach((line, i) => c.fillText(line, x, y + i * height + style.size))
      })
    }
    return lines.length * height
  }

  #lines(text: string, style: Style, width: number): string[] {
    this.#measuring.font = font(style)
    return wrap(text, width, (part) => this.#measuring.measureText(part).width)
  }

  #row(row: Row, x: number, y: number, width: number, write: boolean): number {
    const style: Style = { size: 13, bold: row.heading, italic: row.italic, muted: row.muted }
    if (row.heading) return this.#text(row.text, style, x, y + 4, width, write) + 4
    if (row.muted) return this.#text(row.text, style, x, y, width, write) + 2
    const symbol = row.ramp ? 110 : row.radius ? Math.max(symbolSize, 2 * row.radius + 2) : symbolSize
    const indent = symbol + 8
    this.#measuring.font = font({ size: 13 })
    const right = row.count ? this.#measuring.measureText(row.count).width + 12 : 0
    const high = row.radius ? 2 * row.radius + 4 : 0
    const textHeight = this.#text(row.text, style, 0, 0, width - indent - right, false)
    const height = Math.max(high, textHeight) + 3
    if (!write) return height
    this.#text(row.text, style, x + indent, y + Math.max(0, (high - textHeight) / 2), width - indent - right)
    this.#draws.push((c) => {
      const middle = y + Math.max(high, 13 * lineHeight) / 2
      if (row.shape) this.#shape(c, row.shape, x, middle - symbolSize / 2)
      if (row.radius) this.#circle(c, row.radius, x + symbol / 2, middle)
      if (row.ramp) this.#ramp(c, row.ramp, x, middle, symbol)
      if (row.count) {
        c.font = font({ size: 13 })
        c.fillStyle = this.#colours.ink
        c.textAlign = 'right'
        c.fillText(row.count, x + width, y + 13)
        c.textAlign = 'left'
      }
    })
    return height
  }

  #shape(c: CanvasRenderingContext2D, { shape, colour, hollow }: NonNullable<Row['shape']>, x: number, y: number) {
    const path = new Path2D(outlines[shape])
    c.save()
    c.translate(x, y)
    c.fillStyle = c.strokeStyle = colour ?? this.#colours.ink
    c.lineWidth = 2
    if (hollow) c.stroke(path)
    else c.fill(path)
    c.restore()
  }

  #circle(c: CanvasRenderingContext2D, radius: number, x: number, y: number) {
    c.beginPath()
    c.arc(x, y, radius, 0, 2 * Math.PI)
    c.fillStyle = this.#colours.accentSoft
    c.strokeStyle = this.#colours.accent
    c.lineWidth = 1.2
    c.fill()
    c.stroke()
  }

  #ramp(c: CanvasRenderingContext2D, colours: readonly string[], x: number, middle: number, width: number) {
    colours.forEach((colour, i) => {
      c.fillStyle = colour
      c.fillRect(x + (i * width) / colours.length, middle - 6, width / colours.length + 0.5, 12)
    })
  }
}

/** Rows that stay together: a heading with its rows. Rows before the first heading may be separated. */
function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last?.[0]?.heading && !row.heading) last.push(row)
    else blocks.push([row])
  }
  return blocks
}

const font = ({ size, bold, italic }: Style) => `${italic ? 'italic ' : ''}${bold ? '600 ' : ''}${size}px system-ui, sans-serif`
