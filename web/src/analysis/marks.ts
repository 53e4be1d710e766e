// How the classes of an answer look on the map and in its legend.
import type { Hotspot, Presence, Spread, Trend } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import { t } from '../i18n/locale.svelte'
import { ramps } from '../map/layers/palette'

export interface Mark {
  fill: 'solid' | 'hatched' | 'faint' | 'dense'
  edge: 'solid' | 'dashed' | 'dotted' | 'thin'
  colours: Record<Theme, string>
  /** Of the edge, where it differs from the fill. */
  edges?: Record<Theme, string>
}

/** A line of the legend. */
export interface Key {
  text: string
  mark?: Mark
  /** How many places are of this class. */
  count?: number
}

/** The marks of places, in their order, and the legend. */
export interface Look {
  marks: Mark[]
  keys: Key[]
}

const warm = { light: '#b3470f', dark: '#ff9d5c' }
const cool = { light: '#1f4f99', dark: '#9cc4ff' }
const grey = { light: '#55635f', dark: '#8fa39e' }

const strong: Mark = { fill: 'solid', edge: 'solid', colours: warm }
const weak: Mark = { fill: 'hatched', edge: 'dashed', colours: cool }
const level: Mark = { fill: 'faint', edge: 'solid', colours: grey }
const unknown: Mark = { fill: 'faint', edge: 'dotted', colours: grey }

/** A look with one mark for each class. */
function byClass<T extends string, P>(places: P[], of: (place: P) => T, classes: Record<T, { mark: Mark; text: string }>): Look {
  const keys = (Object.keys(classes) as T[]).map((name) => ({ ...classes[name], count: places.filter((place) => of(place) === name).length }))
  return { marks: places.map((place) => classes[of(place)].mark), keys }
}

export const presenceLook = (places: Presence[]) =>
  byClass(places.map((place) => (place.class === 'not_searched' ? 'undecided' : place.class)), (name) => name, {
    found: { mark: strong, text: t('analysis.class.found') },
    searched: { mark: weak, text: t('analysis.class.searched') },
    undecided: { mark: { ...unknown, colours: cool }, text: t('analysis.class.undecided') },
  })

export const hotspotLook = (places: Hotspot[]) =>
  byClass(places, (place) => place.class ?? 'unknown', {
    hot: { mark: strong, text: t('analysis.class.hot') },
    cold: { mark: weak, text: t('analysis.class.cold') },
    none: { mark: level, text: t('analysis.class.even') },
    unknown: { mark: unknown, text: t('analysis.class.unknown') },
  })

export const trendLook = (places: Trend[]) =>
  byClass(places, (place) => place.class ?? 'unknown', {
    rising: { mark: strong, text: t('analysis.class.rising') },
    falling: { mark: weak, text: t('analysis.class.falling') },
    none: { mark: level, text: t('analysis.class.steady') },
    unknown: { mark: unknown, text: t('analysis.class.unknown') },
  })

/** Years that share a colour: up to five spans of the same length, from early to late. */
export function yearSpans(years: number[]): [from: number, to: number][] {
  if (years.length === 0) return []
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const length = Math.ceil((last - first + 1) / 5)
  const spans: [number, number][] = []
  for (let from = first; from <= last; from += length) spans.push([from, Math.min(last, from + length - 1)])
  return spans
}

/** First years by colour; filled where somebody searched before, hatched where nobody is known to. */
export function spreadLook(places: Spread[]): Look {
  const spans = yearSpans(places.map((place) => place.first_found))
  const colours = spans.map((_, i) => {
    const step = spans.length === 1 ? 2 : Math.round((i * 4) / (spans.length - 1))
    return { light: ramps.light[step]!, dark: ramps.dark[step]! }
  })
  const mark = (kind: Spread['class'], colour: Mark['colours']): Mark => ({ fill: kind === 'new_here' ? 'solid' : 'hatched', edge: kind === 'new_here' ? 'solid' : 'dashed', colours: colour })
  const count = (kind: Spread['class']) => places.filter((place) => place.class === kind).length
  return {
    marks: places.map((place) => mark(place.class, colours[spans.findIndex(([from, to]) => place.first_found >= from && place.first_found <= to)]!)),
    keys: [
      { text: t('analysis.class.new_here'), mark: mark('new_here', grey), count: count('new_here') },
      { text: t('analysis.class.first_searched'), mark: mark('first_searched', grey), count: count('first_searched') },
      ...spans.map(([from, to], i) => ({ text: from === to ? String(from) : `${from}–${to}`, mark: mark('new_here', colours[i]!) })),
    ],
  }
}
