// Alerts in the reader's words. Their titles are in English; kind, subject, place and state are told here.
import type { Alert } from '../api/types'
import { valueName } from '../filter/words.svelte'
import { number, t } from '../i18n/locale.svelte'

/** What an alert is about: a species, or what was caught, or a site; its rule where the facts name none. */
export function subject({ facts, rule }: Alert): string {
  const named = facts as Record<string, unknown>
  const name = [named.species, named.subject, named.site_id].find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : rule
}

/** The place of an alert: the name of its area, degrees, or everywhere. */
export function placeOf({ area, location }: Alert): string {
  if (area) return valueName('area', area)
  if (!location) return t('alerts.everywhere')
  const degrees = (value: number) => number(value, { maximumFractionDigits: 3 })
  return `${degrees(location.lat)}, ${degrees(location.lng)}`
}

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
