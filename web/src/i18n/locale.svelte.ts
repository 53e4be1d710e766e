// The language of the application: the one in the address, else the browser's, else English.
import { router } from '../app/router.svelte'
import { format, languages, type Language, type Message, type Values } from './message'

function known(tag: string | null): Language | undefined {
  const language = tag?.toLowerCase().split('-')[0]
  return languages.find((l) => l === language)
}

const preferred = navigator.languages.map(known).find((l) => l !== undefined) ?? 'en'

// Derived, so that what reads it starts anew when the language changes and not whenever the address does.
const current = $derived(known(router.query.get('lang')) ?? preferred)

/** The present language. Reactive. */
export function language(): Language {
  return current
}

/** A message in the present language. Reactive: `{t(messages.title)}`. */
export function t(message: Message, values?: Values): string {
  return format(message, language(), values)
}

/** A whole number in the present language. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), options).format(n)
}

export function percent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
}

/** A UTC day, such as '2024-08-13'. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))
}

/** A month, such as '2024-08'. */
export function month(iso: string): string {
  return new Intl.DateTimeFormat(language(), { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(iso))
}

/** The name of a month of the year, 1 to 12. */
export function monthName(n: number, width: 'long' | 'short' | 'narrow' = 'long'): string {
  return new Intl.DateTimeFormat(language(), { month: width, timeZone: 'UTC' }).format(Date.UTC(2024, n - 1, 1))
}

/** What a record says of its time: a day, a month, a year or an interval, as precise as it is known. */
export function observed(at: string, precision: string, until?: string | null): string {
  const start = new Date(at)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...options })
  switch (precision) {
    case 'year':
      return format({ year: 'numeric' }).format(start)
    case 'month':
      return format({ year: 'numeric', month: 'long' }).format(start)
    case 'interval':
      return until ? format({ dateStyle: 'medium' }).formatRange(start, new Date(until)) : day(at)
    case 'time':
      return format({ dateStyle: 'medium', timeStyle: 'short' }).format(start) + ' UTC'
    default:
      return day(at)
  }
}

/** The name of a country by its ISO 3166-1 alpha-2 code. */
export function country(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'region' }).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}
