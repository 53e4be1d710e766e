// Which species a legend names: those whose colours are on the map, even when they are rare among all records.
import type { NamedCount } from '../../api/types'

/**
 * At most `most` species, commonest first: those drawn with most records, then the commonest of the others.
 * `species` are those that match, commonest first; `drawn` are the records that the map shows in the colour of each.
 */
export function listed(species: readonly NamedCount[], drawn: ReadonlyMap<string, number>, most: number): NamedCount[] {
  const weight = ({ id }: NamedCount) => drawn.get(id) ?? 0
  const chosen = new Set(species.toSorted((a, b) => weight(b) - weight(a)).slice(0, most))
  return species.filter((s) => chosen.has(s))
}
