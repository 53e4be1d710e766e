// The catalog's species by language, read once: for matching what is typed, also when the connection is gone.
import { get } from '../../api/client'
import type { Species } from '../../api/types'
import type { Language } from '../../i18n/message'

interface SpeciesList {
  species: Species[]
  next: string | null
}

const lists = new Map<Language, Promise<Species[]>>()

/** Every species of the catalog. */
export function catalog(language: Language): Promise<Species[]> {
  let list = lists.get(language)
  if (!list) {
    list = read(language)
    // A failed one is asked for again the next time.
    list.catch(() => lists.delete(language))
    lists.set(language, list)
  }
  return list
}

async function read(lang: Language): Promise<Species[]> {
  const all: Species[] = []
  for (;;) {
    const page = await get<SpeciesList>('/species', { lang, limit: 200, offset: all.length })
    all.push(...page.species)
    if (!page.next || page.species.length === 0) return all
  }
}

/** Species by a part of a name, common names in every language and synonyms included. */
export async function search(text: string, lang: Language, signal: AbortSignal): Promise<Species[]> {
  return (await get<SpeciesList>('/species', { search: text, lang, limit: MAX_OPTIONS }, signal)).species
}

export const MAX_OPTIONS = 20

/** What the catalog alone finds: by scientific name and by the common name of its language. */
export function matching(species: Species[], text: string): Species[] {
  const wanted = text.toLowerCase()
  return species
    .filter((s) => s.scientific_name.toLowerCase().includes(wanted) || s.common_name.toLowerCase().includes(wanted))
    .slice(0, MAX_OPTIONS)
}

/** Genera that begin with a text. */
export function generaOf(species: Species[], text: string): string[] {
  const wanted = text.toLowerCase()
  return [...new Set(species.map((s) => s.genus))].filter((genus) => genus.toLowerCase().startsWith(wanted)).sort()
}
