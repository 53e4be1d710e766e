// Areas by their numbers of records.
import type { PlaceCount } from '../api/types'

/** The most areas that are listed. */
export const most = 60

export interface Ranked {
  shown: { id: string; name: string; count: number }[]
  /** Areas with records that are not listed. */
  more: number
}

/** Areas with records, those with most of them first. */
export function ranked(counts: readonly PlaceCount[]): Ranked {
  const found = counts.filter(({ records }) => records > 0).sort((a, b) => b.records - a.records)
  return {
    shown: found.slice(0, most).map(({ area_id, name, records }) => ({ id: area_id ?? '', name: name ?? area_id ?? '', count: records })),
    more: Math.max(0, found.length - most),
  }
}
