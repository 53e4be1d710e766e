// Names of the histogram's bars in the reader's language.
import { language, month } from '../i18n/locale.svelte'
import { firstDay, type Bins } from './bins'

const format = (iso: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(new Date(iso))

/** The name of a bar. On the axis, January is named by its year. */
export function binName(bins: Bins, i: number, width: 'long' | 'axis'): string {
  const iso = firstDay(bins, i)
  if (bins.step === 'year') return String(bins.first + i)
  if (width === 'long') return format(iso, { month: 'long', year: 'numeric' })
  return iso.slice(5, 7) === '01' ? iso.slice(0, 4) : month(iso)
}
