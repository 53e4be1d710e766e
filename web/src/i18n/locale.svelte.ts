// The language of the application: the one in the address, else the browser's, else English.
import { router } from '../app/router.svelte'
import { format, languages, load, type Language, type MessageKey, type Values } from './message'

function known(tag: string | null): Language | undefined {
  const language = tag?.toLowerCase().split('-')[0]
  return languages.find((l) => l === language)
}

const preferred = navigator.languages.map(known).find((l) => l !== undefined) ?? 'en'

// Derived, so that its readers run again when the language changes and not whenever the address does.
const asked = $derived(known(router.query.get('lang')) ?? preferred)
let current = $state<Language>()

/** The language that the address names. It becomes the present one when its texts are loaded. Reactive. */
export function askedLanguage(): Language {
  return asked
}

/** Loads the texts of the asked language and makes it the present one. If that fails, the address goes back to the language before. */
export async function followLanguage(): Promise<void> {
  const next = asked
  try {
    await load(next)
    if (next === asked) current = next
  } catch (error) {
    if (!current) throw error
    if (next === asked) router.set({ lang: current }, 'replace')
  }
}

/** The present language; main.ts sets the first one before it mounts the application. Reactive. */
export function language(): Language {
  return current ?? 'en'
}

/** A text in the present language. Reactive: `{t('app.about')}`. */
export function t(key: MessageKey, values?: Values): string {
  return format(key, language(), values)
}

/** A whole number in the present language. */
export function number(n: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language(), options).format(n)
}

export function percent(share: number): string {
  return number(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
}

/** A length in metres, written in kilometres from 1000 on. */
export function distance(metres: number): string {
  const unit = metres >= 1000 ? 'kilometer' : 'meter'
  return number(metres >= 1000 ? metres / 1000 : metres, { style: 'unit', unit, maximumFractionDigits: 1 })
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

/**
 * The time of a record, as precisely as it is known: a time, a day, a month, a year or an interval. It is shown on the clock that it was
 * written by, '2019-06-01T23:30:00-05:00' as 23:30 of 1 June.
 */
export function observed(at: string, precision: string, until?: string | null): string {
  const [, zone = ''] = /([+-]\d\d:\d\d)$/.exec(at) ?? []
  const start = new Date(zone ? at.slice(0, -zone.length) + 'Z' : at)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...options })
  switch (precision) {
    case 'year':
      return format({ year: 'numeric' }).format(start)
    case 'month':
      return format({ year: 'numeric', month: 'long' }).format(start)
    case 'interval':
      return until ? format({ dateStyle: 'medium' }).formatRange(start, new Date(until)) : day(at.slice(0, 10))
    case 'time':
      return format({ dateStyle: 'medium', timeStyle: 'short' }).format(start) + ' ' + clock(zone)
    default:
      return day(at.slice(0, 10))
  }
}

/** A clock by how far it is from UTC: '-05:00' is UTC−5, '+05:45' UTC+5:45. */
function clock(zone: string): string {
  if (!zone) return 'UTC'
  const minutes = zone.slice(4)
  return `UTC${zone.startsWith('-') ? '−' : '+'}${Number(zone.slice(1, 3))}${minutes === '00' ? '' : ':' + minutes}`
}

/** The name of a country by its ISO 3166-1 alpha-2 code. */
export function country(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'region' }).of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}
