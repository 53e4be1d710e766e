import { expect, test } from 'vitest'

import { licenceOf } from './licence'

test('Creative Commons licences lead to their terms', () => {
  expect(licenceOf('CC BY 4.0')).toEqual({ open: true, terms: 'https://creativecommons.org/licenses/by/4.0/' })
  expect(licenceOf('CC BY-NC-SA 3.0')).toEqual({ open: true, terms: 'https://creativecommons.org/licenses/by-nc-sa/3.0/' })
  expect(licenceOf('CC BY')).toEqual({ open: true, terms: 'https://creativecommons.org/licenses/by/4.0/' })
  expect(licenceOf('CC0 1.0')).toEqual({ open: true, terms: 'https://creativecommons.org/publicdomain/zero/1.0/' })
  expect(licenceOf('Public domain')).toEqual({ open: true, terms: undefined })
})

test('what only speaks of a licence is none', () => {
  for (const name of ['All rights reserved', 'All rights reserved, not CC BY 4.0', 'CC BY 4.0 but ask', 'cc by', '']) expect(licenceOf(name), name).toEqual({ open: false, terms: undefined })
})
