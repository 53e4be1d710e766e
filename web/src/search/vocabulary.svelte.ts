// The words of the search in the reader's language.
import { language, monthName, t } from '../i18n/locale.svelte'
import { term } from '../terms/terms'
import type { Vocabulary } from './words'

/** Months have another form beside a day in some languages. */
function months(): string[][] {
  const beside = new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, i) => [
    monthName(i + 1), monthName(i + 1, 'short'), beside.formatToParts(Date.UTC(2024, i, 1)).find(({ type }) => type === 'month')?.value ?? '',
  ])
}

/** Reactive. */
export const vocabulary = (): Vocabulary => ({
  months: months(),
  until: [t('search.until')],
  terms: [
    ...['female', 'male'].map((value) => ({ list: 'sex' as const, value, name: term(value) })),
    ...['egg', 'larva', 'pupa', 'adult'].map((value) => ({ list: 'life_stage' as const, value, name: term(value) })),
  ],
  vectors: [t('filter.onlyVectors'), t('search.vectors')],
})
