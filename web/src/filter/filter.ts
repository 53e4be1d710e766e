// The Filter: which observations a page is about. The address of the page and the API have the same parameters.
import type { VectorRole, VectorStatus } from '../api/types'

/** UTC days, YYYY-MM-DD, both inclusive; '' for an open end. */
export interface Dates {
  start_date: string
  end_date: string
}

/** Lists hold ids; '' and [] do not narrow the Filter. */
export interface Filter extends Dates {
  species: string[]
  genus: string[]
  vector_status: string[]
  disease: string[]
  country: string[]
  region: string[]
  data_source: string[]
  status: string[]
  life_stage: string[]
  sex: string[]
  sampling_protocol: string[]
  /** Records with one of these quality flags. */
  flags: string[]
  /** Records with none of these. */
  without_flags: string[]
  event_id: string[]
  /** Ids of areas. */
  area: string[]
  /** 'certain' or 'uncertain': whether the name is in doubt. */
  qualifier: string
  /** 'true': names alone, and not what they include. */
  exact: string
  /** 'true' or 'false': whether records are identified to species. */
  identified: string
  /** 1 to 12. */
  months: string[]
  /** Metres. */
  max_uncertainty_m: string
}

export const listNames = [
  'species', 'genus', 'vector_status', 'disease', 'country', 'region', 'data_source', 'status', 'life_stage', 'sex', 'sampling_protocol', 'months',
  'flags', 'without_flags', 'event_id', 'area',
] as const
const textNames = ['start_date', 'end_date', 'max_uncertainty_m', 'qualifier', 'exact', 'identified'] as const
export type ListName = (typeof listNames)[number]

/** From the strongest to the weakest. */
export const vectorStatuses: VectorStatus[] = ['High', 'Moderate', 'Low', 'None', 'Unknown']
/** Parts of species in the transmission of a disease, the most important first. */
export const vectorRoles: VectorRole[] = ['primary', 'secondary', 'suspected', 'laboratory_only']

export const reviewStatuses = ['unverified', 'verified', 'rejected']

/** What may look wrong with a record. */
export const qualityFlags = [
  'country_mismatch', 'zero_coordinates', 'country_centroid', 'coarse_place', 'date_conflict', 'duplicate', 'outside_known_range',
]

export const qualifiers = ['certain', 'uncertain']

/** Lists with fixed values: the API refuses others. */
const closed = {
  months: Array.from({ length: 12 }, (_, i) => String(i + 1)),
  status: reviewStatuses,
  vector_status: vectorStatuses as string[],
  flags: qualityFlags,
  without_flags: qualityFlags,
} satisfies Partial<Record<ListName, string[]>>
const closedNames = Object.keys(closed) as (keyof typeof closed)[]

/** The largest accuracy that the API takes. */
const maxMetres = 100_000_000

/** A Filter that matches every record that is shown by default. */
export function everything(): Filter {
  return {
    species: [], genus: [], vector_status: [], disease: [], start_date: '', end_date: '', country: [], region: [], data_source: [],
    status: [], life_stage: [], sex: [], sampling_protocol: [], months: [], max_uncertainty_m: '',
    flags: [], without_flags: [], event_id: [], area: [], qualifier: '', exact: '', identified: '',
  }
}

/** Reads a Filter from an address. Invalid values are left out, so that a damaged link still shows a map. */
export function parseFilter(query: URLSearchParams): Filter {
  const filter = everything()
  for (const name of listNames) {
    const items = (query.get(name) ?? '').split(',').map((item) => item.trim())
    filter[name] = [...new Set(items.filter((item) => item !== ''))]
  }
  for (const name of closedNames) filter[name] = filter[name].filter((item) => closed[name].includes(item))
  for (const name of ['start_date', 'end_date'] as const) {
    const value = query.get(name) ?? ''
    if (isDay(value)) filter[name] = value
  }
  const metres = query.get('max_uncertainty_m') ?? ''
  if (/^\d+(\.\d+)?$/.test(metres) && Number(metres) <= maxMetres) filter.max_uncertainty_m = metres
  const qualifier = query.get('qualifier') ?? ''
  if (qualifiers.includes(qualifier)) filter.qualifier = qualifier
  if (query.get('exact')?.toLowerCase() === 'true') filter.exact = 'true'
  const identified = query.get('identified')?.toLowerCase() ?? ''
  if (['true', 'false'].includes(identified)) filter.identified = identified
  return filter
}

/** Whether a text is an existing day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text + 'T00:00:00Z')
  return !Number.isNaN(time) && formatDay(time) === text
}

/** The query parameters of a Filter, in one order, so that the same Filter has the same address. */
export function filterParams(filter: Filter): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of listNames) if (filter[name].length > 0) query.set(name, [...filter[name]].sort().join(','))
  for (const name of textNames) if (filter[name]) query.set(name, filter[name])
  return query
}

/** Every parameter of the Filter for router.set(): null for empty ones. */
export function filterQuery(filter: Filter): Record<string, string | null> {
  const params = filterParams(filter)
  return Object.fromEntries([...listNames, ...textNames].map((name) => [name, params.get(name)]))
}

/** The number of parameters that narrow the Filter. */
export function narrowed(filter: Filter): number {
  return [...filterParams(filter).keys()].length
}

/** Moves the date window by its own length, later for 1, earlier for -1. A window with an open end stays. */
export function stepWindow(filter: Filter, direction: 1 | -1): Filter {
  if (!filter.start_date || !filter.end_date) return filter
  const [start, end] = [parseDay(filter.start_date), parseDay(filter.end_date)]
  const whole = wholeMonths(start, end)
  if (whole) return { ...filter, start_date: formatDay(addMonths(start, direction * whole)), end_date: formatDay(addMonths(start, direction * whole + whole) - DAY) }
  const length = (end - start) / DAY + 1
  const move = (time: number) => formatDay(time + direction * length * DAY)
  return { ...filter, start_date: move(start), end_date: move(end) }
}

export const DAY = 86_400_000
const parseDay = (text: string) => Date.parse(text + 'T00:00:00Z')
/** The UTC day of a time in milliseconds since 1970, YYYY-MM-DD. */
export const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10)

function addMonths(time: number, n: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + n, 1)
}

/** The length of a window in whole calendar months, 0 for other windows: a year moves to the next year, not by 365 days. */
function wholeMonths(start: number, end: number): number {
  const [from, until] = [new Date(start), new Date(end + DAY)]
  if (from.getUTCDate() !== 1 || until.getUTCDate() !== 1) return 0
  return (until.getUTCFullYear() - from.getUTCFullYear()) * 12 + until.getUTCMonth() - from.getUTCMonth()
}
