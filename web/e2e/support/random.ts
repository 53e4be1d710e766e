// Random Filters with values that records have. The same seed gives the same Filters.
import { type Details, getJSON, type Named, type Stats } from './api'
import type { APIRequestContext } from '@playwright/test'

/** A generator of numbers in [0, 1) (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Random Filters of one to four parameters. */
export async function randomFilters(request: APIRequestContext, n: number, seed: number): Promise<URLSearchParams[]> {
  const all = await getJSON<Stats & Details>(request, '/stats', { include: 'bbox,facets' })
  const diseases = await getJSON<{ diseases: { id: string }[] }>(request, '/diseases', { limit: '200' })
  const random = generator(seed)
  const pick = <T>(items: T[]): T => items[Math.floor(random() * items.length)]!
  const several = (items: string[], most: number) => [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(items)))].join()
  const ids = (items: Named[]) => items.map((item) => item.id)
  const genera = [...new Set(all.species.map((s) => s.name.split(' ')[0]!))]
  const [first, last] = [all.first_observed, all.last_observed].map((day) => Date.parse(day ?? ''))
  const day = () => new Date(first! + random() * (last! - first!)).toISOString().slice(0, 10)

  const parameters: (() => Record<string, string>)[] = [
    () => ({ species: several(ids(all.species), 5) }),
    () => ({ genus: several(genera, 2) }),
    () => ({ vector_status: several(['High', 'Moderate', 'Low', 'None', 'Unknown'], 2) }),
    () => ({ disease: several(diseases.diseases.map((d) => d.id), 2) }),
    () => ({ start_date: day() }),
    () => ({ end_date: day() }),
    () => {
      const [start, end] = [day(), day()].sort() as [string, string]
      return { start_date: start, end_date: end }
    },
    () => ({ country: several(ids(all.countries), 4) }),
    () => ({ region: several(ids(all.regions), 2) }),
    () => ({ data_source: several(ids(all.data_sources), 2) }),
    () => ({ status: several(['unverified', 'verified', 'rejected'], 2) }),
    () => ({ life_stage: several(ids(all.life_stages), 2) }),
    () => ({ sex: several(ids(all.sexes), 2) }),
    () => ({ sampling_protocol: several(ids(all.sampling_protocols), 2) }),
    () => ({ months: several(Array.from({ length: 12 }, (_, i) => String(i + 1)), 4) }),
    () => ({ max_uncertainty_m: String(pick([10, 50, 100, 1000, 5000])) }),
  ]
  return Array.from({ length: n }, () => {
    const chosen = Array.from({ length: 1 + Math.floor(random() ** 2 * 4) }, () => pick(parameters)())
    return new URLSearchParams(Object.assign({}, ...chosen) as Record<string, string>)
  })
}
