// What the analysis shows: parameters of the address beside those of the Filter and of the map.
import type { EffortUnit } from '../api/types'
import type { Filter } from '../filter/filter'
import type { MapHandle } from '../map/handle'

export const kinds = ['abundance', 'anomaly', 'infection', 'events', 'presence', 'hotspots', 'trend', 'spread', 'alerts'] as const
export type Kind = (typeof kinds)[number]
/** A kind whose answer is one of the analytics. */
export type Question = Exclude<Kind, 'alerts'>

export const intervals = ['month', 'biweek', 'week', 'year'] as const
export type Interval = (typeof intervals)[number]

/** Where weeks begin: ISO 8601 on Monday, MMWR on Sunday. */
export const weekSystems = ['iso', 'mmwr'] as const
export type Weeks = (typeof weekSystems)[number]

export const units: EffortUnit[] = ['trap_night', 'trap_hour', 'collection', 'dip', 'house', 'person_hour']

/** Of H3 cells. */
export const resolutions = [3, 4, 5, 6, 7, 8, 9] as const

/** What hot spots compare. */
export const bases = ['rate', 'share'] as const
/** How many rings of cells around a cell are its neighbours. */
export const rings = [1, 2, 3] as const

/** Open alerts, or closed and historical ones too. */
export const alertChoices = ['open', 'all'] as const

export interface AnalysisView {
  /** Undefined: the panel shows the records. */
  kind: Kind | undefined
  interval: Interval
  weeks: Weeks
  /** Undefined: the only one that the events have. */
  unit: EffortUnit | undefined
  /** Undefined: the latest. */
  year: number | undefined
  /** '': the one with most effort. */
  protocol: string
  /** Undefined: by the zoom of the map. */
  resolution: number | undefined
  basis: (typeof bases)[number]
  ring: (typeof rings)[number]
  /** Name of a set of areas; '' for cells. */
  set: string
  /** What pools were tested for. */
  pathogen: string
  alerts: (typeof alertChoices)[number]
}

/** The pathogen that is asked for first. */
export const defaultPathogen = 'West Nile virus'

/** Names of the parameters. */
export const names = ['analysis', 'interval', 'weeks', 'unit', 'year', 'protocol', 'resolution', 'basis', 'ring', 'set', 'pathogen', 'alerts'] as const
export type Name = (typeof names)[number]

/** What a layer of the analysis takes. */
export interface LayerProps {
  filter: Filter
  view: AnalysisView
  handle: MapHandle
  /** Shows the map where the panel covers it. */
  reveal: () => void
  /** Records that match; undefined while they are counted. */
  records: number | undefined
  set: (options: Partial<Record<Name, string | null>>) => void
}

/** Invalid values are the defaults, so that a damaged link still shows something. */
export function parseAnalysis(query: URLSearchParams): AnalysisView {
  const one = <T extends string>(name: Name, values: readonly T[]) => values.find((value) => value === query.get(name))
  const year = query.get('year') ?? ''
  const kind = one('analysis', kinds)
  return {
    kind,
    interval: one('interval', intervals) ?? (kind === 'infection' ? 'week' : 'month'),
    weeks: one('weeks', weekSystems) ?? 'iso',
    unit: one('unit', units),
    year: /^(1[7-9]|2[0-3])\d\d$/.test(year) ? Number(year) : undefined,
    protocol: query.get('protocol') ?? '',
    resolution: resolutions.find((r) => String(r) === query.get('resolution')),
    basis: one('basis', bases) ?? 'rate',
    ring: rings.find((ring) => String(ring) === query.get('ring')) ?? 1,
    set: query.get('set') ?? '',
    pathogen: query.get('pathogen')?.trim() || defaultPathogen,
    alerts: one('alerts', alertChoices) ?? 'open',
  }
}

/** The resolution at a zoom: cells whose edges are some 30 pixels. */
export const resolutionAt = (zoom: number) => Math.min(9, Math.max(3, Math.floor((zoom - 0.4) / 1.4)))

/** How time is parted, as parameters of the API. */
export const timeParams = ({ interval, weeks }: AnalysisView): Record<string, string> => ({ interval, ...(interval === 'week' || interval === 'biweek' ? { weeks } : {}) })
