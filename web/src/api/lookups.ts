// Lists that several pages use, asked for once in a language.
import type { Language } from '../i18n/message'
import { get } from './client'
import type { DataSource, Disease, Option, Results, Species } from './types'

type Lookup<T> = (language: Language) => Promise<T[]>

function once<T>(load: Lookup<T>): Lookup<T> {
  const answers = new Map<Language, Promise<T[]>>()
  return (language) => {
    let answer = answers.get(language)
    if (!answer) {
      answer = load(language)
      answers.set(language, answer)
      // What failed is asked for again by the next who needs it.
      answer.catch(() => answers.delete(language))
    }
    return answer
  }
}

/** The most items that a page of species or diseases has. */
const pageLimit = 200

/** Every page of a list of the catalog. */
function all<T, Name extends string>(path: string, name: Name): Lookup<T> {
  return once(async (lang) => {
    const items: T[] = []
    for (;;) {
      const page = await get<Record<Name, T[]> & { count: number }>(path, { lang, limit: pageLimit, offset: items.length })
      items.push(...page[name])
      if (items.length >= page.count || page[name].length === 0) return items
    }
  })
}

const options = <T extends Option>(type: string): Lookup<T> => once(async (lang) => (await get<Results<T>>('/filters/' + type, { lang })).results)

/** The catalog's species. */
export const species = all<Species, 'species'>('/species', 'species')
export const diseases = all<Disease, 'diseases'>('/diseases', 'diseases')
/** The catalog's species and the names observed beside them. */
export const speciesNames = options('species')
/** Countries that have records. */
export const countries = options('countries')
export const regions = options('regions')
export const dataSources = options<DataSource>('data_sources')
