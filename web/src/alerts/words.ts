// Alerts in the reader's language. The API's titles are in English; its facts have what they say.
import { binYear } from '../analysis/answers'
import { binName, methodName, rate } from '../analysis/words'
import type { Alert } from '../api/types'
import { valueName } from '../filter/words.svelte'
import { day, number, t } from '../i18n/locale.svelte'

/** What an alert says; the API's title where the facts are others than those of geo/alerts/kinds. */
export function titleOf(alert: Alert): string {
  const { kind, area, location, facts, title } = alert
  const { text, n } = members(facts)
  switch (kind) {
    case 'introduction': {
      const [species, distance] = [text('species'), n('distance_km')]
      if (species === undefined) break
      const first = distance === undefined ? t('alerts.fact.first', { species, area: area ? valueName('area', area) : t('alerts.everywhere') })
        : t('alerts.fact.firstWithin', { species, distance: number(distance) })
      const nearest = members(facts.nearest_earlier).n('distance_km')
      return `${first}; ${nearest === undefined ? t('alerts.fact.noEarlier') : t('alerts.fact.nearest', { distance: number(Math.round(nearest)) })}`
    }
    case 'excess': {
      const [bin, specimens, upper] = [text('bin'), n('specimens'), n('upper')]
      if (bin === undefined || specimens === undefined || upper === undefined) break
      return t('alerts.fact.excess', { subject: subject(alert), bin: when(bin), n: specimens, upper: number(upper), method: methodName(text('protocol') ?? '') })
    }
    case 'anomaly': {
      const [bin, percent] = [text('bin'), n('percent')]
      if (bin === undefined || percent === undefined || !Array.isArray(facts.years)) break
      return t('alerts.fact.anomaly', { subject: subject(alert), bin: when(bin), percent: number(Math.round(percent)), n: facts.years.length, method: methodName(text('protocol') ?? '') })
    }
    case 'infection': {
      const [pathogen, season, bin, pools, positive] = [text('pathogen'), n('season'), text('bin'), n('pools'), n('positive')]
      const estimate = n('estimate') ?? n('mir')
      if (pathogen === undefined) break
      if (season !== undefined) return t('alerts.fact.firstPositive', { pathogen, season: String(season), species: text('species') ?? '' })
      if (bin === undefined || pools === undefined || positive === undefined || estimate === undefined) break
      return t('alerts.fact.infection', { pathogen, bin: when(bin), rate: rate(estimate), positive: number(positive), n: pools, method: methodName(text('protocol') ?? '') })
    }
    case 'silence': {
      const [last, interval] = [text('last_event_on'), n('usual_interval_days')]
      const site = text('site_id') ?? (location ? degreesOf(location) : undefined)
      if (site === undefined || last === undefined || interval === undefined) break
      return t('alerts.fact.silence', { site, day: day(last), n: interval })
    }
  }
  return title
}

/** Texts and numbers of a fact by their names. */
function members(facts: unknown) {
  const known = (facts ?? {}) as Record<string, unknown>
  return {
    text: (name: string) => (typeof known[name] === 'string' && known[name] !== '' ? known[name] : undefined),
    n: (name: string) => (typeof known[name] === 'number' ? known[name] : undefined),
  }
}

const vectors = 'Vectors of '

/** What was caught: a species, all mosquitoes, or the vectors of a disease, whose name is English in the facts. */
function subject({ facts, rule }: Alert): string {
  const caught = members(facts).text('subject') ?? rule
  if (caught === 'Mosquitoes') return t('alerts.mosquitoes')
  return caught.startsWith(vectors) ? t('alerts.vectors', { disease: caught.slice(vectors.length) }) : caught
}

/** A bin with its year: week 30, 2024. */
function when(bin: string): string {
  const interval = bin.includes('-W') ? 'week' : bin.includes('-B') ? 'biweek' : 'month'
  return t('alerts.fact.bin', { bin: binName(bin, interval), year: String(binYear(bin)) })
}

/** The place of an alert: the name of its area, degrees, or everywhere. */
export function placeOf({ area, location }: Alert): string {
  if (area) return valueName('area', area)
  return location ? degreesOf(location) : t('alerts.everywhere')
}

const degreesOf = ({ lat, lng }: NonNullable<Alert['location']>) => [lat, lng].map((value) => number(value, { maximumFractionDigits: 3 })).join(', ')

export function stateOf({ state, closed_at: closed, historical }: Alert): string {
  const words = [t(`alerts.state.${state}`)]
  if (closed) words.push(t('alerts.closed'))
  if (historical) words.push(t('alerts.historical'))
  return words.join(', ')
}

/** Alerts by the day of their facts. */
export const latestFirst = (alerts: Alert[]) => alerts.toSorted((a, b) => b.day.localeCompare(a.day))

const columns = ['id', 'rule', 'kind', 'title', 'day', 'latitude', 'longitude', 'area', 'historical', 'state', 'note', 'raised_at', 'closed_at', 'closed_reason'] as const

/** Alerts as a table (RFC 4180), in the words of the API. */
export function asCSV(alerts: Alert[]): string {
  const rows = alerts.map((alert) => ({ ...alert, latitude: alert.location?.lat ?? null, longitude: alert.location?.lng ?? null }))
  const cell = (value: string | number | boolean | null) => {
    const text = String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return [columns.join(), ...rows.map((row) => columns.map((name) => cell(row[name])).join())].join('\r\n') + '\r\n'
}
