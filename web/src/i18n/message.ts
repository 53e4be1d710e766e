// Texts in the five languages side by side: a file messages.ts beside the components that say them.
import { IntlMessageFormat } from 'intl-messageformat'

export const languages = ['en', 'es', 'fr', 'pt', 'ru'] as const
export type Language = (typeof languages)[number]

/**
 * A text in every language, in ICU MessageFormat: `{name}`, `{count, number}`,
 * `{count, plural, one {# record} other {# records}}` (Russian has one, few, many and other).
 */
export type Message = Record<Language, string>

/** Texts by name. `export const messages = { ... } satisfies Messages` makes a missing language a type error. */
export type Messages = Record<string, Message>

export type Values = Record<string, string | number | Date>

const formats = new Map<Message, Partial<Record<Language, IntlMessageFormat>>>()

/** The text of a message in a language, with its values. A built text is parsed already (scripts/parsedMessages.ts). */
export function format(message: Message, language: Language, values?: Values): string {
  const text = message[language] || message.en
  if (import.meta.env.PROD && typeof text === 'string') return text
  let compiled = formats.get(message)
  if (!compiled) formats.set(message, (compiled = {}))
  return String((compiled[language] ??= new IntlMessageFormat(text, language)).format(values))
}
