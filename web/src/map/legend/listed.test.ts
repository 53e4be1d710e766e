import { expect, test } from 'vitest'

import { listed } from './listed'

const species = ['a', 'b', 'c', 'd', 'e'].map((id, i) => ({ id, name: id.toUpperCase(), count: 100 - i }))
const names = (drawn: [string, number][], most: number) => listed(species, new Map(drawn), most).map((s) => s.id).join('')

test('the commonest, where the map shows none', () => expect(names([], 3)).toBe('abc'))
test('what is on the map comes before what is common', () => expect(names([['e', 2]], 3)).toBe('abe'))
test('of many on the map those with most records', () => expect(names([['b', 1], ['c', 5], ['d', 9]], 2)).toBe('cd'))
test('a species that does not match is not named', () => expect(names([['x', 9]], 2)).toBe('ab'))
