// Lists that several pages use, asked for once in a language.
import type { Language } from '../i18n/message'
import { get } from './client'
import { everyPage } from './pages'
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

/** Every page of a list of the catalog. */
const all = <T, Name extends string>(path: string, name: Name): Lookup<T> => once((lang) => everyPage<T, Name>(path, name, { lang }))

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
