// What the questions of a first visit are about.
import type { NamedCount } from '../../api/types'

/** Species that arrive in new places, which people ask about first. */
const arriving = ['aedes-albopictus', 'aedes-aegypti', 'aedes-japonicus', 'aedes-koreicus']

/** The country to ask about: the reader's own, else the one with the most records. */
export function countryFor(home: string | undefined, countries: NamedCount[]): NamedCount | undefined {
  return countries.find(({ id }) => id === home) ?? countries.toSorted((a, b) => b.count - a.count)[0]
}

/** The species to ask for: one that arrives in new places, and another one with many records. */
export function speciesFor(species: NamedCount[]): { where: NamedCount; when: NamedCount } | undefined {
  const most = species.toSorted((a, b) => b.count - a.count)
  const where = arriving.map((id) => most.find((s) => s.id === id)).find((s) => s !== undefined) ?? most[0]
  return where && { where, when: most.find((s) => s !== where) ?? where }
}
