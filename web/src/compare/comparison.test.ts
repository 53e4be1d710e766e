import { expect, test } from 'vitest'

import { everything, parseFilter, type Filter } from '../filter/filter'
import { begin, end, paramsOf, parseDivider, parseMode, sideQuery, swapped } from './comparison'

const filter = (part: Partial<Filter>): Filter => ({ ...everything(), ...part })

/** An address after router.set(). */
function set(address: string, params: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams(address)
  for (const [name, value] of Object.entries(params)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  return query
}

test('an address says how it compares', () => {
  expect(parseMode(new URLSearchParams('compare=swipe'))).toBe('swipe')
  expect(parseMode(new URLSearchParams('compare=both'))).toBeUndefined()
  expect(parseMode(new URLSearchParams('species=a'))).toBeUndefined()
})

test('B begins as a copy of A, and changes alone', () => {
  const a = filter({ species: ['aedes-aegypti'], start_date: '2020-01-01' })
  const begun = set('species=aedes-aegypti&start_date=2020-01-01&at=3/1/2', begin(a, 'split'))
  expect(begun.toString()).toBe('species=aedes-aegypti&start_date=2020-01-01&at=3%2F1%2F2&compare=split&b_species=aedes-aegypti&b_start_date=2020-01-01')
  const changed = set(begun.toString(), sideQuery('B', filter({ species: ['aedes-albopictus'] })))
  expect(parseFilter(paramsOf('A', changed))).toEqual(a)
  expect(parseFilter(paramsOf('B', changed))).toEqual(filter({ species: ['aedes-albopictus'] }))
})

test('the end keeps A and everything else', () => {
  const query = new URLSearchParams('species=a&b_species=b&b_months=1,2&compare=swipe&divider=30&at=3/1/2&colour=species')
  expect(set(query.toString(), end(query)).toString()).toBe('species=a&at=3%2F1%2F2&colour=species')
})

test('sides are swapped', () => {
  const query = set('species=a&b_genus=Culex', swapped(filter({ species: ['a'] }), filter({ genus: ['Culex'] })))
  expect(query.toString()).toBe('genus=Culex&b_species=a')
})

test('the divider is in the middle unless the address says where', () => {
  for (const [address, percent] of [['', 50], ['divider=0', 0], ['divider=37.5', 37.5], ['divider=101', 50], ['divider=x', 50]] as const) {
    expect(parseDivider(new URLSearchParams(address)), address).toBe(percent)
  }
})
