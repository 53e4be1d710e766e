// PNG files as Chromium writes screenshots: eight bits a channel, with or without alpha, not interlaced (https://www.w3.org/TR/png-3/).
import { inflateSync } from 'node:zlib'

const channels = new Map([[2, 3], [6, 4]]) // by the type of colour

/** The pixels of a file: red, green, blue and alpha of each. */
export function decode(png: Buffer): { width: number; height: number; data: Buffer } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, colour, , , interlaced] = png.subarray(24, 29)
  const each = channels.get(colour!)
  if (png.toString('latin1', 1, 4) !== 'PNG' || depth !== 8 || !each || interlaced) throw new Error('a picture that no screenshot is')
  const lines = inflateSync(content(png))
  const data = Buffer.alloc(width * height * 4, 255)
  let above: Uint8Array = new Uint8Array(width * each)
  for (let y = 0; y < height; y++) {
    const at = y * (width * each + 1)
    const line = lines.subarray(at + 1, at + 1 + width * each)
    unfilter(lines[at]!, line, above, each)
    above = line
    for (let x = 0, to = y * width * 4; x < line.length; x += each, to += 4) for (let c = 0; c < each; c++) data[to + c] = line[x + c]!
  }
  return { width, height, data }
}

/** The compressed lines, of all chunks that have some. */
function content(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8, length = 0; at < png.length; at += length + 12) {
    length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
  }
  return Buffer.concat(parts)
}

/** Adds to each byte of a line what its filter took from it: the byte to the left, the one above, their mean, or the nearest of three. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, each: number) {
  for (let i = 0; filter > 0 && i < line.length; i++) {
    const a = i < each ? 0 : line[i - each]!
    const b = above[i]!
    if (filter === 1) line[i]! += a
    else if (filter === 2) line[i]! += b
    else if (filter === 3) line[i]! += (a + b) >> 1
    else line[i]! += nearest(a, b, i < each ? 0 : above[i - each]!)
  }
}

/** The one of three that is nearest to a + b - c. */
function nearest(a: number, b: number, c: number): number {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
