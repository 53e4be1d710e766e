import { expect, test } from 'vitest'

import { most, ranked } from './ranked'

const place = (area_id: string, records: number, name: string | null = null) => ({ cell: null, area_id, country_id: null, name, records })

test('areas with records, most first', () => {
  expect(ranked([place('us-tx', 3, 'Texas'), place('us-ak', 0, 'Alaska'), place('us-fl', 9)])).toEqual({
    shown: [{ id: 'us-fl', name: 'us-fl', count: 9 }, { id: 'us-tx', name: 'Texas', count: 3 }], more: 0,
  })
})

test('a long list says how many it leaves out', () => {
  const { shown, more } = ranked(Array.from({ length: most + 7 }, (_, i) => place(`a${i}`, i + 1)))
  expect([shown.length, more, shown[0]!.count]).toEqual([most, 7, most + 7])
})
