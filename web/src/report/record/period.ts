// When a sampling event was, as precisely as it is known.
import type { SamplingEvent } from '../../api/types'
import { observed } from '../../i18n/locale.svelte'

export function period({ started_at: start, ended_at: end, date_precision: precision }: Pick<SamplingEvent, 'started_at' | 'ended_at' | 'date_precision'>): string {
  if (precision === 'month' || precision === 'year') return observed(end, precision)
  if (start === null || start === end) return observed(end, precision)
  return precision === 'time' ? `${observed(start, precision)} – ${observed(end, precision)}` : observed(start, 'interval', end)
}
