// What the gallery and the pages ask of the catalog.
import { get } from '../api/client'
import type { Disease, Species, Stats } from '../api/types'
import type { Language } from '../i18n/message'

/** The most that the API gives at once. */
const limit = 200

/** All species of the catalog, or those that match a search. */
export async function listSpecies(search: string, lang: Language, signal: AbortSignal): Promise<Species[]> {
  const all: Species[] = []
  for (;;) {
    const page = await get<{ count: number; species: Species[] }>('/species', { search, lang, limit, offset: all.length }, signal)
    all.push(...page.species)
    if (page.species.length === 0 || all.length >= page.count) return all
  }
}

/** All diseases, or those that match a search. */
export async function listDiseases(search: string, lang: Language, signal: AbortSignal): Promise<Disease[]> {
  const all: Disease[] = []
  for (;;) {
    const page = await get<{ count: number; diseases: Disease[] }>('/diseases', { search, lang, limit, offset: all.length }, signal)
    all.push(...page.diseases)
    if (page.diseases.length === 0 || all.length >= page.count) return all
  }
}

/** Number of records by species id. */
export async function recordsBySpecies(signal: AbortSignal): Promise<Map<string, number>> {
  const stats = await get<Stats>('/stats', {}, signal)
  return new Map(stats.species.map((species) => [species.id, species.count]))
}
