// Questions that the records of this server answer, about the reader's own country where it has some.
import { get } from '../../api/client'
import type { SpeciesDetail, Stats } from '../../api/types'
import { homeCountry } from '../../home/home'
import { countryFor, speciesFor } from './subjects'

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

export async function questions(all: Stats, lang: string, signal: AbortSignal): Promise<Questions | undefined> {
  const country = countryFor(await homeCountry(), all.countries)
  if (!country) return
  const { species } = await get<Stats>('/stats', { country: country.id, vector_status: 'High,Moderate,Low', lang }, signal)
  const asked = speciesFor(species)
  if (!asked) return
  const { common_name, related_diseases } = await get<SpeciesDetail>('/species/' + asked.where.id, { lang }, signal)
  return { country, where: { id: asked.where.id, name: common_name }, when: asked.when, disease: related_diseases[0] }
}
