// A chart of the analysis as a PNG, with title, Filter, key and address.
import { appName, version } from '../app/settings'
import type { Anomaly } from '../api/types'
import type { Filter } from '../filter/filter'
import { words } from '../filter/said'
import { day, t } from '../i18n/locale.svelte'
import { fileName } from '../picture/fileName'
import { Layout } from '../picture/layout'
import { address, asPNG, colours } from '../picture/picture'
import { saveFile } from '../ui/saveFile'
import { binNumber } from './answers'
import { shortName } from './words'
import type { Interval } from './view'

interface Chart {
  title: string
  lines: string[]
  images: HTMLCanvasElement[]
  /** What the marks mean. */
  keys: string[]
  filter: Filter
  note: string
}

/** Makes the picture and saves it as a file. */
export async function saveChart({ title, lines, images, keys, filter, note }: Chart) {
  const margin = 20
  const ratio = 2
  const layout = new Layout(640, margin, colours())
  const { title: taxa, taxon, rest } = words(filter)
  layout.text(taxa, { size: 22, bold: true, italic: taxon })
  layout.text(title, { size: 16, bold: true })
  for (const line of [...lines, ...rest]) layout.text(line, { size: 14 })
  layout.gap(10)
  for (const image of images) {
    layout.image(image)
    layout.gap(10)
  }
  for (const key of keys) layout.text(key, { size: 13 })
  layout.gap(6)
  layout.text(note, { size: 12, muted: true })
  layout.text(t('picture.made', { day: day(new Date().toISOString()), name: [appName, version].filter(Boolean).join(' ') }), { size: 12, muted: true })
  layout.text(address(filter), { size: 12, muted: true })
  saveFile(await asPNG(layout.canvas(ratio)), fileName(appName, filter))
}

/** Colours of bands 1 to 5, as Bands.svelte has them, with those of their numbers. */
const bandColours = [['#2b6cb0', '#ffffff'], ['#a9cdee', '#14211f'], ['#f3eedd', '#14211f'], ['#f3a15f', '#14211f'], ['#a3221b', '#ffffff']] as const

/** The bands of an anomaly as boxes with their numbers. */
export function bandsCanvas(rows: Anomaly[], interval: Interval): HTMLCanvasElement {
  const [side, ratio, columns] = [46, 2, 13]
  const canvas = document.createElement('canvas')
  canvas.width = columns * side * ratio
  canvas.height = Math.ceil(rows.length / columns) * side * ratio
  const context = canvas.getContext('2d')!
  context.scale(ratio, ratio)
  context.textAlign = 'center'
  const { ink, line } = colours()
  rows.forEach((row, i) => {
    const [x, y] = [(i % columns) * side, Math.floor(i / columns) * side]
    const [box, text] = row.band === null ? ['', ink] : bandColours[row.band - 1]!
    context.fillStyle = box
    context.strokeStyle = line
    if (box) context.fillRect(x + 1, y + 1, side - 2, side - 2)
    else context.strokeRect(x + 1.5, y + 1.5, side - 3, side - 3)
    context.fillStyle = text
    context.font = '11px Manrope, system-ui, sans-serif'
    context.fillText(shortName(binNumber(row.bin), interval), x + side / 2, y + 16)
    context.font = '600 16px Manrope, system-ui, sans-serif'
    context.fillText(String(row.band ?? '–'), x + side / 2, y + 36)
  })
  return canvas
}
