// Kinds of pathogens in the reader's language.
import { t } from '../i18n/locale.svelte'
import { messages } from './messages'

const names = { virus: messages.virus, bacterium: messages.bacterium, protozoan: messages.protozoan, nematode: messages.nematode }

/** The name of a kind of pathogen; one that has no translation stays as it is. Reactive. */
export function pathogenName(type: string): string {
  return type in names ? t(names[type as keyof typeof names]) : type
}
