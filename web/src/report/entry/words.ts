// Problems in the reader's language.
import { t } from '../../i18n/locale.svelte'
import type { Field, Problem } from './entry'

/** What is wrong with a field, '' for nothing. */
export function problemText(field: Field, problem: Problem | undefined): string {
  if (!problem) return ''
  switch (problem.is) {
    case 'refused':
      return t('entry.problem.refused', { text: problem.text })
    case 'coordinate':
      return t(field === 'lat' ? 'entry.problem.lat' : 'entry.problem.lng')
    default:
      return t(`entry.problem.${problem.is}`)
  }
}
