// Questions that the records of this server answer, about the reader's own country where it has some.
import { get } from '../../api/client'
import type { NamedCount, SpeciesDetail, Stats } from '../../api/types'
import { homeCountry } from '../../home/home'

/** Species that arrive in new places, which people ask about first. */
const arriving = ['aedes-albopictus', 'aedes-aegypti', 'aedes-japonicus', 'aedes-koreicus']

interface Named {
  id: string
  name: string
}

/** What the questions ask for. All of it has records. */
export interface Questions {
  country: Named
  /** Where is it? */
  where: Named
  /** In which months is it found? */
  when: Named
  /** Where are its vectors? */
  disease: Named | undefined
}

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

export async function questions(all: Stats, lang: string, signal: AbortSignal): Promise<Questions | undefined> {
  const country = countryFor(await homeCountry(), all.countries)
  if (!country) return
  const { species } = await get<Stats>('/stats', { country: country.id, vector_status: 'High,Moderate,Low', lang }, signal)
  const asked = speciesFor(species)
  if (!asked) return
  const { common_name, related_diseases } = await get<SpeciesDetail>('/species/' + asked.where.id, { lang }, signal)
  return { country, where: { id: asked.where.id, name: common_name }, when: asked.when, disease: related_diseases[0] }
}
