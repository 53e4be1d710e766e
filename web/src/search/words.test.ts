import { expect, test } from 'vitest'

import { meanings, type Vocabulary } from './words'

const english: Vocabulary = {
  months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].map((name) => [name]),
  until: ['to'],
  terms: [{ list: 'sex', value: 'female', name: 'Fêmea' }, { list: 'sex', value: 'male', name: 'Macho' }, { list: 'life_stage', value: 'larva', name: 'Larva' }],
  vectors: ['Only vectors', 'vectors'],
}
const parts = (text: string) => meanings(text, english).map(({ part }) => part)

test('sexes and stages in the reader’s language and in English', () => {
  expect(parts('femea')).toEqual([{ sex: ['female'] }])
  expect(parts('Female')).toEqual([{ sex: ['female'] }])
  expect(parts('lar')).toEqual([{ life_stage: ['larva'] }])
  expect(parts('fe')).toEqual([])
})

test('vectors, months, and what is none of these', () => {
  expect(parts('vectors')).toEqual([{ vector_status: ['High', 'Moderate', 'Low'] }])
  expect(parts('june to august')).toEqual([{ months: ['6', '7', '8'] }])
  expect(parts('mar')).toEqual([{ months: ['3'] }])
  expect(parts('Florida')).toEqual([])
})
