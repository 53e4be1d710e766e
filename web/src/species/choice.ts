// Which species the list shows and in which order: parameters of the address.
import type { Species, VectorRole, VectorStatus } from '../api/types'
import { vectorRoles, vectorStatuses } from '../filter/filter'

const sorts = ['name', 'common_name', 'vector_status', 'records'] as const
export type Sort = (typeof sorts)[number]

export interface Choice {
  /** [] stands for every status. */
  statuses: VectorStatus[]
  genus: string
  /** Id of a disease, for its vectors only; '' for all species. */
  disease: string
  /** A part that species play in that disease, else in any; '' for all. */
  role: VectorRole | ''
  /** Only species with records on this server. */
  recorded: boolean
  sort: Sort
}

export function parseChoice(query: URLSearchParams): Choice {
  const asked = (query.get('vector_status') ?? '').split(',')
  return {
    statuses: vectorStatuses.filter((status) => asked.includes(status)),
    genus: query.get('genus') ?? '',
    disease: query.get('disease') ?? '',
    role: vectorRoles.find((role) => role === query.get('role')) ?? '',
    recorded: query.get('recorded') === '1',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'name',
  }
}

/** What narrows the list beside the species themselves. Undefined while it loads: then it leaves nothing out. */
export interface Known {
  /** Number of records by species id. */
  records?: ReadonlyMap<string, number>
  /** Ids that match the search; undefined without one. */
  found?: ReadonlySet<string>
  /** Roles in the chosen disease by species id. */
  roles?: ReadonlyMap<string, VectorRole>
}

/** What transmitted in the laboratory alone is no vector, and shown when it is asked for. */
const isAsked = (role: VectorRole | undefined, asked: VectorRole | '') => (asked ? role === asked : role !== undefined && role !== 'laboratory_only')

/** The species that match a choice, in its order. */
export function choose(all: Species[], choice: Choice, known: Known, language: string): Species[] {
  const { records, found, roles } = known
  const chosen = all.filter(
    (species) =>
      (choice.statuses.length === 0 || choice.statuses.includes(species.vector_status)) &&
      (!choice.genus || species.genus.toLowerCase() === choice.genus.toLowerCase()) &&
      (choice.disease ? !roles || isAsked(roles.get(species.id), choice.role) : !choice.role || species.roles.includes(choice.role)) &&
      (!choice.recorded || !records || (records.get(species.id) ?? 0) > 0) &&
      (!found || found.has(species.id)),
  )
  const names = new Intl.Collator(language)
  const byName = (a: Species, b: Species) => names.compare(a.scientific_name, b.scientific_name)
  const orders: Record<Sort, (a: Species, b: Species) => number> = {
    name: byName,
    common_name: (a, b) => names.compare(a.common_name, b.common_name),
    vector_status: (a, b) => vectorStatuses.indexOf(a.vector_status) - vectorStatuses.indexOf(b.vector_status),
    records: (a, b) => (records?.get(b.id) ?? 0) - (records?.get(a.id) ?? 0),
  }
  return chosen.sort((a, b) => orders[choice.sort](a, b) || byName(a, b))
}

/** Genera by name, with their number of species. */
export function genera(all: Species[]): [genus: string, species: number][] {
  const counts = new Map<string, number>()
  for (const { genus } of all) counts.set(genus, (counts.get(genus) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => a.localeCompare(b))
}
