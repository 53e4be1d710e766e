// A list of the catalog with the search in the address.
import type { SearchOptions } from '../api/catalog'
import { type Loading, loading, loadingList } from '../api/loading.svelte'
import { router } from '../app/router.svelte'
import { language } from '../i18n/locale.svelte'
import type { Language } from '../i18n/message'

export class CatalogList<T extends { id: string }> {
  /** The text in the address, '' for none. */
  readonly search = $derived(router.query.get('search') ?? '')
  #all: Loading<T[]>
  #found: Loading<{ search: string; ids: Set<string> }>

  /** Call it in a component. */
  constructor(list: (language: Language) => Promise<T[]>, find: (search: string, language: Language, options: SearchOptions) => Promise<T[]>) {
    this.#all = loadingList(list)
    this.#found = loading(() => {
      const [search, lang] = [this.search, language()]
      if (search) return async (signal) => ({ search, ids: new Set((await find(search, lang, { signal })).map(({ id }) => id)) })
    })
  }

  /** The whole list; undefined while it loads. */
  get items(): T[] | undefined {
    return this.#all.value
  }

  /** Ids that match the search; undefined when there is none, or no answer yet. */
  get found(): ReadonlySet<string> | undefined {
    return this.search ? this.#found.value?.ids : undefined
  }

  /** Whether `found` does not belong to the present search yet. */
  get stale(): boolean {
    return this.search !== '' && this.#found.value?.search !== this.search && !this.#found.error
  }

  get error(): unknown {
    return this.#all.error ?? (this.search ? this.#found.error : undefined)
  }

  retry() {
    for (const answer of [this.#all, this.#found]) if (answer.error) answer.again()
  }
}
