import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'

import { format, type Language, languages, load, type MessageKey } from './message'

const files = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' })
const texts = Object.fromEntries(languages.map((language) => [language, files[`./${language}.json`] ?? {}])) as Record<Language, Record<string, string>>
const keys = Object.keys(texts.en)

/** Names of the values that a text takes, and the plural categories that each plural names. */
function parts(elements: MessageFormatElement[], names = new Set<string>(), plurals: string[][] = []) {
  for (const e of elements) {
    if (e.type === TYPE.literal || e.type === TYPE.pound) continue
    if (e.type === TYPE.tag) {
      parts(e.children, names, plurals)
      continue
    }
    names.add(e.value)
    if (e.type === TYPE.plural) plurals.push(Object.keys(e.options))
    if (e.type === TYPE.plural || e.type === TYPE.select) {
      for (const option of Object.values(e.options)) parts(option.value, names, plurals)
    }
  }
  return { names, plurals }
}

test('there is a file for each language, with the same keys', () => {
  expect(Object.keys(files).length).toBe(languages.length)
  expect(keys.length).toBeGreaterThan(0)
  for (const language of languages) expect(Object.keys(texts[language]).sort(), language).toEqual(keys.toSorted())
})

// Tools for translators may show the parts of keys as a tree.
test('no key is the beginning of another', () => {
  for (const key of keys) expect(keys.filter((other) => other.startsWith(key + '.')), key).toEqual([])
})

// One test for each language and not for each text: thousands of tests take longer to list than to run.
test.each(languages)('every text of %s is there, with the values of the English one and the plurals of its language', (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  // "many" of es, fr and pt is for compact millions, where "other" reads the same.
  const needed = pluralCategories.filter((c) => c !== 'many' || language === 'ru')
  const problems: string[] = []
  for (const key of keys) {
    try {
      const text = texts[language][key] ?? ''
      if (!text.trim()) throw new Error('is empty')
      const { names, plurals } = parts(parse(text))
      const [taken, given] = [names, parts(parse(texts.en[key]!)).names].map((all) => [...all].sort().join())
      if (taken !== given) throw new Error(`takes the values ${taken} and is given ${given}`)
      for (const categories of plurals) {
        const missing = needed.filter((c) => !categories.includes(c))
        if (missing.length) throw new Error(`lacks the plural ${missing.join()}`)
      }
    } catch (error) {
      problems.push(`${key}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect(problems).toEqual([])
})

test('the source uses every key', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '../../*.go'], { eager: true, query: '?raw', import: 'default' })
  const source = Object.values(sources).join('\n')
  const written = new Set(source.match(/'[\w.]+'|"[a-z]+\.[\w.]+"/g)?.map((text) => text.slice(1, -1)))
  // `species.side.${side}` stands for every key of that form.
  const templates = new Set(source.match(/`[a-z]+\.[^`\s]*\$\{[^`\s]+`/gi))
  const forms = [...templates].map((template) => new RegExp(`^${template.slice(1, -1).replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '\\w+')}$`))
  expect(keys.filter((key) => !written.has(key) && !forms.some((form) => form.test(key)))).toEqual([])
})

test('plurals follow the language', async () => {
  await Promise.all((['en', 'ru'] as const).map(load))
  const records: MessageKey = 'terms.recordCount'
  expect(format(records, 'ru', { n: 1 })).toBe('1 запись')
  expect(format(records, 'ru', { n: 3 })).toBe('3 записи')
  expect(format(records, 'ru', { n: 25 })).toBe('25 записей')
  expect(format(records, 'en', { n: 1200 })).toBe('1,200 records')
})
