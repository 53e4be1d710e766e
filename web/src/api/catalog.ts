// The lists of the catalog and of the filters' options. Lists that hardly change are requested once for each language.
import type { Language } from '../i18n/message'
import { local, person } from '../app/settings'
import { get } from './client'
import type { Disease, FilterOption, FilterOptionList, Reference, Source, Species } from './types'

type List<T> = (language: Language) => Promise<T[]>

/** Remembers a list for each language. A list that could not be loaded is requested again by the next call. */
function once<T>(load: List<T>): List<T> {
  const lists = new Map<Language, Promise<T[]>>()
  return (language) => {
    let list = lists.get(language)
    if (!list) {
      list = load(language)
      lists.set(language, list)
      list.catch(() => lists.delete(language))
    }
    return list
  }
}

/** The most items that the API puts on a page of these lists. */
const pageLimit = 200

/** Reads a list page by page, up to `most` items. `name` is the list's name in its envelope. */
async function read<T, Name extends string>(name: Name, params: Record<string, string>, most = Infinity, signal?: AbortSignal): Promise<T[]> {
  const items: T[] = []
  for (;;) {
    const limit = Math.min(pageLimit, most - items.length)
    const page = await get<Record<Name, T[]> & { count: number }>('/' + name, { ...params, limit, offset: items.length }, signal)
    items.push(...page[name])
    if (items.length >= Math.min(page.count, most) || page[name].length === 0) return items
  }
}

export interface SearchOptions {
  /** The most items to return; all that match by default. */
  most?: number
  signal?: AbortSignal
}

/** Species whose scientific name, synonym or common name in any language contains a text. */
export const searchSpecies = (search: string, lang: Language, { most, signal }: SearchOptions = {}) =>
  read<Species, 'species'>('species', { search, lang }, most, signal)

/** Diseases whose name contains a text. */
export const searchDiseases = (search: string, lang: Language, { most, signal }: SearchOptions = {}) =>
  read<Disease, 'diseases'>('diseases', { search, lang }, most, signal)

/** Every species of the catalog. */
export const species = once((lang) => read<Species, 'species'>('species', { lang }))
/** Every disease of the catalog. */
export const diseases = once((lang) => read<Disease, 'diseases'>('diseases', { lang }))

/** Every data source, as it is now. */
export const sources = (signal?: AbortSignal) => read<Source, 'data_sources'>('data_sources', {}, Infinity, signal)

/** The options of a filter with their records, as they are now. */
export async function options(type: string, lang: Language, signal?: AbortSignal) {
  return (await get<FilterOptionList>('/filters/' + type, { lang }, signal)).results
}

/** The catalog's species and the names of records that the catalog lacks. */
export const speciesNames = once((lang) => options('species', lang))
/** Countries that have records. */
export const countries = once((lang) => options('countries', lang))
export const regions = once((lang) => options('regions', lang))

/** Private data sources that the visitor may read: nobody who is not known has any. */
export const privateSources = once(async () => (person || local ? (await sources()).filter((source) => source.private) : []))

const asOption = ({ id, title, licence, citation, url }: Source): FilterOption => ({
  id, name: title, observation_count: 0, ...(licence && { licence }), ...(citation && { citation }), ...(url && { url }),
})

/** Data sources with records, and private ones that the visitor may read, whose records are not counted. */
export const dataSources = once(async (lang) => {
  // Without the private ones, the public remain.
  const [shown, hidden] = await Promise.all([options('data_sources', lang), privateSources(lang).catch((): Source[] => [])])
  return [...shown, ...hidden.map(asOption)]
})

/** Names by id. */
export const namesById = (items: Reference[]) => new Map(items.map(({ id, name }) => [id, name]))
