// Symbols of records as signed distance fields, which MapLibre draws in any colour: a shape for each genus, full or hollow.
import type { StyleImageMetadata } from 'maplibre-gl'

export const shapes = ['circle', 'square', 'triangle', 'diamond'] as const
export type Shape = (typeof shapes)[number]

const byGenus: Record<string, Shape> = { aedes: 'circle', anopheles: 'square', culex: 'triangle' }

/** The shape of a genus; genera that carry few diseases share the diamond. */
export const shapeOf = (genus: string): Shape => byGenus[genus.toLowerCase()] ?? 'diamond'

export const genera = Object.entries(byGenus).map(([genus, shape]) => ({ genus: genus[0]!.toUpperCase() + genus.slice(1), shape }))

/** Name of a symbol's image. */
export const symbolName = (shape: Shape, hollow: boolean) => `skeeter-${shape}${hollow ? '-hollow' : ''}`

// Images are drawn at half their size in pixels.
const ratio = 2
const side = 48
const ringWidth = 5

/** Distance to a symbol's edge in pixels, negative inside; x and y are from its middle. The shapes have about the same area. */
const distances: Record<Shape, (x: number, y: number) => number> = {
  circle: (x, y) => Math.hypot(x, y) - 11,
  square: (x, y) => box(x, y, 9.7),
  triangle: (x, y) => Math.max(y - 8, Math.abs(x) * 0.894 - y * 0.447 - 8.2),
  diamond: (x, y) => (Math.abs(x) + Math.abs(y)) * Math.SQRT1_2 - 9.7,
}

function box(x: number, y: number, half: number): number {
  const [dx, dy] = [Math.abs(x) - half, Math.abs(y) - half]
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0)
}

interface SymbolImage {
  name: string
  image: { width: number; height: number; data: Uint8Array }
  options: Partial<StyleImageMetadata>
}

/** All images, for map.addImage. */
export function symbolImages(): SymbolImage[] {
  return shapes.flatMap((shape) =>
    [false, true].map((hollow) => ({
      name: symbolName(shape, hollow),
      image: { width: side, height: side, data: field(distances[shape], hollow) },
      options: { sdf: true, pixelRatio: ratio },
    })),
  )
}

/** MapLibre reads the distance from the alpha channel: 0.75 at the edge, from full to empty in 8 pixels. */
function field(distance: (x: number, y: number) => number, hollow: boolean): Uint8Array {
  const data = new Uint8Array(side * side * 4)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      let d = distance(column + 0.5 - side / 2, row + 0.5 - side / 2)
      if (hollow) d = Math.abs(d + ringWidth / 2) - ringWidth / 2
      data[(row * side + column) * 4 + 3] = Math.max(0, Math.min(255, Math.round(255 * (0.75 - d / 8))))
    }
  }
  return data
}

/** The outline of a symbol for SVG, in a box of 16 by 16. */
export const outlines: Record<Shape, string> = {
  circle: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z',
  square: 'M3.15 3.15h9.7v9.7h-9.7z',
  triangle: 'M8 1.4l5.8 10.9h-11.6z',
  diamond: 'M8 1.1l6.9 6.9l-6.9 6.9l-6.9-6.9z',
}
