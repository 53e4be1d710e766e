// The columns of the table of records: members of a record, and every member of its `metadata`.
import type { Observation } from '../api/types'
import { country, number, observed, t } from '../i18n/locale.svelte'
import type { MessageKey } from '../i18n/message'
import { coordinateText } from '../terms/coordinates'
import { doubts } from '../terms/doubts'
import { qualityFlag, recordStatus, term } from '../terms/terms'

/** Names of what records have ids of. */
export interface Names {
  source: (id: string) => string
  region: (id: string) => string
}

export interface Column {
  /** Its name in the address. */
  id: string
  /** The key of its title; the member of `metadata` has its own name. */
  title: MessageKey | { name: string }
  /** In rem. */
  width: number
  kind?: 'number' | 'scientific'
  text: (record: Observation, names: Names) => string
}

/** The first column, which names the record and is always there. */
export const species: Column = { id: 'species', title: 'terms.species', width: 13, kind: 'scientific', text: (r) => r.species_scientific_name }
/** The one column by which the server sorts. */
export const date = 'date'

const metres = (n: number | null) => (n === null ? '' : t('record.metres', { n: number(n) }))
const moment = (iso: string) => observed(iso, 'time')

const others: Column[] = [
  { id: date, title: 'terms.date', width: 10, text: (r) => observed(r.observed_at, r.date_precision, r.observed_until) },
  { id: 'specimens', title: 'terms.specimens', width: 7, kind: 'number', text: (r) => number(r.count) },
  { id: 'life_stage', title: 'terms.lifeStage', width: 8, text: (r) => (r.life_stage ? term(r.life_stage) : '') },
  { id: 'sex', title: 'terms.sex', width: 7, text: (r) => (r.sex ? term(r.sex) : '') },
  { id: 'country', title: 'terms.country', width: 10, text: (r) => (r.country_id ? country(r.country_id) : '') },
  { id: 'method', title: 'terms.method', width: 12, text: (r) => r.sampling_protocol ?? '' },
  { id: 'data_source', title: 'terms.dataSource', width: 14, text: (r, names) => (r.data_source ? names.source(r.data_source) : '') },
  { id: 'status', title: 'record.status', width: 9, text: (r) => recordStatus(r.status) },
  { id: 'region', title: 'terms.region', width: 11, text: (r, names) => (r.region_id ? names.region(r.region_id) : '') },
  { id: 'coordinates', title: 'record.coordinates', width: 14, text: (r) => `${coordinateText(r.location.lat)}, ${coordinateText(r.location.lng)}` },
  { id: 'accuracy', title: 'terms.accuracy', width: 8, kind: 'number', text: (r) => metres(r.location_accuracy_m) },
  { id: 'written', title: 'record.writtenAs', width: 12, kind: 'scientific', text: (r) => r.verbatim_scientific_name ?? '' },
  { id: 'qualifier', title: 'record.qualifier', width: 10, text: (r) => r.identification_qualifier ?? '' },
  { id: 'flags', title: 'record.flags', width: 14, text: (r) => doubts(r).map(qualityFlag).join(', ') },
  { id: 'event', title: 'record.event', width: 12, text: (r) => r.event_id ?? '' },
  { id: 'basis', title: 'record.basis', width: 11, text: (r) => r.basis_of_record ?? '' },
  { id: 'licence', title: 'terms.licence', width: 12, text: (r) => r.licence ?? '' },
  { id: 'occurrence', title: 'record.occurrence', width: 14, text: (r) => r.occurrence_id ?? '' },
  { id: 'notes', title: 'record.notes', width: 16, text: (r) => r.notes ?? '' },
  { id: 'created', title: 'record.created', width: 13, text: (r) => moment(r.created_at) },
  { id: 'updated', title: 'record.updated', width: 13, text: (r) => moment(r.updated_at) },
]
const known = new Map(others.map((column) => [column.id, column]))

const few = [date, 'specimens', 'country']
const usual = [date, 'specimens', 'life_stage', 'sex', 'country', 'method', 'data_source']
/** The columns after the first that are shown where nobody chose others; a phone has fewer. */
export const defaults = (narrow: boolean): string[] => (narrow ? few : usual)

const inMetadata = 'metadata.'

/** The text of a member of `metadata`, whatever it is. */
const anyText = (value: unknown) => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The id of the column of a member of `metadata`. Ids stand in a list with commas. */
export const metadataId = (name: string) => inMetadata + name.replace(/[%,]/g, encodeURIComponent)

/** The column of an id; undefined for what is none. */
export function column(id: string): Column | undefined {
  if (!id.startsWith(inMetadata)) return known.get(id)
  const name = decoded(id.slice(inMetadata.length))
  return name === '' ? undefined : { id, title: { name }, width: 10, text: (r) => anyText(r.metadata[name]) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

export const titleOf = ({ title }: Column): string => (typeof title === 'string' ? t(title) : title.name)

/** The ids of chosen columns in the address, without those that are none. */
export function parseColumns(text: string | null, narrow: boolean): string[] {
  if (text === null) return defaults(narrow)
  return [...new Set(text.split(','))].filter((id) => column(id) !== undefined)
}

/** The chosen columns as the address has them; null for the default. No columns are one that is none. */
export function columnsText(ids: string[], narrow: boolean): string | null {
  const usual = defaults(narrow)
  if (ids.length === usual.length && ids.every((id, i) => id === usual[i])) return null
  return ids.join(',') || species.id
}

/** All columns after the first, with the members of `metadata` that occur. */
export const allColumns = (members: Iterable<string>): string[] => [...others.map(({ id }) => id), ...[...members].sort().map(metadataId)]
