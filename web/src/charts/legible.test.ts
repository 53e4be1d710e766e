import { expect, test } from 'vitest'

import { fixed, ramps } from '../map/layers/palette'
import { contrast, legible } from './legible'

const cards = { light: '#ffffff', dark: '#182422' }

test('every colour of the map is seen on a chart in both themes', () => {
  for (const card of Object.values(cards)) {
    for (const colour of [...Object.values(fixed), ...ramps.light, ...ramps.dark]) {
      expect(contrast(legible(colour, card), card), `${colour} on ${card}`).toBeGreaterThanOrEqual(3)
    }
  }
})

test('a colour that is seen stays as it is', () => {
  expect(legible('#0b6b61', cards.light)).toBe('#0b6b61')
  expect(legible('#06dbed', cards.dark)).toBe('#06dbed')
  expect(legible('#06dbed', cards.light)).not.toBe('#06dbed')
})

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#fff', '#0b6b61')).toBe(contrast('#ffffff', '#0b6b61'))
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
