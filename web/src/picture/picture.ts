// The map as a picture to keep: with title, legend, scale, sources and address, so that it explains itself.
import { get } from '../api/client'
import { dataSources } from '../api/catalog'
import type { FilterOption, Stats } from '../api/types'
import { appName, version } from '../app/settings'
import { areaText } from '../explore/area'
import { chips } from '../filter/chips'
import { filterParams, type Filter } from '../filter/filter'
import { words } from '../filter/said'
import { chipName } from '../filter/words.svelte'
import { day, language, t } from '../i18n/locale.svelte'
import { asText, attributions } from '../map/basemap/attribution'
import { scaleBar } from '../map/camera/scale'
import type { MapHandle } from '../map/handle'
import { rendered } from '../map/rendered'
import { saveFile } from '../ui/saveFile'
import { capture } from './capture'
import { fileName } from './fileName'
import { legend, type Kinds, type Row } from './legend'
import { Layout } from './layout'
import { shortened } from '../filter/shortened'

/** The most sources to write out. */
const mostSources = 8

interface Options {
  /** The legend of what the map shows in place of the records. */
  rows?: Row[] | undefined
  /** What tells the picture from another beside it. */
  letter?: string
  /** The address that shows the same. */
  place?: string
}

/** Makes the picture and saves it as a file. The Filter is that of the records on the map. */
export async function savePicture(handle: MapHandle, filter: Filter, rows?: Row[]) {
  saveFile(await asPNG(await drawPicture(handle, filter, { rows })), fileName(appName, filter))
}

/** The picture on a canvas. */
export async function drawPicture(handle: MapHandle, filter: Filter, options: Options = {}): Promise<HTMLCanvasElement> {
  const lang = language()
  chips(filter).forEach(chipName) // loads names that are not known yet
  const params = filterParams(filter)
  params.set('lang', lang)
  const inView = new URLSearchParams(params)
  inView.set('bbox', areaText(handle.box()))
  const [image, all, seen, sources] = await Promise.all([
    capture(handle.map), get<Stats>('/stats', params), get<Stats>('/stats', inView),
    dataSources(lang).catch((): FilterOption[] => []), // the statistics have the names, too
  ])
  return compose(handle, filter, image, all, seen, sources, options)
}

export async function asPNG(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the browser could not make a PNG')
  return blob
}

function compose(handle: MapHandle, filter: Filter, image: HTMLCanvasElement, all: Stats, seen: Stats, sources: FilterOption[], { rows, letter, place = address(filter) }: Options): HTMLCanvasElement {
  const shown = handle.map.getCanvas()
  const margin = 20
  const layout = new Layout(shown.clientWidth + 2 * margin, margin, colours())
  const { title, taxon, rest } = words(filter)
  if (letter) layout.text(letter, { size: 22, bold: true })
  layout.text(title, { size: 22, bold: true, italic: taxon })
  for (const line of rest) layout.text(line, { size: 14 })
  layout.text(seen.count === all.count ? t('picture.records', { n: all.count }) : t('picture.inView', { n: seen.count, all: all.count }), { size: 14, muted: true })
  layout.gap(10)
  layout.map(image, scaleBar(handle.map))
  layout.gap(14)
  layout.columns(rows ?? legend(handle.look, seen, kinds(handle)), 230)
  layout.gap(12)
  layout.text(t('map.sources'), { size: 13, bold: true })
  for (const line of citations(seen, sources)) layout.text(line, { size: 12 })
  for (const line of basemaps(handle)) layout.text(line, { size: 12 })
  layout.gap(8)
  layout.text(t('picture.made', { day: day(new Date().toISOString()), name: [appName, version].filter(Boolean).join(' ') }), { size: 12, muted: true })
  layout.text(place, { size: 12, muted: true })
  return layout.canvas(image.width / shown.clientWidth)
}

/** The page's address with the dates of an animation. */
export function address(filter?: Filter): string {
  const url = new URL(location.href)
  for (const [name, value] of filter ? filterParams(filter) : []) url.searchParams.set(name, value)
  return decodeURI(url.href).replaceAll('%2C', ',').replaceAll('%2F', '/')
}

function kinds({ map }: MapHandle): Kinds {
  const layers = map.getStyle().layers.filter(({ id }) => /^skeeter-.*-(circles|grid|points)$/.test(id)).map(({ id }) => id)
  const found = rendered(map, layers)
  // What cannot be said is explained: a legend that has too much is better than one that lacks something.
  const has = (kind: string) => found?.some(({ properties }) => properties.kind === kind) ?? true
  return { cells: has('cell'), points: has('point'), zoom: map.getZoom() }
}

function citations(seen: Stats, sources: FilterOption[]): string[] {
  const known = new Map(sources.map((source) => [source.id, source]))
  const lines = seen.data_sources.map(({ id, name, count }) => {
    const { licence, citation, url } = known.get(id) ?? {}
    const link = url && !citation?.includes(url) ? url : ''
    return `${name} (${t('terms.recordCount', { n: count })}; ${licence || t('map.noLicence')})${[citation, link].filter(Boolean).map((text) => '. ' + text).join('')}`
  })
  const { items, more } = shortened(lines, mostSources, (n) => t('picture.more', { n }))
  return more ? [...items, more] : items
}

const basemaps = ({ map: shown }: MapHandle) => attributions(shown).map(asText).map((name) => (name === 'Natural Earth' ? t('map.basemap') : name))

export function colours() {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    card: colour('--card'), ink: colour('--ink'), muted: colour('--muted'), line: colour('--line'), accent: colour('--accent'), accentSoft: colour('--accent-soft'),
  }
}
