// Where a phone opens the map: on the reader's own country, when it has records. A wide screen shows them all.
import { untrack } from 'svelte'

import type { Box, Stats } from '../../api/types'
import { phone } from '../../app/phone'
import { boxOf, homeCountry } from '../../home/home'

export class Home {
  /** Null for none, undefined while it is not known. */
  box = $state.raw<Box | null>()

  /** Call it in a component. */
  constructor(stats: () => Stats | undefined) {
    if (!phone.current) {
      this.box = null
      return
    }
    const known = $derived(stats() !== undefined)
    $effect(() => {
      if (!known || this.box !== undefined) return
      const countries = untrack(stats)?.countries ?? []
      // Without an answer, the map shows all results.
      void this.#find(new Set(countries.map(({ id }) => id))).then((box) => (this.box = box), () => (this.box = null))
    })
  }

  async #find(withRecords: Set<string>): Promise<Box | null> {
    const country = await homeCountry()
    return country && withRecords.has(country) ? ((await boxOf(country)) ?? null) : null
  }
}
