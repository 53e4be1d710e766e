// The parts of a Filter that can be removed one by one.
import { listNames, qualityFlags, type Filter, type ListName } from './filter'

/** The statuses of species that carry disease. */
export const vectors = ['High', 'Moderate', 'Low']

export type Chip =
  | { kind: 'item'; name: Exclude<ListName, 'months'>; value: string }
  | { kind: 'vectors' }
  | { kind: 'months'; months: string[] }
  | { kind: 'dates'; start: string; end: string }
  | { kind: 'uncertainty'; metres: string }
  | { kind: 'qualifier'; value: string }
  | { kind: 'unflagged' }
  | { kind: 'exact' }
  | { kind: 'identified'; value: string }

export function chips(filter: Filter): Chip[] {
  const out: Chip[] = []
  if (filter.start_date || filter.end_date) out.push({ kind: 'dates', start: filter.start_date, end: filter.end_date })
  for (const name of listNames) {
    if (name === 'months') {
      if (filter.months.length > 0) out.push({ kind: 'months', months: filter.months })
    } else if (name === 'vector_status' && onlyVectors(filter)) {
      out.push({ kind: 'vectors' })
    } else if (name === 'without_flags' && onlyUnflagged(filter)) {
      out.push({ kind: 'unflagged' })
    } else {
      out.push(...filter[name].map((value) => ({ kind: 'item' as const, name, value })))
    }
  }
  if (filter.qualifier) out.push({ kind: 'qualifier', value: filter.qualifier })
  if (filter.exact) out.push({ kind: 'exact' })
  if (filter.identified) out.push({ kind: 'identified', value: filter.identified })
  if (filter.max_uncertainty_m) out.push({ kind: 'uncertainty', metres: filter.max_uncertainty_m })
  return out
}

/** The Filter without a chip's part. */
export function without(filter: Filter, chip: Chip): Filter {
  switch (chip.kind) {
    case 'item':
      return { ...filter, [chip.name]: filter[chip.name].filter((value) => value !== chip.value) }
    case 'vectors':
      return { ...filter, vector_status: [] }
    case 'months':
      return { ...filter, months: [] }
    case 'dates':
      return { ...filter, start_date: '', end_date: '' }
    case 'uncertainty':
      return { ...filter, max_uncertainty_m: '' }
    case 'qualifier':
      return { ...filter, qualifier: '' }
    case 'unflagged':
      return { ...filter, without_flags: [] }
    case 'exact':
      return { ...filter, exact: '' }
    case 'identified':
      return { ...filter, identified: '' }
  }
}

/** Whether exactly the statuses of vectors are asked for. */
export function onlyVectors(filter: Filter): boolean {
  const asked = filter.vector_status.map((status) => status.toLowerCase()).sort()
  return asked.join() === vectors.map((status) => status.toLowerCase()).sort().join()
}

/** Whether records with any flag are left out. */
export const onlyUnflagged = (filter: Filter) => qualityFlags.every((flag) => filter.without_flags.includes(flag))

/** Whether a list has an id. Case does not matter, as in the API. */
export const has = (list: string[], id: string) => list.some((item) => item.toLowerCase() === id.toLowerCase())

/** The list with an id added, or removed if it was in the list. */
export function toggled(list: string[], id: string): string[] {
  return has(list, id) ? list.filter((item) => item.toLowerCase() !== id.toLowerCase()) : [...list, id]
}

/** An id as a name, where no name is known: 'aedes-aegypti' is 'Aedes aegypti'. */
export function readable(id: string): string {
  const text = id.replaceAll(/[-_]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A collection method. The API has them in lower case: 'cdc light trap' is 'CDC light trap'. */
export function protocolName(value: string): string {
  const text = value.replaceAll(/\b(bg|cdc|co2|evs|mmx|uv)\b/gi, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
