// How to cite a data source.
import type { Source } from '../api/types'

/** A Digital Object Identifier in a text (DOI Handbook, 2.2): without what ends the sentence that it stands in. */
const pattern = /\b10\.\d{4,9}\/[^\s"<>]+/

/** The address of the DOI that a data source has in its address or its citation; undefined where it has none. */
export function doiOf({ url, citation }: Pick<Source, 'url' | 'citation'>): string | undefined {
  for (const text of [url, citation]) {
    let doi = pattern.exec(text ?? '')?.[0]
    if (!doi) continue
    doi = doi.replace(/[.,;:]+$/, '')
    // A bracket that was opened before the DOI closes after it.
    while (doi.endsWith(')') && doi.split(')').length > doi.split('(').length) doi = doi.slice(0, -1).replace(/[.,;:]+$/, '')
    return 'https://doi.org/' + doi
  }
}

/** The sentences to cite: what the data source asks for, else its title, with its DOI or address where that lacks it. */
export function citationOf(source: Pick<Source, 'title' | 'citation' | 'url'>): string {
  const text = source.citation?.trim() || source.title
  const [doi, page] = [doiOf(source), source.url?.trim()]
  const link = doi ?? page
  const has = !link || text.includes(link.replace('https://doi.org/', '')) || (page && text.includes(page))
  const sentence = /[.!?]$/.test(text) ? text : text + '.'
  return has ? sentence : `${sentence} ${link}`
}
