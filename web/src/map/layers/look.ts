// How observations are drawn, as expressions of MapLibre's style language.
import type { ExpressionSpecification } from 'maplibre-gl'

import type { Theme } from '../../app/theme.svelte'
import type { VectorStatus } from '../../api/types'
import { countClasses } from './classes'
import { otherColour, ramps, statusColours } from './palette'
import { shapeOf, symbolName } from './symbols'
import { growth, radii } from './sizes'
import type { Colouring, Drawn } from '../view'

export interface Look {
  display: Drawn
  colouring: Colouring
  theme: Theme
  /** Records of the largest circle at each zoom of the tiles (sizes.ts); none while they are not known. */
  references: readonly number[]
  /** Colours of species by their ids. Others are grey. */
  colours: ReadonlyMap<string, string>
  /** Id of the one species that stands out; undefined: all do. */
  highlight?: string | undefined
  /** Vector status by species id; that of others is unknown. */
  statuses: ReadonlyMap<string, VectorStatus>
  /** Lower bounds of the classes of dates, in months (classes.ts). */
  dates: readonly number[]
  /** Whether these classes are months, which not every record knows. */
  monthly: boolean
}

/** The colour of other species than the one that stands out. */
const faint = 'rgba(139,143,152,0.2)'

const records: ExpressionSpecification = ['get', 'records']

/** A text that is the same for looks with the same colours. */
export function colourKey({ colouring, theme, colours, highlight, statuses, dates, monthly }: Look): string {
  const species = [...colours].join() + (highlight ?? '')
  switch (colouring) {
    case 'species':
      return colouring + species
    case 'mixed':
      return colouring + theme + species
    case 'vector_status':
      return colouring + statuses.size
    case 'count':
      return colouring + theme
    case 'date':
    case 'first':
      return colouring + theme + dates.join() + String(monthly)
  }
}

export function colour(look: Look): ExpressionSpecification | string {
  const ramp = ramps[look.theme]
  switch (look.colouring) {
    case 'species':
      return bySpecies(look)
    case 'mixed':
      return ['case', isCell, steps(records, ramp, countClasses), bySpecies(look)] as ExpressionSpecification
    case 'vector_status': {
      const byStatus = Object.entries(statusColours)
      const ofSpecies = match('species_id', [...look.statuses].map(([id, status]) => [id, statusColours[status]]), otherColour)
      return ['case', ['has', 'vector_status'], match('vector_status', byStatus, otherColour), ofSpecies] as ExpressionSpecification
    }
    case 'count':
      return steps(['case', isCell, records, ['get', 'count']], ramp, countClasses)
    case 'date':
      return byDate(look, 'last', 'last_from')
    case 'first':
      return byDate(look, 'first', 'first_until')
  }
}

const isCell: ExpressionSpecification = ['==', ['get', 'kind'], 'cell']

function bySpecies({ colours, highlight }: Look): ExpressionSpecification | string {
  if (highlight === undefined) return match('species_id', [...colours], otherColour)
  return match('species_id', [[highlight, colours.get(highlight) ?? otherColour]], faint)
}

/**
 * The classes of the last or first days of cells, and of the days of records. A cell has its end's other day where that is in another
 * month: then, as with a record that knows only its year, the month is not known.
 */
function byDate({ theme, dates, monthly }: Look, end: 'last' | 'first', otherDay: string): ExpressionSpecification | string {
  if (dates.length === 0) return otherColour
  const day: ExpressionSpecification = ['coalesce', ['get', end], ['get', 'observed_at'], '']
  const month: ExpressionSpecification = ['+', ['*', 12, ['to-number', ['slice', day, 0, 4], 0]], ['-', ['to-number', ['slice', day, 5, 7], 1], 1]]
  const classes = steps(month, spread(ramps[theme], dates.length), dates)
  if (!monthly) return classes
  const from: ExpressionSpecification = ['slice', ['coalesce', ['get', 'observed_at'], ''], 0, 7]
  const until: ExpressionSpecification = ['slice', ['coalesce', ['get', 'observed_until'], ['get', 'observed_at'], ''], 0, 7]
  const unknown: ExpressionSpecification = ['any', ['has', otherDay], ['==', ['get', 'date_precision'], 'year'], ['!=', from, until]]
  return ['case', unknown, otherColour, classes] as ExpressionSpecification
}

function steps(input: ExpressionSpecification, colours: readonly string[], starts: readonly number[]): ExpressionSpecification | string {
  if (starts.length < 2) return colours[0]!
  return ['step', input, colours[0]!, ...starts.slice(1).flatMap((start, i) => [start, colours[i + 1]!])] as ExpressionSpecification
}

/** `count` colours of a ramp, evenly spread from one end to the other. */
export function spread(ramp: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => ramp[count === 1 ? ramp.length - 1 : Math.round((i * (ramp.length - 1)) / (count - 1))]!)
}

function match(property: string, pairs: [value: string, colour: string][], otherwise: string): ExpressionSpecification | string {
  const values = new Map<string, string[]>()
  for (const [value, c] of pairs) values.set(c, [...(values.get(c) ?? []), value])
  if (values.size === 0) return otherwise
  return ['match', ['get', property], ...[...values].flatMap(([c, v]) => [v, c]), otherwise] as unknown as ExpressionSpecification
}

/** A value for each zoom of the tiles, of its reference. */
function byZoom(references: readonly number[], of: (reference: number) => ExpressionSpecification): ExpressionSpecification {
  const [first, ...rest] = references.map(of)
  if (!first || rest.length === 0) return first ?? of(1)
  return ['step', ['zoom'], first, ...rest.flatMap((value, i) => [i + 1, value])] as ExpressionSpecification
}

export function circleRadius(references: readonly number[]): ExpressionSpecification {
  // Cells above the reference are those of a lower zoom, in view only until their parts are loaded.
  return byZoom(references, (reference) => ['min', radii.largest * 1.2, ['max', radii.smallest, ['*', radii.largest / reference ** growth, ['^', records, growth]]]])
}

/** The shape of the genus; hollow where the accuracy of a record is coarser than a cell of the zoom. */
export function symbol(): ExpressionSpecification {
  const genus: ExpressionSpecification = ['slice', ['get', 'species_id'], 0, ['index-of', '-', ['concat', ['get', 'species_id'], '-']]]
  const named = (hollow: boolean) =>
    ['match', genus, ...['aedes', 'anopheles', 'culex'].flatMap((g) => [g, symbolName(shapeOf(g), hollow)]), symbolName('diamond', hollow)]
  const at = (zoom: number) => ['case', ['>', ['coalesce', ['get', 'location_accuracy_m'], 0], coarserThan(zoom)], named(true), named(false)]
  const zooms = Array.from({ length: 16 }, (_, i) => i + 7)
  return ['step', ['zoom'], at(6), ...zooms.flatMap((zoom) => [zoom, at(zoom)])] as unknown as ExpressionSpecification
}

/** Of the records of one place the newest is drawn over the others, and the first where colours say when something was first found. */
export function pointOrder({ colouring }: Look): ExpressionSpecification {
  const at = (from: number, to: number): ExpressionSpecification => ['slice', ['coalesce', ['get', 'observed_at'], ''], from, to]
  const day: ExpressionSpecification = ['to-number', ['concat', at(0, 4), at(5, 7), at(8, 10)], 0]
  return colouring === 'first' ? ['-', 0, day] : day
}

/** Width of a cell of a zoom at the equator, in metres; records with a coarser accuracy are hollow. */
const coarserThan = (zoom: number) => Math.round((40_075_016 / 2 ** zoom / 64) * 10) / 10

/** Opacity grows with the order of magnitude of a cell's records. */
const gridOpacity: ExpressionSpecification = ['interpolate', ['linear'], ['log10', records], 0, 0.6, 3, 0.95]

/** The colour of a cell's square including its opacity, so that the layer's own opacity depends on no feature. */
export function gridColour(look: Look): ExpressionSpecification {
  const part = (i: number): ExpressionSpecification => ['at', i, ['var', 'rgba']]
  return ['let', 'rgba', ['to-rgba', ['to-color', colour(look)]], ['rgba', part(0), part(1), part(2), ['*', part(3), gridOpacity]]] as ExpressionSpecification
}

/** Grows with the order of magnitude: otherwise one trap that is emptied every week would hide single finds. */
export function heatWeight(references: readonly number[]): ExpressionSpecification {
  const orders = (of: ExpressionSpecification | number): ExpressionSpecification => ['ln', ['+', 1, of]]
  return byZoom(references, (reference) => ['min', 1, ['max', 0.08, ['/', orders(records), orders(reference)]]])
}

export const heatRamp: Record<Theme, [density: number, colour: string][]> = {
  light: [[0, 'rgba(143,208,168,0)'], [0.1, 'rgba(143,208,168,0.6)'], [0.3, '#45aaa6'], [0.5, '#2680a5'], [0.75, '#2b4f92'], [1, '#2d1a5e']],
  dark: [[0, 'rgba(61,90,152,0)'], [0.1, 'rgba(61,90,152,0.6)'], [0.3, '#2f84a8'], [0.5, '#3fae9f'], [0.75, '#8fd57d'], [1, '#f6f08c']],
}

export function heatColour(theme: Theme): ExpressionSpecification {
  return ['interpolate', ['linear'], ['heatmap-density'], ...heatRamp[theme].flat()] as ExpressionSpecification
}
