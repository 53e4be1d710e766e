// A photograph of a species, in words and by its address.
import { pictureOf } from '../../api/picture'
import type { SpeciesImage } from '../../api/types'
import { language, t } from '../../i18n/locale.svelte'
import { term } from '../../terms/terms'

/** The address of a photograph in one of its sizes. */
export const addressOf = (path: string) => pictureOf(path)?.address

/** Sex and life stage of the mosquito: "Female, adult"; "" where neither is known. */
export function traits({ sex, life_stage }: SpeciesImage): string {
  const known = [sex, life_stage].filter((value) => value !== null).map(term)
  return known.map((text, i) => (i === 0 ? text : text.toLocaleLowerCase(language()))).join(', ')
}

/** What a photograph shows: "Aedes aegypti, female, adult". */
export const shows = (name: string, image: SpeciesImage) => [name, traits(image).toLocaleLowerCase(language())].filter(Boolean).join(', ')

/** The text in its place for those who do not see it. */
export const altOf = (name: string, image: SpeciesImage) => t('species.photographAlt', { what: shows(name, image), author: image.author })
