// Lists of the catalog, which the API gives in pages.
import { get } from './client'

/** The most items that a page has. */
const pageLimit = 200

/** All items of a list whose envelope has them under a name. */
export async function everyPage<T, Name extends string>(path: string, name: Name, params: Record<string, string>, signal?: AbortSignal): Promise<T[]> {
  const items: T[] = []
  for (;;) {
    const page = await get<Record<Name, T[]> & { count: number }>(path, { ...params, limit: pageLimit, offset: items.length }, signal)
    items.push(...page[name])
    if (items.length >= page.count || page[name].length === 0) return items
  }
}
