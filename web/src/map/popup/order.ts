// The order and the search of a list of records.
import type { TileRecord } from './features'

export const columns = ['date', 'species', 'specimens', 'status'] as const
export type Column = (typeof columns)[number]

export interface Order {
  by: Column
  down: boolean
}

const compare: Record<Column, (a: TileRecord, b: TileRecord) => number> = {
  date: (a, b) => a.observedAt.localeCompare(b.observedAt),
  species: (a, b) => a.scientificName.localeCompare(b.scientificName),
  specimens: (a, b) => a.count - b.count,
  status: (a, b) => a.status.localeCompare(b.status),
}

/** Sorts records; those that are equal newest first. */
export function ordered(records: readonly TileRecord[], { by, down }: Order): TileRecord[] {
  const sign = down ? -1 : 1
  return records.toSorted((a, b) => sign * compare[by](a, b) || -compare.date(a, b) || a.id.localeCompare(b.id))
}

/** The records whose text has every word that is searched for. */
export function matching(records: readonly TileRecord[], search: string, text: (record: TileRecord) => string): TileRecord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0 ? [...records] : records.filter((record) => words.every((word) => text(record).toLowerCase().includes(word)))
}
