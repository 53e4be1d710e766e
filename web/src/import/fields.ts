// The fields of a record that columns are matched with, and what is chosen for them.
import type { ImportChoices, ImportTable } from '../api/types'

/** Keys of the API's `map`. A record needs the first ones, or others that say the same. */
export const needed = ['species', 'lat', 'lon', 'date'] as const
export const usual = ['count', 'status', 'sex', 'life_stage', 'id', 'country', 'accuracy', 'notes'] as const
export const others = [
  'end_date', 'time', 'year', 'month', 'day', 'week',
  'genus', 'epithet', 'subspecies', 'author', 'qualifier', 'target',
  'coordinates', 'datum', 'site', 'locality',
  'event', 'traps', 'nights', 'effort', 'effort_unit', 'problem', 'lure',
  'protocol', 'observer', 'identified_by', 'basis', 'licence',
] as const

export type Field = (typeof needed)[number] | (typeof usual)[number] | (typeof others)[number]

const all: readonly string[] = [...needed, ...usual, ...others]

/** What a check is told of stored records that a file seems to correct: they stay beside its rows, or its rows are the whole catch of its events. */
export const corrections = ['add', 'replace_events'] as const
export type Correction = (typeof corrections)[number]

/** What a person chose; '' for what the server finds by itself. */
export interface Chosen {
  sheet: string
  /** Name of a profile of the server. */
  profile: string
  /** A profile of the person's own, in YAML, in its place. */
  profileText: string
  dataset: string
  dates: string
  crs: string
  weeks: '' | 'iso' | 'mmwr'
  swap: boolean
  correctNames: boolean
  skipDuplicates: boolean
  correction: '' | Correction
  /** Columns by field. */
  columns: Partial<Record<Field, string>>
  /** What all rows have, by fields that have no column. */
  constants: Partial<Record<Field, string>>
  /** Fields that the person set. */
  touched: Field[]
}

export const nothingChosen = (): Chosen => ({
  sheet: '', profile: '', profileText: '', dataset: '', dates: '', crs: '', weeks: '', swap: false, correctNames: false, skipDuplicates: false,
  correction: '', columns: {}, constants: {}, touched: [],
})

/** Whether a profile tells what the person does not say. */
export const hasProfile = ({ profile, profileText }: Chosen) => Boolean(profile || profileText.trim())

/** What was chosen for an earlier check of a table. */
export function chosenBefore(before: ImportChoices): Chosen {
  const constants = Object.entries(before.values ?? {}).flatMap(([field, values]) => (values[''] ? [[field, values['']]] : []))
  return {
    sheet: before.sheet ?? '',
    profile: before.profile ?? '',
    profileText: before.profile_text ?? '',
    dataset: before.dataset ?? '',
    dates: before.dates ?? '',
    crs: before.crs ?? '',
    weeks: before.weeks ?? '',
    swap: before.swap ?? false,
    correctNames: before.correct_names ?? false,
    skipDuplicates: before.skip_duplicates ?? false,
    correction: corrections.find((one) => before[one]) ?? '',
    columns: { ...before.map },
    constants: Object.fromEntries(constants) as Chosen['constants'],
    touched: Object.keys(before.map ?? {}) as Field[],
  }
}

/** The columns that the server suggests, by field. */
export function suggested(table: ImportTable | undefined): Partial<Record<Field, string>> {
  const out: Partial<Record<Field, string>> = {}
  for (const column of table?.columns ?? []) {
    if (all.includes(column.key) && !out[column.key as Field]) out[column.key as Field] = column.name
  }
  return out
}

/** The suggestion for a field, if it is for this column. */
export function suggestion(table: ImportTable | undefined, field: Field, column: string | undefined) {
  const found = table?.columns.find(({ name }) => name === column)
  return found?.key === field ? found : undefined
}

/** Whether the server takes a column for a field without being told: then there is no way to leave it out. */
export const sure = (table: ImportTable | undefined, field: Field) => Boolean(table?.columns.some(({ key, sure }) => sure && key === field))

/** Needed fields that have neither a column nor a constant, and no other field that says the same. */
export function lacking(chosen: Chosen): Field[] {
  if (hasProfile(chosen)) return []
  const given = (field: Field | undefined) => field && (chosen.columns[field] || chosen.constants[field]?.trim())
  const instead: Partial<Record<Field, Field>> = { species: 'genus', lat: 'coordinates', lon: 'coordinates', date: 'year' }
  return needed.filter((field) => !given(field) && !given(instead[field]))
}

/**
 * What is asked of the server. It is told of no column that it takes by itself. With a profile only what the person set is said, so that the
 * profile tells the rest.
 */
export function asked(chosen: Chosen, table: ImportTable | undefined): ImportChoices {
  const out: ImportChoices = {}
  if (table?.sheet) out.sheet = table.sheet
  if (chosen.profile) out.profile = chosen.profile
  else if (hasProfile(chosen)) out.profile_text = chosen.profileText
  if (chosen.dataset.trim()) out.dataset = chosen.dataset.trim()
  if (chosen.dates.trim()) out.dates = chosen.dates.trim()
  if (chosen.crs.trim()) out.crs = chosen.crs.trim()
  if (chosen.weeks) out.weeks = chosen.weeks
  if (chosen.swap) out.swap = true
  if (chosen.correctNames) out.correct_names = true
  if (chosen.skipDuplicates) out.skip_duplicates = true
  if (chosen.correction) out[chosen.correction] = true
  const columns = Object.entries(chosen.columns).filter(([field, column]) => column && (!hasProfile(chosen) || chosen.touched.includes(field as Field)))
  if (columns.some(([field, column]) => !suggestion(table, field as Field, column)?.sure)) out.map = Object.fromEntries(columns)
  const constants = Object.entries(chosen.constants).filter(([, value]) => value.trim())
  if (constants.length) out.values = Object.fromEntries(constants.map(([field, value]) => [field, { '': value.trim() }]))
  return out
}
