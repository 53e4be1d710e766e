import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'

import { format, languages, type Messages } from './message'

const files = import.meta.glob<Record<string, Messages>>('../**/messages.ts', { eager: true })

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

test('there are texts', () => expect(Object.keys(files).length).toBeGreaterThan(0))

describe.each(Object.entries(files))('%s', (_file, tables) => {
  test.each(Object.values(tables).flatMap((table) => Object.entries(table)))('%s', (_name, message) => {
    const wanted = parts(parse(message.en)).names
    for (const language of languages) {
      expect(message[language]?.trim(), language).toBeTruthy()
      const { names, plurals } = parts(parse(message[language]))
      expect(names, language).toEqual(wanted)
      for (const categories of plurals) {
        const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
        // "many" of es, fr and pt is for compact millions, where "other" reads the same.
        const needed = pluralCategories.filter((c) => c !== 'many' || language === 'ru')
        expect(categories.filter((c) => !c.startsWith('=')), language).toEqual(expect.arrayContaining(needed))
      }
    }
  })
})

test('plurals follow the language', () => {
  const message = {
    en: '{n, plural, one {# record} other {# records}}',
    es: '{n, plural, one {# registro} other {# registros}}',
    fr: '{n, plural, one {# enregistrement} other {# enregistrements}}',
    pt: '{n, plural, one {# registro} other {# registros}}',
    ru: '{n, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
  }
  expect(format(message, 'ru', { n: 1 })).toBe('1 запись')
  expect(format(message, 'ru', { n: 3 })).toBe('3 записи')
  expect(format(message, 'ru', { n: 25 })).toBe('25 записей')
  expect(format(message, 'en', { n: 1200 })).toBe('1,200 records')
})
