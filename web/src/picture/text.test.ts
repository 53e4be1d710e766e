import { expect, test } from 'vitest'

import { wrap } from './text'

const width = (text: string) => [...text].length

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 100, ['one two three']],
  ['https://example.org/?a=b x', 10, ['https://ex', 'ample.org/', '?a=b x']],
  ['a abcdefghij', 4, ['a', 'abcd', 'efgh', 'ij']],
  ['ёё жж', 2, ['ёё', 'жж']],
  ['', 5, []],
  ['ab', 0, ['a', 'b']],
])('%s in %i', (text, most, want) => expect(wrap(text, most, width)).toEqual(want))

test('nothing is lost', () => {
  const text = 'Kraemer MUG, Sinka ME, Duda KA, et al. Data from: The_global_compendium_of_Aedes_aegypti and Ae. albopictus occurrence.'
  for (const most of [3, 10, 25, 80]) expect(wrap(text, most, width).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
})
