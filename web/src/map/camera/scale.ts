// A scale bar for the middle of a map.
import { distance } from '../../i18n/locale.svelte'
import { roundDown } from '../layers/sizes'
import type { MapLibreMap } from '../maplibre'
import { metresPerPixel } from './area'

/** A length on the map: its width in CSS pixels, and how long that is. */
export interface ScaleBar {
  width: number
  text: string
}

// Pixels. A round number (1, 2, 5 ...) gives at least two fifths of them, which hold its text.
const longest = 160

export function scaleBar(map: MapLibreMap): ScaleBar {
  const pixel = metresPerPixel(map.getZoom(), map.getCenter().lat)
  const metres = roundDown(pixel * longest)
  return { width: metres / pixel, text: distance(metres) }
}

/** Draws a bar whose corner is at a point of a canvas: what is scaled later, as on paper, scales the bar with the map. */
export function drawScale(c: CanvasRenderingContext2D, bar: ScaleBar, [right, bottom]: [number, number], { ink, paper, font }: { ink: string; paper: string; font: string }) {
  const left = right - bar.width
  c.fillStyle = paper
  c.globalAlpha = 0.8
  c.fillRect(left - 8, bottom - 22, bar.width + 16, 28)
  c.globalAlpha = 1
  c.strokeStyle = c.fillStyle = ink
  c.lineWidth = 2
  c.beginPath()
  c.moveTo(left, bottom - 6)
  c.lineTo(left, bottom)
  c.lineTo(right, bottom)
  c.lineTo(right, bottom - 6)
  c.stroke()
  c.font = font
  c.textAlign = 'center'
  c.fillText(bar.text, left + bar.width / 2, bottom - 6, bar.width)
  c.textAlign = 'left'
}
