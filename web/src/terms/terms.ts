// Values of records in the reader's language.
import { t } from '../i18n/locale.svelte'
import type { Messages } from '../i18n/message'
import { recordStatuses, values, vectorStatuses } from './messages'

/** A word of a table by its name in any case, undefined where there is none. Reactive. */
function word(table: Messages, name: string): string | undefined {
  const known = Object.entries(table).find(([key]) => key.toLowerCase() === name.toLowerCase())
  return known && t(known[1])
}

/** A value of Darwin Core's lifeStage or sex; one that has no word stays as it is. Reactive. */
export const term = (value: string): string => word(values, value) ?? value

/** Reactive, as the next. */
export const vectorStatus = (status: string): string => word(vectorStatuses, status) ?? status

export const recordStatus = (status: string): string => word(recordStatuses, status) ?? status
