// Screens as narrow as a phone's, whose pages have drawers in place of columns. Paper is none: what is printed has the wide layout.
import { MediaQuery } from 'svelte/reactivity'

export const phone = new MediaQuery('screen and (max-width: 56rem)')
