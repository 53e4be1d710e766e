// Names of countries, as the browser knows them.
import type { Language } from '../../i18n/message'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Countries whose short names are initials in some languages. */
const written = new Set(['GB', 'US'])

const known = new Map<Language, Map<string, string>>()

/** Names by ISO 3166-1 alpha-2 code, short where the language has a short one. */
export function countryNames(language: Language): Map<string, string> {
  let names = known.get(language)
  if (!names) {
    names = new Map()
    const long = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    const short = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style: 'short' })
    for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
      const name = (written.has(code) ? long : short).of(code)
      if (name) names.set(code, name)
    }
    known.set(language, names)
  }
  return names
}
