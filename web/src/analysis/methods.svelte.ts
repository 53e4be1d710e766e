// The sampling protocols of the Filter's events: rates are of one at a time.
import { get } from '../api/client'
import { loading } from '../api/loading.svelte'
import type { AbundanceAnswer } from '../api/types'
import { filterParams, type Filter } from '../filter/filter'
import { protocols } from './answers'
import type { AnalysisView } from './view'

/** Protocols by effort while they are wanted, and the one that is chosen. Call it in a component. */
export function methods(wanted: () => boolean, filter: () => Filter, view: () => AnalysisView) {
  const query = $derived.by(() => {
    const params = filterParams(filter())
    const { unit } = view()
    if (unit) params.set('unit', unit)
    return params.toString()
  })
  const answer = loading(() => {
    if (!wanted()) return
    const params = new URLSearchParams(query)
    return (signal) => get<AbundanceAnswer>('/analytics/abundance', params, signal)
  })
  const list = $derived(protocols(answer.value?.results ?? []))
  const chosen = $derived(list.includes(view().protocol) ? view().protocol : (list[0] ?? ''))
  return {
    answer,
    get list() {
      return list
    },
    get chosen() {
      return chosen
    },
  }
}
