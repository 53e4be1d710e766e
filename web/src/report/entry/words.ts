// Terms and problems in the reader's language.
import { t } from '../../i18n/locale.svelte'
import type { Field, Problem } from './entry'
import { messages } from './messages'

const terms = {
  egg: messages.egg, larva: messages.larva, pupa: messages.pupa, adult: messages.adult, female: messages.female, male: messages.male,
}

/** A Darwin Core term in the reader's language; one that we have no word for as it is. */
export function term(value: string): string {
  const message = terms[value.toLowerCase() as keyof typeof terms]
  return message ? t(message) : value
}

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
