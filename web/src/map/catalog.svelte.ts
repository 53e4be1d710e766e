// What the map has to know of the catalog and the sources, asked for when it is needed.
import * as lookups from '../api/lookups'
import type { DataSource, VectorStatus } from '../api/types'
import type { Language } from '../i18n/message'

export class Catalog {
  statuses = $state.raw<ReadonlyMap<string, VectorStatus>>(new Map())
  sources = $state.raw<ReadonlyMap<string, DataSource>>(new Map())

  /** The vector status of every species of the catalog. Until it is known, and where it cannot be had, all are unknown. */
  async loadStatuses(language: Language) {
    const species = await lookups.species(language).catch(() => [])
    if (species.length > 0) this.statuses = new Map(species.map((s) => [s.id, s.vector_status]))
  }

  /** Licences and citations. The names of the sources come with the numbers as well. */
  async loadSources(language: Language) {
    const sources = await lookups.dataSources(language).catch(() => [])
    if (sources.length > 0) this.sources = new Map(sources.map((source) => [source.id, source]))
  }
}
