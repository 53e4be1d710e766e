import { expect, test } from 'vitest'

import { days } from './days'

test('days, a day, and whole years', () => {
  expect(days('2020-01-05', '2020-12-31', 'en')).toMatch(/^Jan 5.+Dec 31, 2020$/)
  expect(days('2020-01-05', '2020-01-05', 'en')).toBe('Jan 5, 2020')
  expect(days('1964-01-01', '2014-12-31', 'en')).toMatch(/^1964.+2014$/)
  expect(days('1964-01-01', '1964-12-31', 'en')).toBe('1964')
  expect(days('', '', 'en')).toBe('')
})
