import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'

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

describe.each(languages)('%s', (language) => {
  test.each(keys)('%s', (key) => {
    const text = texts[language][key] ?? ''
    expect(text.trim()).toBeTruthy()
    const { names, plurals } = parts(parse(text))
    expect(names).toEqual(parts(parse(texts.en[key]!)).names)
    for (const categories of plurals) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      // "many" of es, fr and pt is for compact millions, where "other" reads the same.
      const needed = pluralCategories.filter((c) => c !== 'many' || language === 'ru')
      expect(categories.filter((c) => !c.startsWith('='))).toEqual(expect.arrayContaining(needed))
    }
  })
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
