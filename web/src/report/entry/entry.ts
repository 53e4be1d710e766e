// An observation in the fields of the form: texts, so that nothing typed is lost, even when it is wrong.
import type { FieldError, Observation } from '../../api/types'
import { isDay } from '../../filter/filter'
import { coordinateText } from '../../terms/coordinates'
import { parseCoordinate } from '../place/coordinates'

export interface Entry {
  /** Scientific name of a species, or of a genus. */
  species: string
  lat: string
  lng: string
  /** Metres, or ''. */
  accuracy: string
  /** Size of the cell in which the public sees the place drawn, in degrees, or '' for the exact place. */
  obscured: string
  /** YYYY-MM-DD where the mosquito was. */
  date: string
  /** HH:MM there, or ''. */
  time: string
  /** How far the clock there is from UTC, such as -05:00; absent for the clock of this device. */
  zone?: string
  count: string
  life_stage: string
  sex: string
  /** How the mosquito was noticed or caught: Darwin Core samplingProtocol, or ''. */
  method: string
  notes: string
  observer_name: string
}

export type Field = Exclude<keyof Entry, 'zone'>

/** Darwin Core terms that are offered. */
export const LIFE_STAGES = ['egg', 'larva', 'pupa', 'adult'] as const
export const SEXES = ['female', 'male'] as const

/** The name of any mosquito: the family. */
export const FAMILY = 'Culicidae'

/** The `method` of reports that are not of a mosquito itself. The records say it in English, as all methods. */
export const BITE = 'report of a bite'
export const LARVAE = 'larvae seen in standing water'
export type Kind = 'mosquito' | 'bite' | 'larvae'

/** What a report is about. */
export const kindOf = ({ method }: Entry): Kind => (method === BITE ? 'bite' : method === LARVAE ? 'larvae' : 'mosquito')

/** An entry about something else. What it said only because of what it was about before, it no longer says. */
export function ofKind(entry: Entry, kind: Kind): Entry {
  const was = kindOf(entry)
  if (was === kind) return entry
  const next = { ...entry, method: { mosquito: '', bite: BITE, larvae: LARVAE }[kind] }
  if (was === 'larvae' && entry.life_stage === 'larva') next.life_stage = ''
  if (kind === 'larvae') next.life_stage = 'larva'
  if (kind === 'mosquito' && entry.species === FAMILY) next.species = ''
  if (kind !== 'mosquito' && !entry.species.trim()) next.species = FAMILY
  return next
}

/** The `obscured` of a place that its reporter hides. */
export const HIDDEN = '0.1'

/** Limits of the API (openapi.yaml). */
const MAX_COUNT = 10_000_000
const MAX_ACCURACY_M = 100_000_000
const MAX_NAME = 300
const MAX_NOTES = 4000
const MAX_OBSERVER = 200
const EARLIEST_DAY = '1700-01-01'

/** What is wrong with a field: found here, or refused by the server. */
export type Problem =
  | { is: 'missing' | 'name' | 'coordinate' | 'accuracy' | 'day' | 'future' | 'early' | 'count' | 'many' | 'long' }
  | { is: 'refused'; text: string }

export type Problems = Partial<Record<Field, Problem>>

export function emptyEntry(today: string, observer = ''): Entry {
  return {
    species: '', lat: '', lng: '', accuracy: '', obscured: '', date: today, time: '', count: '1', life_stage: '', sex: '', method: '', notes: '',
    observer_name: observer,
  }
}

const pad = (n: number) => String(n).padStart(2, '0')

/** A moment's day on this device's calendar, YYYY-MM-DD. */
export function localDay(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** A moment's time on this device's clock, HH:MM. */
function localTime(at: Date): string {
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** A name with single blanks and a capital letter. */
export function tidyName(text: string): string {
  const name = text.trim().replaceAll(/\s+/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

// Genus, then what zoologists append: 'Aedes', 'Aedes aegypti', 'Anopheles gambiae s.l.', 'Culex (Culex) pipiens', 'Culex sp. 1',
// 'Aedes cinereus/geminus', 'Aedes aegypti × mascarensis'.
const epithet = String.raw`[\p{Script=Latin}\d()./'×-]*`
const scientific = new RegExp(
  String.raw`^\p{Script=Latin}{2,}(-\p{Script=Latin}+)?( [\p{Script=Latin}(×]${epithet}( [\p{Script=Latin}\d(×]${epithet})*)?$`,
  'u',
)

/** Whether a tidy name may be a scientific name, in the catalog or not. */
export function isScientific(name: string): boolean {
  return name.length <= MAX_NAME && scientific.test(name)
}

/** Everything that is wrong with an entry, by field. */
export function problemsOf(entry: Entry, now: Date): Problems {
  const problems: Problems = {}
  const name = tidyName(entry.species)
  if (!name) problems.species = { is: 'missing' }
  else if (!isScientific(name)) problems.species = { is: 'name' }
  for (const axis of ['lat', 'lng'] as const) {
    if (!entry[axis].trim()) problems[axis] = { is: 'missing' }
    else if (parseCoordinate(entry[axis], axis) === undefined) problems[axis] = { is: 'coordinate' }
  }
  if (Number.isNaN(accuracyOf(entry))) problems.accuracy = { is: 'accuracy' }
  const when = whenProblem(entry, now)
  if (when) problems[when.field] = when.problem
  if (!/^\d+$/.test(entry.count.trim()) || Number(entry.count) < 1 || Number(entry.count) > MAX_COUNT) problems.count = { is: 'count' }
  if (length(entry.notes) > MAX_NOTES) problems.notes = { is: 'long' }
  if (length(entry.observer_name) > MAX_OBSERVER) problems.observer_name = { is: 'long' }
  return problems
}

/** Whether so many of a life stage are more than one report has: the server shows them only after a review. */
export function isMany({ count, life_stage }: Entry, largest: Record<string, number>): boolean {
  return Number(count) > (largest[life_stage.toLowerCase()] ?? largest[''] ?? MAX_COUNT)
}

// The API counts code points.
const length = (text: string) => [...text].length

function whenProblem({ date, time }: Entry, now: Date): { field: Field; problem: Problem } | undefined {
  if (!date) return { field: 'date', problem: { is: 'missing' } }
  if (!isDay(date)) return { field: 'date', problem: { is: 'day' } }
  if (date < EARLIEST_DAY) return { field: 'date', problem: { is: 'early' } }
  if (date > localDay(now)) return { field: 'date', problem: { is: 'future' } }
  if (time && new Date(`${date}T${time}`) > now) return { field: 'time', problem: { is: 'future' } }
}

/** Metres; undefined for an empty field, NaN for an invalid one. */
function accuracyOf({ accuracy }: Entry): number | undefined {
  const text = accuracy.trim().replace(',', '.')
  if (!text) return
  const metres = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  return metres <= MAX_ACCURACY_M ? metres : NaN
}

/** How far the clock of this device is from UTC at a time: a record's day is the day that this clock shows. */
function zoneHere(date: string, time: string): string {
  const minutes = -new Date(`${date}T${time}`).getTimezoneOffset()
  // Before standard time, zones had seconds, too; the API takes whole minutes.
  const ahead = Math.round(Math.abs(minutes))
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(ahead / 60))}:${pad(ahead % 60)}`
}

/** Fields of the API from a valid entry; null for empty ones. */
export interface Facts {
  species_scientific_name: string
  count: number
  location: { lat: number; lng: number }
  location_accuracy_m: number | null
  obscured_degrees: number | null
  observed_at: string
  life_stage: string | null
  sex: string | null
  sampling_protocol: string | null
  notes: string | null
  observer_name: string | null
}

export function factsOf(entry: Entry): Facts {
  const text = (s: string) => s.trim() || null
  return {
    species_scientific_name: tidyName(entry.species),
    count: Number(entry.count),
    location: { lat: parseCoordinate(entry.lat, 'lat') ?? NaN, lng: parseCoordinate(entry.lng, 'lng') ?? NaN },
    location_accuracy_m: accuracyOf(entry) ?? null,
    obscured_degrees: entry.obscured ? Number(entry.obscured) : null,
    observed_at: entry.time ? `${entry.date}T${entry.time}:00${entry.zone ?? zoneHere(entry.date, entry.time)}` : entry.date,
    life_stage: text(entry.life_stage),
    sex: text(entry.sex),
    sampling_protocol: text(entry.method),
    notes: text(entry.notes),
    observer_name: text(entry.observer_name),
  }
}

/** A stored record as an entry. */
export function entryOf(record: Observation): Entry {
  const timed = record.date_precision === 'time'
  const at = new Date(record.observed_at)
  const [zone] = /[+-]\d\d:\d\d$/.exec(record.observed_at) ?? []
  const here = timed && !zone
  return {
    species: record.species_scientific_name,
    lat: coordinateText(record.location.lat),
    lng: coordinateText(record.location.lng),
    accuracy: record.location_accuracy_m === null ? '' : String(record.location_accuracy_m),
    obscured: record.obscured_degrees ? String(record.obscured_degrees) : '',
    date: here ? localDay(at) : record.observed_at.slice(0, 10),
    time: here ? localTime(at) : timed ? record.observed_at.slice(11, 16) : '',
    ...(timed && zone ? { zone } : {}),
    count: String(record.count),
    life_stage: record.life_stage ?? '',
    sex: record.sex ?? '',
    method: record.sampling_protocol ?? '',
    notes: record.notes ?? '',
    observer_name: record.observer_name ?? '',
  }
}

/** A merge patch (RFC 7396) from one entry to another. */
export function patchOf(before: Entry, after: Entry): Partial<Facts> {
  const [old, facts] = [factsOf(before), factsOf(after)]
  const changed = Object.entries(facts).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof Facts]))
  return Object.fromEntries(changed) as Partial<Facts>
}

/** Fields in which two entries differ. */
export function differing(a: Entry, b: Entry): Field[] {
  return (Object.keys(a) as (keyof Entry)[]).filter((name): name is Field => name !== 'zone').filter((field) => a[field].trim() !== b[field].trim())
}

/** Somebody else's version of an entry, with the changes that were made here. */
export function merged(before: Entry, mine: Entry, theirs: Entry): Entry {
  const changed = differing(before, mine).map((field) => [field, mine[field]])
  return { ...theirs, ...(Object.fromEntries(changed) as Partial<Entry>) }
}

const fieldOf: Record<string, Field> = {
  species_scientific_name: 'species', species_id: 'species', lat: 'lat', latitude: 'lat', lng: 'lng', longitude: 'lng', location: 'lat',
  location_accuracy_m: 'accuracy', observed_at: 'date', date_precision: 'date', observed_until: 'date', count: 'count',
  life_stage: 'life_stage', sex: 'sex', sampling_protocol: 'method', notes: 'notes', observer_name: 'observer_name',
}

/** The server's errors (422) by field; errors without a field of the form are in `others`. */
export function problemsFrom(errors: FieldError[]): { problems: Problems; others: string[] } {
  const problems: Problems = {}
  const others: string[] = []
  for (const { loc, msg } of errors) {
    const field = fieldOf[loc.at(-1) ?? '']
    if (field) problems[field] ??= { is: 'refused', text: msg }
    else others.push(msg)
  }
  return { problems, others }
}
