// The legend of a picture, in rows: the same as the map's own (map/legend/Legend.svelte).
import type { Stats } from '../api/types'
import { month, number, t } from '../i18n/locale.svelte'
import { countClasses, monthText, yearsText } from '../map/layers/classes'
import { heatRamp, spread, type Look } from '../map/layers/look'
import { otherColour, ramps, statusColours } from '../map/layers/palette'
import { vectorStatus } from '../terms/terms'
import { examples, radius, referenceAt, smallestCount } from '../map/layers/sizes'
import { genera, type Shape, shapeOf } from '../map/layers/symbols'

export interface Row {
  text: string
  count?: string
  heading?: boolean
  italic?: boolean
  muted?: boolean
  shape?: { shape: Shape; colour: string | undefined; hollow?: boolean }
  /** Of a circle, in pixels. */
  radius?: number
  /** Colours from few to many. */
  ramp?: string[]
}

/** Which kinds of features are in view. */
export interface Kinds {
  cells: boolean
  points: boolean
  /** Of the map. */
  zoom: number
}

export function legend(look: Look, stats: Stats, { cells, points, zoom }: Kinds): Row[] {
  const rows = look.display === 'heat' ? heat(look) : colours(look, stats, cells, points)
  const dominant = cells && look.display !== 'heat' && (look.colouring === 'species' || look.colouring === 'vector_status')
  if (dominant) rows.push({ text: t('map.dominant'), muted: true })
  if (cells && look.display === 'circles') rows.push(...sizes(look, zoom))
  if (points) rows.push(...shapes())
  return rows
}

function heat(look: Look): Row[] {
  return [
    { text: t('map.density'), heading: true },
    { text: `${t('map.few')} – ${t('map.many')}`, ramp: heatRamp[look.theme].slice(1).map(([, colour]) => colour) },
  ]
}

function colours(look: Look, stats: Stats, cells: boolean, points: boolean): Row[] {
  const ramp = ramps[look.theme]
  const cellShape = look.display === 'grid' ? 'square' : 'circle'
  switch (look.colouring) {
    case 'species':
      return species(look, stats, points, cellShape)
    case 'mixed':
      return [...(cells ? counts(ramp, t('map.cellCounts'), cellShape) : []), ...(points ? species(look, stats, points, cellShape) : [])]
    case 'vector_status':
      return Object.entries(statusColours).map(([status, colour]) => ({
        text: vectorStatus(status), shape: { shape: cellShape, colour },
        count: number(stats.species.reduce((sum, s) => sum + ((look.statuses.get(s.id) ?? 'Unknown') === status ? s.count : 0), 0)),
      }))
    case 'count':
      return counts(ramp, t('map.counts'), cellShape)
    case 'date':
      return [{ text: t('map.newest'), heading: true }, ...dates(look, stats, cellShape)]
    case 'first':
      return [{ text: t('map.first'), heading: true }, ...dates(look, stats, cellShape)]
  }
}

function species({ colours }: Look, stats: Stats, points: boolean, cellShape: Shape): Row[] {
  const rest = stats.species.filter(({ id }) => !colours.has(id))
  const rows: Row[] = stats.species.flatMap(({ id, name, count }) => {
    const colour = colours.get(id)
    return colour ? [{ text: name, italic: true, count: number(count), shape: { shape: points ? shapeOf(id.split('-')[0] ?? '') : cellShape, colour } }] : []
  })
  if (rest.length > 0) {
    rows.push({ text: t('map.others', { species: rest.length }), count: number(rest.reduce((sum, s) => sum + s.count, 0)), shape: { shape: cellShape, colour: otherColour } })
  }
  return rows
}

function counts(ramp: readonly string[], text: string, shape: Shape): Row[] {
  return [
    { text, heading: true },
    ...countClasses.map((from, i) => {
      const next = countClasses[i + 1]
      return { text: next ? `${number(from)}–${number(next - 1)}` : t('map.from', { count: number(from) }), shape: { shape, colour: ramp[i] } as const }
    }),
  ]
}

function dates(look: Look, stats: Stats, shape: Shape): Row[] {
  const rows: Row[] = look.dates.map((start, i) => ({
    text: look.monthly ? month(monthText(start)) : yearsText(start, look.dates[i + 1], stats.last_observed), shape: { shape, colour: spread(ramps[look.theme], look.dates.length)[i] },
  }))
  if (look.monthly) rows.push({ text: t('map.monthUnknown'), shape: { shape, colour: otherColour } })
  return rows
}

function sizes({ references }: Look, zoom: number): Row[] {
  const reference = referenceAt(references, zoom)
  return [
    { text: t('map.sizes'), heading: true },
    ...examples(reference).map((count, i) => ({
      text: i === 0 ? t('map.from', { count: number(count) }) : count <= smallestCount(reference) ? t('map.smallest', { count: number(count) }) : number(count), radius: radius(count, reference),
    })),
  ]
}

function shapes(): Row[] {
  return [
    { text: t('map.shapes'), heading: true },
    ...genera.map(({ genus, shape }) => ({ text: genus, italic: true, shape: { shape, colour: undefined } })),
    { text: t('map.otherGenera'), shape: { shape: 'diamond', colour: undefined } },
    { text: t('map.hollow'), shape: { shape: 'circle', colour: undefined, hollow: true } },
  ]
}
