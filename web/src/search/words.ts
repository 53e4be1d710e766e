// What a text means that is no name of a place or a species: dates, months, life stages, sexes, vectors.
import { vectors } from '../filter/chips'
import type { Filter } from '../filter/filter'
import { folded } from '../i18n/folded'
import { type Calendar, period } from './period'

/** A part of the Filter that a text means. */
export interface Meaning {
  type: 'part'
  id: string
  part: Partial<Filter>
}

export interface Vocabulary extends Calendar {
  /** The names of values in the reader's language. */
  terms: { list: 'life_stage' | 'sex'; value: string; name: string }[]
  /** The names of "only vectors". */
  vectors: string[]
}

/** Letters of a word that are enough to mean it. */
const enough = 3

/** What a text means in the Filter. */
export function meanings(text: string, vocabulary: Vocabulary): Meaning[] {
  const out: Meaning[] = []
  const time = period(text, vocabulary)
  if (time) out.push({ type: 'part', id: JSON.stringify(time), part: time })
  const word = folded(text.trim())
  if (word.length < enough) return out
  for (const { list, value, name } of vocabulary.terms) {
    if (folded(name).startsWith(word) || value.startsWith(word)) out.push({ type: 'part', id: value, part: { [list]: [value] } })
  }
  if (vocabulary.vectors.some((name) => folded(name).startsWith(word))) out.push({ type: 'part', id: 'vectors', part: { vector_status: [...vectors] } })
  return out
}
