// The pages that every check goes through: languages, phone, keyboard, axe.

export const languages = ['en', 'es', 'fr', 'pt', 'ru'] as const
export type Language = (typeof languages)[number]

/** Paths by what a test is called after. */
export const pages = [
  ['map', '/'],
  ['species', '/species'],
  ['one species', '/species/aedes-aegypti'],
  ['diseases', '/diseases'],
  ['one disease', '/diseases/dengue-fever'],
  ['report', '/report'],
  ['my observations', '/records'],
  ['about', '/about'],
] as const
