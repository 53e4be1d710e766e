// Days and times of accounts, in the reader's language.
import { language } from '../i18n/locale.svelte'

export const dateTime = (text: string) => new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text))
export const day = (text: string) => new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(text))
