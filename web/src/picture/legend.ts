// The legend of a picture, in rows: the same as the map's own (map/legend/Legend.svelte).
import type { Stats } from '../api/types'
import { month, number, t } from '../i18n/locale.svelte'
import { countClasses, dateClasses, monthText } from '../map/layers/classes'
import { heatRamp, spread, type Look } from '../map/layers/look'
import { ramps, speciesColour, statusColours } from '../map/layers/palette'
import { vectorStatus } from '../terms/terms'
import { examples, radius, smallestCount } from '../map/layers/sizes'
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
}

/** The most species to name. */
const most = 12

export function legend(look: Look, stats: Stats, { cells, points }: Kinds): Row[] {
  const rows = look.display === 'heat' ? heat(look) : colours(look, stats, points)
  const dominant = cells && look.display !== 'heat' && (look.colouring === 'species' || look.colouring === 'vector_status')
  if (dominant) rows.push({ text: t('map.dominant'), muted: true })
  if (cells && look.display === 'circles') rows.push(...sizes(look))
  if (points) rows.push(...shapes())
  return rows
}

function heat(look: Look): Row[] {
  return [
    { text: t('map.density'), heading: true },
    { text: `${t('map.few')} – ${t('map.many')}`, ramp: heatRamp[look.theme].slice(1).map(([, colour]) => colour) },
  ]
}

function colours(look: Look, stats: Stats, points: boolean): Row[] {
  const ramp = ramps[look.theme]
  const cellShape = look.display === 'grid' ? 'square' : 'circle'
  switch (look.colouring) {
    case 'species': {
      const rest = stats.species.slice(most)
      const rows: Row[] = stats.species.slice(0, most).map(({ id, name, count }) => ({
        text: name, italic: true, count: number(count), shape: { shape: points ? shapeOf(id.split('-')[0] ?? '') : cellShape, colour: speciesColour(id) },
      }))
      if (rest.length > 0) rows.push({ text: t('map.others', { species: rest.length }), count: number(rest.reduce((sum, s) => sum + s.count, 0)) })
      return rows
    }
    case 'vector_status':
      return Object.entries(statusColours).map(([status, colour]) => ({
        text: vectorStatus(status), shape: { shape: cellShape, colour },
        count: number(stats.species.reduce((sum, s) => sum + ((look.statuses.get(s.id) ?? 'Unknown') === status ? s.count : 0), 0)),
      }))
    case 'count':
      return [
        { text: t('map.counts'), heading: true },
        ...countClasses.map((from, i) => {
          const next = countClasses[i + 1]
          return { text: next ? `${number(from)}–${number(next - 1)}` : t('map.from', { count: number(from) }), shape: { shape: cellShape, colour: ramp[i] } as const }
        }),
      ]
    case 'date':
      return [{ text: t('map.newest'), heading: true }, ...dates(look, stats, cellShape)]
  }
}

function dates(look: Look, stats: Stats, shape: Shape): Row[] {
  const years = !stats.first_observed || !stats.last_observed || look.dates.every((start) => start % 12 === 0) || dateClasses(stats.first_observed, stats.last_observed).years
  return look.dates.map((start, i) => {
    const next = look.dates[i + 1]
    const [from, until] = [start / 12, next === undefined ? Number(stats.last_observed?.slice(0, 4) ?? start / 12) : next / 12 - 1]
    const text = !years ? month(monthText(start)) : until > from ? `${from}–${until}` : String(from)
    return { text, shape: { shape, colour: spread(ramps[look.theme], look.dates.length)[i] } }
  })
}

function sizes({ reference }: Look): Row[] {
  return [
    { text: t('map.sizes'), heading: true },
    ...examples(reference).map((count) => ({
      text: count <= smallestCount(reference) ? t('map.smallest', { count: number(count) }) : number(count), radius: radius(count, reference),
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
