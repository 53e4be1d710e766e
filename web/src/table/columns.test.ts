import { describe, expect, it, vi } from 'vitest'

import type { Observation } from '../api/types'
import { allColumns, column, columnsText, metadataId, parseColumns } from './columns'

vi.mock('../i18n/locale.svelte', () => ({ t: (key: string) => key, number: String, observed: (at: string) => at, country: (id: string) => id }))

const names = { source: (id: string) => id, region: (id: string) => id }
const record = { metadata: { 'trap, nights': 2, 'a%b': { c: [1] }, none: null } } as unknown as Observation

describe('columns in the address', () => {
  it('are the usual ones where it has none, fewer on a phone', () => {
    expect(parseColumns(null, false)).toContain('sex')
    expect(parseColumns(null, true)).not.toContain('sex')
    expect(columnsText(parseColumns(null, true), true)).toBeNull()
  })
  it('keep their order; what is none, or comes twice, is left out', () => {
    expect(parseColumns('sex,nonsense,date,sex,metadata.', false)).toEqual(['sex', 'date'])
    expect(columnsText(['sex', 'date'], false)).toBe('sex,date')
  })
  it('may be none but the first', () => {
    const text = columnsText([], false)
    expect(text).not.toBeNull()
    expect(parseColumns(text, false)).toEqual([])
  })
  it('are members of metadata with any name', () => {
    const ids = ['trap, nights', 'a%b', 'none'].map(metadataId)
    expect(parseColumns(ids.join(','), false)).toEqual(ids)
    expect(ids.map((id) => column(id)?.text(record, names))).toEqual(['2', '{"c":[1]}', ''])
    expect(allColumns(['b', 'a']).slice(-2)).toEqual(['metadata.a', 'metadata.b'])
    expect(column('metadata.%E0%A4%A')).toBeUndefined()
  })
})
