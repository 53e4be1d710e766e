// The order of a table of names and counts.
import type { NamedCount } from '../api/types'

export interface Order {
  by: 'name' | 'count'
  down: boolean
}

/** Sorts rows; rows with the same count by name, in the language's order. */
export function sorted(rows: NamedCount[], { by, down }: Order, language: string): NamedCount[] {
  const { compare } = new Intl.Collator(language)
  const sign = down ? -1 : 1
  return [...rows].sort((a, b) => (by === 'count' ? sign * (a.count - b.count) || compare(a.name, b.name) : sign * compare(a.name, b.name)))
}
