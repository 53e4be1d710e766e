// The months of the year as columns of a chart.
import type { Column } from '../charts/lines'
import { monthName } from '../i18n/locale.svelte'

/** January first, in the reader's language. Reactive. */
export const months = (): Column[] => Array.from({ length: 12 }, (_, i) => ({ id: String(i + 1), label: monthName(i + 1), short: monthName(i + 1, 'narrow') }))
