// The fields of a record that columns are matched with, and what is chosen for them.
import type { ImportChoices, ImportTable } from '../api/types'

/** Keys of the API's `map`. A record needs the first ones, or others that say the same. */
export const needed = ['species', 'lat', 'lon', 'date'] as const
export const usual = ['count', 'status', 'sex', 'life_stage', 'id', 'country', 'accuracy', 'notes'] as const
export const others = [
  'end_date', 'time', 'year', 'month', 'day', 'week',
  'genus', 'epithet', 'subspecies', 'author', 'qualifier', 'target',
  'coordinates', 'datum', 'site', 'locality',
  'event', 'protocol', 'observer', 'identified_by', 'basis', 'licence',
] as const

export type Field = (typeof needed)[number] | (typeof usual)[number] | (typeof others)[number]

const all: readonly string[] = [...needed, ...usual, ...others]

/** What a person chose; '' for what the server finds by itself. */
export interface Chosen {
  sheet: string
  profile: string
  dataset: string
  dates: string
  crs: string
  swap: boolean
  correctNames: boolean
  skipDuplicates: boolean
  /** Columns by field. */
  columns: Partial<Record<Field, string>>
  /** Fields that the person set. */
  touched: Field[]
}

export const nothingChosen = (): Chosen => ({
  sheet: '', profile: '', dataset: '', dates: '', crs: '', swap: false, correctNames: false, skipDuplicates: false, columns: {}, touched: [],
})

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

/** Needed fields that have no column, and no other field that says the same. */
export function lacking({ columns, profile }: Chosen): Field[] {
  if (profile) return []
  const instead: Partial<Record<Field, Field>> = { species: 'genus', lat: 'coordinates', lon: 'coordinates', date: 'year' }
  return needed.filter((field) => !columns[field] && !columns[instead[field]!])
}

/**
 * What is asked of the server. It is told of no column that it takes by itself. With a profile only what the person set is said, so that the
 * profile tells the rest.
 */
export function asked(chosen: Chosen, table: ImportTable | undefined): ImportChoices {
  const out: ImportChoices = {}
  if (table?.sheet) out.sheet = table.sheet
  if (chosen.profile) out.profile = chosen.profile
  if (chosen.dataset.trim()) out.dataset = chosen.dataset.trim()
  if (chosen.dates.trim()) out.dates = chosen.dates.trim()
  if (chosen.crs.trim()) out.crs = chosen.crs.trim()
  if (chosen.swap) out.swap = true
  if (chosen.correctNames) out.correct_names = true
  if (chosen.skipDuplicates) out.skip_duplicates = true
  const columns = Object.entries(chosen.columns).filter(([field, column]) => column && (!chosen.profile || chosen.touched.includes(field as Field)))
  if (columns.some(([field, column]) => !suggestion(table, field as Field, column)?.sure)) out.map = Object.fromEntries(columns)
  return out
}
