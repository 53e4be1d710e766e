// Names of sets of areas.
import { t } from '../i18n/locale.svelte'
import { byCountry, states } from '../map/view'

/** The set that comes with the program has a name in the reader's language. */
export const setName = (id: string): string => (id === states ? t('areas.states') : id)

/** The name of a set, or of countries. */
export const placesName = (by: string): string => (by === byCountry ? t('areas.countries') : setName(by))
