import { describe, expect, it } from 'vitest'

import { citationOf, doiOf } from './cite'

describe('a DOI', () => {
  const of = (url: string | null, citation: string | null = null) => doiOf({ url, citation })
  it('is found in the address and in the citation, the address first', () => {
    expect(of('https://doi.org/10.15468/abcd12')).toBe('https://doi.org/10.15468/abcd12')
    expect(of('https://example.org', 'Doe 2020: Traps. doi:10.1000/xyz(1)-2.')).toBe('https://doi.org/10.1000/xyz(1)-2')
    expect(of(null, '(see https://doi.org/10.1000/xyz).')).toBe('https://doi.org/10.1000/xyz')
    expect(of('https://doi.org/10.1/short', 'Doe, 10.12345/b')).toBe('https://doi.org/10.12345/b')
  })
  it('is not found where there is none', () => {
    expect(of(null)).toBeUndefined()
    expect(of('https://example.org/10.5', 'Version 10.2/3')).toBeUndefined()
  })
})

describe('a citation', () => {
  it('is what the data source asks for', () => {
    expect(citationOf({ title: 'Traps', citation: ' Doe (2020): Traps. ', url: null })).toBe('Doe (2020): Traps.')
  })
  it('has the DOI or the address, once', () => {
    expect(citationOf({ title: 'Traps', citation: 'Doe: Traps', url: 'https://doi.org/10.1000/a' })).toBe('Doe: Traps. https://doi.org/10.1000/a')
    expect(citationOf({ title: 'Traps', citation: 'Doe: Traps. doi:10.1000/a', url: 'https://doi.org/10.1000/a' })).toBe('Doe: Traps. doi:10.1000/a.')
    expect(citationOf({ title: 'Traps', citation: 'Doe, https://example.org/t', url: 'https://example.org/t' })).toBe('Doe, https://example.org/t.')
  })
  it('is the title where it asks for none', () => {
    expect(citationOf({ title: 'Traps of the coast', citation: null, url: 'https://example.org' })).toBe('Traps of the coast. https://example.org')
    expect(citationOf({ title: 'Traps of the coast', citation: null, url: null })).toBe('Traps of the coast.')
  })
})
