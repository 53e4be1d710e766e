// Names of sets of areas.
import { t } from '../i18n/locale.svelte'

/** The set that comes with the program has a name in the reader's language. */
export const setName = (id: string): string => (id === 'admin1' ? t('areas.states') : id)
