// What the answers of the analytics hold, prepared for charts and lists.
import type { Abundance, Anomaly, EffortUnit, Infection, VectorIndex } from '../api/types'
import { ApiError } from '../api/client'
import { units, type Interval } from './view'

/** A bin on the axis of a year; `at` counts from 1, months, weeks and periods of two weeks alike. */
export interface Point {
  bin: string
  at: number
  start: string
  end: string
  /** Null where it is not known; `least` is then a lower bound, where there is one. */
  value: number | null
  least: number | null
  lower: number | null
  upper: number | null
  mean: number | null
}

/** A bin of a rate of catch. */
export interface RatePoint extends Point {
  value: number
  events: number
  zeroEvents: number
}

interface Binned {
  bin: string | null
  protocol: string | null
}

/** The number of a bin in its year; of a year itself, the year. */
export const binNumber = (bin: string) => Number(/(\d+)$/.exec(bin)?.[1] ?? 0)
export const binYear = (bin: string) => Number(bin.slice(0, 4))

/** Protocols by effort, or by mosquitoes tested, the one with most first; '' stands for those that name none. */
export function protocols(rows: (Pick<Abundance, 'protocol' | 'effort'> | Pick<Infection, 'protocol' | 'tested'>)[]): string[] {
  const effort = new Map<string, number>()
  for (const row of rows) effort.set(row.protocol ?? '', (effort.get(row.protocol ?? '') ?? 0) + ('effort' in row ? row.effort : row.tested))
  return [...effort].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([protocol]) => protocol)
}

/** Years of a protocol, the latest first. */
export const years = (rows: Binned[], protocol: string) =>
  [...new Set(rows.filter((row) => (row.protocol ?? '') === protocol && row.bin).map((row) => binYear(row.bin!)))].sort((a, b) => b - a)

/** The bins of a protocol in a year, all of them without one, with the mean of the years before. */
export function points(rows: Abundance[], before: Anomaly[], protocol: string, year: number | undefined): RatePoint[] {
  const means = new Map(before.filter((row) => (row.protocol ?? '') === protocol).map(({ bin, mean }) => [bin, mean]))
  return rows
    .filter((row) => shows(row, protocol, year))
    .map((row) => ({
      ...place(row), value: row.abundance, least: null, lower: row.lower, upper: row.upper, mean: means.get(row.bin!) ?? null, events: row.events, zeroEvents: row.zero_events,
    }))
}

/** Infected of 1,000 by bin. Where every pool is positive, the minimum infection rate is a lower bound. */
export const infectionPoints = (rows: Infection[], protocol: string, year: number | undefined): (Point & { row: Infection })[] =>
  rows
    .filter((row) => shows(row, protocol, year))
    .map((row) => ({
      ...place(row), value: row.estimate, least: row.reason === 'all_positive' ? row.mir : null,
      lower: row.estimate === null ? null : row.lower, upper: row.estimate === null ? null : row.upper, mean: null, row,
    }))

/** The vector index by bin. */
export const indexPoints = (rows: VectorIndex[], protocol: string, year: number | undefined): Point[] =>
  rows.filter((row) => shows(row, protocol, year)).map((row) => ({ ...place(row), value: row.value, least: null, lower: null, upper: null, mean: null }))

const shows = ({ bin, protocol }: Binned, of: string, year: number | undefined) => bin !== null && (protocol ?? '') === of && (year === undefined || binYear(bin) === year)

const place = ({ bin, start, end }: Pick<Abundance, 'bin' | 'start' | 'end'>) => ({ bin: bin!, at: binNumber(bin!), start: start!, end: end! })

/** The last bin of a year's axis. */
export function lastBin(interval: Interval, at: number[]): number {
  const usual = { month: 12, biweek: 26, week: 52, year: 0 }[interval]
  return Math.max(usual, ...at)
}

/** The code of an error of the analytics, such as effort_missing; '' for others. */
export const codeOf = (error: unknown) => (error instanceof ApiError && error.status === 422 ? (error.errors[0]?.type ?? '') : '')

/** The units that an error about mixed units names, and the collection, which always works. */
export const unitsIn = (message: string): EffortUnit[] => units.filter((unit) => unit === 'collection' || new RegExp(`\\b${unit}\\b`).test(message))
