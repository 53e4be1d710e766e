// What the licence of a photograph allows, as far as its name tells.

interface Licence {
  /** Whether others may use the photograph without asking. */
  open: boolean
  /** The page with its terms. */
  terms: string | undefined
}

/** Versions that a licence without one is read by. */
const newest = { licenses: '4.0', zero: '1.0' }

/** Knows the names by which the API calls Creative Commons licences, and the public domain. */
export function licenceOf(name: string): Licence {
  const [, form, version] = /^CC (BY(?:-(?:NC|SA|ND))*)(?: (\d\.\d))?$/.exec(name) ?? []
  if (form) return { open: true, terms: `https://creativecommons.org/licenses/${form.toLowerCase()}/${version ?? newest.licenses}/` }
  if (/^CC0( 1\.0)?$/.test(name)) return { open: true, terms: `https://creativecommons.org/publicdomain/zero/${newest.zero}/` }
  return { open: name === 'Public domain', terms: undefined }
}
