// The options of filters, with the number of records of each.
import type { NamedCount, Stats } from '../api/types'
import { has } from './chips'
import type { ListName } from './filter'

export interface Choice {
  id: string
  name: string
  count?: number
}

/** The member of the statistics that counts the values of a parameter. */
const counted = {
  country: 'countries',
  region: 'regions',
  data_source: 'data_sources',
  status: 'statuses',
  life_stage: 'life_stages',
  sex: 'sexes',
  sampling_protocol: 'sampling_protocols',
  flags: 'flags',
} as const satisfies Partial<Record<ListName, keyof Stats>>

export type CountedName = keyof typeof counted

/** Parameters whose counts are among the facets. */
export const facetNames: ListName[] = ['region', 'status', 'life_stage', 'sex', 'sampling_protocol', 'flags']

export const countsOf = (stats: Stats | undefined, name: CountedName): NamedCount[] | undefined => stats?.[counted[name]]

/**
 * The options of a parameter, by name in the language's order: known ids, counted ids, and ids that are chosen already. An option that
 * was not counted has no records; without counts, none has a number.
 */
export function choices(known: string[], counts: NamedCount[] | undefined, chosen: string[], name: (id: string) => string, language: string): Choice[] {
  const by = new Map(counts?.map((c) => [c.id.toLowerCase(), c.count]))
  const ids = [...known]
  for (const id of [...(counts?.map((c) => c.id) ?? []), ...chosen]) if (!has(ids, id)) ids.push(id)
  const order = new Intl.Collator(language)
  return ids
    .map((id) => ({ id, name: name(id), count: counts ? (by.get(id.toLowerCase()) ?? 0) : undefined }))
    .sort((a, b) => order.compare(a.name, b.name))
}

/** Names of a family, a subfamily or a tribe (ICZN, article 29.2): a record such as 'Culicidae sp.' has no genus. */
const aboveGenus = /(idae|inae|ini)$/

/** Records by genus, the first word of a species' name. */
export function genera(species: { name: string; count?: number }[]): NamedCount[] {
  const counts = new Map<string, number>()
  for (const { name, count = 0 } of species) {
    const genus = name.split(' ')[0] ?? name
    if (!aboveGenus.test(genus)) counts.set(genus, (counts.get(genus) ?? 0) + count)
  }
  return [...counts].map(([genus, count]) => ({ id: genus, name: genus, count }))
}
