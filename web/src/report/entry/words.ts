// Problems in the reader's language.
import { t } from '../../i18n/locale.svelte'
import type { Field, Problem } from './entry'
import { messages } from './messages'

/** What is wrong with a field, '' for nothing. */
export function problemText(field: Field, problem: Problem | undefined): string {
  if (!problem) return ''
  switch (problem.is) {
    case 'refused':
      return t(messages.refused, { text: problem.text })
    case 'coordinate':
      return t(field === 'lat' ? messages.lat : messages.lng)
    case 'count':
      return t(messages.number)
    default:
      return t(messages[problem.is])
  }
}
