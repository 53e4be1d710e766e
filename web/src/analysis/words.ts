// Words of the analysis in the reader's language.
import type { EffortUnit } from '../api/types'
import { protocolName } from '../filter/chips'
import { day, language, monthName, number, t } from '../i18n/locale.svelte'
import { binNumber } from './answers'
import type { Interval } from './view'

/** A rate: three significant digits. */
export const rate = (value: number) => number(value, { maximumSignificantDigits: 3 })

/** A p or q value: two significant digits, and no smaller ones than 0.001. */
export const probability = (value: number) => (value < 0.001 ? `< ${number(0.001, { maximumFractionDigits: 3 })}` : number(value, { maximumSignificantDigits: 2 }))

/** Effort with its unit, such as 82 trap-nights. */
export const effortText = (effort: number, unit: EffortUnit | null) => `${number(effort, { maximumFractionDigits: 1 })} ${unit ? t(`analysis.unit.${unit}`, { n: effort }) : ''}`.trim()

export const unitName = (unit: EffortUnit) => t(`analysis.unit.${unit}`, { n: 1 })

export const methodName = (protocol: string) => (protocol ? protocolName(protocol) : t('analysis.noMethod'))

/** A bin for people: July, week 28, 2012. */
export function binName(bin: string, interval: Interval): string {
  const n = binNumber(bin)
  switch (interval) {
    case 'month':
      return monthName(n)
    case 'year':
      return String(n)
    default:
      return t(interval === 'week' ? 'analysis.week' : 'analysis.biweek', { n: String(n) })
  }
}

/** A bin on an axis or in a small box. */
export const shortName = (at: number, interval: Interval) => (interval === 'month' ? monthName(at, 'short') : String(at))

/** The first and the last day of a bin. */
export const daysOf = (start: string, end: string) =>
  start === end ? day(start) : new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(new Date(start), new Date(end))

/** Bands of an anomaly by number, 1 to 5. */
export const bandName = (band: number) => t(`analysis.band.${String(band)}` as 'analysis.band.1')
