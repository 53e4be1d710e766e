// Finds names in the list of species, for typing without a connection.
import type { Species } from '../../api/types'

/** The most species to offer at once. */
export const mostOffered = 20

/** Species by a part of the scientific name, or of the common name in the language of the list. */
export function matching(species: Species[], text: string): Species[] {
  const wanted = text.toLowerCase()
  return species
    .filter((s) => s.scientific_name.toLowerCase().includes(wanted) || s.common_name.toLowerCase().includes(wanted))
    .slice(0, mostOffered)
}

/** Genera that begin with a text. */
export function generaOf(species: Species[], text: string): string[] {
  const wanted = text.toLowerCase()
  return [...new Set(species.map((s) => s.genus))].filter((genus) => genus.toLowerCase().startsWith(wanted)).sort()
}
