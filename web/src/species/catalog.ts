// What the gallery and the pages ask of the catalog.
import { get } from '../api/client'
import { everyPage } from '../api/pages'
import type { Disease, Species, Stats } from '../api/types'
import type { Language } from '../i18n/message'

/** All species of the catalog, or those that match a search. */
export const listSpecies = (search: string, lang: Language, signal: AbortSignal) => everyPage<Species, 'species'>('/species', 'species', { search, lang }, signal)

/** All diseases, or those that match a search. */
export const listDiseases = (search: string, lang: Language, signal: AbortSignal) => everyPage<Disease, 'diseases'>('/diseases', 'diseases', { search, lang }, signal)

/** Number of records by species id. */
export async function recordsBySpecies(signal: AbortSignal): Promise<Map<string, number>> {
  const stats = await get<Stats>('/stats', {}, signal)
  return new Map(stats.species.map((species) => [species.id, species.count]))
}
