// The texts of the pages: a file for each language, en.json and so on, with the same keys in all of them. A key begins with the
// folder that says it. Texts are in ICU MessageFormat: `{name}`, `{count, number}`, `{count, plural, one {# record} other {# records}}`
// (Russian has one, few, many and other). A browser loads the file of one language.
import { IntlMessageFormat } from 'intl-messageformat'

import type english from './en.json'

export const languages = ['en', 'es', 'fr', 'pt', 'ru'] as const
export type Language = (typeof languages)[number]

/** The key of a text. */
export type MessageKey = keyof typeof english
type Texts = Record<MessageKey, string>

export type Values = Record<string, string | number | Date>

/** A language that lacks a key is a type error here. */
const files: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  pt: () => import('./pt.json'),
  ru: () => import('./ru.json'),
}

interface Loaded {
  texts: Texts
  /** Texts with values, ready to be formatted. */
  formats: Partial<Record<MessageKey, IntlMessageFormat>>
}

const loaded: Partial<Record<Language, Loaded>> = {}

/** Loads the texts of a language; throws when they cannot be loaded. */
export async function load(language: Language): Promise<void> {
  loaded[language] ??= { texts: (await files[language]()).default, formats: {} }
}

/** The text of a key in a loaded language, with its values. The build parses texts that take values (scripts/parsedMessages.ts). */
export function format(key: MessageKey, language: Language, values?: Values): string {
  const of = loaded[language]
  if (!of) throw new Error(`the texts of ${language} are not loaded`)
  const text = of.texts[key]
  if (import.meta.env.PROD && typeof text === 'string') return text
  return String((of.formats[key] ??= new IntlMessageFormat(text, language)).format(values))
}

/** Whether a key, made from data, has a text. */
export const isKey = (key: string, language: Language): key is MessageKey => Object.hasOwn(loaded[language]?.texts ?? {}, key)
