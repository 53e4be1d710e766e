import { expect, test } from 'vitest'

import { areaText } from './area'

test('the area holds the whole view', () => {
  expect(areaText([1.2345678, -2.3456789, 3.4567891, 4.5678912])).toBe('1.23456,-2.34568,3.45679,4.5679')
})

test('no latitude is beyond a pole', () => expect(areaText([-200, -91, 200, 95])).toBe('-200,-90,200,90'))
