import type { Species, SpeciesImage } from '../api/types'

/** The most photographs beside a record. */
const most = 6

/** The species of the genus of a name that have a photograph: the one that is named first, the others by name. */
export function comparable(name: string, all: Species[]): { species: Species; image: SpeciesImage }[] {
  const [genus] = name.split(' ')
  const found = all.flatMap((species) => (species.genus === genus && species.image ? [{ species, image: species.image }] : []))
  const rank = ({ species }: { species: Species }) => (name === species.scientific_name || name.startsWith(species.scientific_name + ' ') ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, most)
}
