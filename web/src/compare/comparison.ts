// A comparison of two Filters in the address: A has the Filter's own parameters, B the same with a prefix.
import { filterQuery, type Filter } from '../filter/filter'

/** Two maps beside each other, or one over the other with a divider. */
export const modes = ['split', 'swipe'] as const
export type Mode = (typeof modes)[number]

export type Letter = 'A' | 'B'

type Params = Record<string, string | null>

const prefix = 'b_'

/** How an address compares; undefined where it does not. */
export const parseMode = (query: URLSearchParams): Mode | undefined => modes.find((mode) => mode === query.get('compare'))

/** The parameters of a side, as those of one Filter. */
export function paramsOf(letter: Letter, query: URLSearchParams): URLSearchParams {
  if (letter === 'A') return query
  return new URLSearchParams([...query].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])))
}

/** A side's Filter for router.set(). */
export function sideQuery(letter: Letter, filter: Filter): Params {
  const params = filterQuery(filter)
  return letter === 'A' ? params : Object.fromEntries(Object.entries(params).map(([name, value]) => [prefix + name, value]))
}

/** Where the divider is, in percent from the left. */
export function parseDivider(query: URLSearchParams): number {
  const percent = Number(query.get('divider') ?? NaN)
  return percent >= 0 && percent <= 100 ? percent : 50
}

/** Begins a comparison: B is a copy of A. */
export const begin = (filter: Filter, mode: Mode): Params => ({ compare: mode, ...sideQuery('B', filter) })

/** Ends it, and keeps the Filter of A. */
export const end = (query: URLSearchParams): Params =>
  Object.fromEntries([...query.keys()].filter((name) => name === 'compare' || name === 'divider' || name.startsWith(prefix)).map((name) => [name, null]))

export const swapped = (a: Filter, b: Filter): Params => ({ ...sideQuery('A', b), ...sideQuery('B', a) })
