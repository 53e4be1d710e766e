import type { Messages } from '../../i18n/message'

/** Degrees on the lines of the graticule, as maps of the language write them. */
export const messages = {
  north: { en: '{degrees}°N', es: '{degrees}°N', fr: '{degrees}°N', pt: '{degrees}°N', ru: '{degrees}° с. ш.' },
  south: { en: '{degrees}°S', es: '{degrees}°S', fr: '{degrees}°S', pt: '{degrees}°S', ru: '{degrees}° ю. ш.' },
  east: { en: '{degrees}°E', es: '{degrees}°E', fr: '{degrees}°E', pt: '{degrees}°L', ru: '{degrees}° в. д.' },
  west: { en: '{degrees}°W', es: '{degrees}°O', fr: '{degrees}°O', pt: '{degrees}°O', ru: '{degrees}° з. д.' },
  none: { en: '{degrees}°', es: '{degrees}°', fr: '{degrees}°', pt: '{degrees}°', ru: '{degrees}°' },
} satisfies Messages
