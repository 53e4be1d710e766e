// What the map has to know of the catalog and the sources, asked for when it is needed.
import { get } from '../api/client'
import type { DataSource, Results, Species, VectorStatus } from '../api/types'
import type { Language } from '../i18n/message'

export class Catalog {
  statuses = $state.raw<ReadonlyMap<string, VectorStatus>>(new Map())
  sources = $state.raw<ReadonlyMap<string, DataSource>>(new Map())
  #asked = false

  /** The vector status of every species of the catalog. */
  async loadStatuses() {
    if (this.#asked) return
    this.#asked = true
    try {
      const { species } = await get<{ species: Species[] }>('/species', { limit: 200 })
      this.statuses = new Map(species.map((s) => [s.id, s.vector_status]))
    } catch {
      this.#asked = false // the next change of the map asks again; until then they are unknown
    }
  }

  async loadSources(lang: Language) {
    try {
      const { results } = await get<Results<DataSource>>('/filters/data_sources', { lang })
      this.sources = new Map(results.map((source) => [source.id, source]))
    } catch {
      // Names come with the numbers as well; only licences and citations are missing.
    }
  }
}
