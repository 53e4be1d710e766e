import { expect, test } from 'vitest'

import { boxText, MIDDLE, moved, resized, same, stepOf, WHOLE } from './box'

test('a box moves within the photograph', () => {
  expect(moved(MIDDLE, 0.125, -0.125)).toEqual({ x: 0.375, y: 0.125, width: 0.5, height: 0.5 })
  expect(moved(MIDDLE, 2, -2)).toEqual({ x: 0.5, y: 0, width: 0.5, height: 0.5 })
  expect(moved(WHOLE, 0.5, 0.5)).toEqual(WHOLE)
})

test('a box that is smaller than the server takes grows when it is moved', () => {
  expect(moved({ x: 0.995, y: 0.5, width: 0.005, height: 0.2 }, 0, 0)).toEqual({ x: 0.99, y: 0.5, width: 0.01, height: 0.2 })
})

test('its corner moves within the photograph, and never closes it', () => {
  expect(resized(MIDDLE, 0.125, -0.25)).toEqual({ x: 0.25, y: 0.25, width: 0.625, height: 0.25 })
  expect(resized(MIDDLE, 2, 2)).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 })
  expect(resized(MIDDLE, -2, -2)).toMatchObject({ width: 0.05, height: 0.05 })
})

test('arrow keys move, with the shift key farther', () => {
  expect(stepOf({ key: 'ArrowLeft', shiftKey: false })).toEqual([-0.01, 0])
  expect(stepOf({ key: 'ArrowRight', shiftKey: false })).toEqual([0.01, 0])
  expect(stepOf({ key: 'ArrowUp', shiftKey: true })).toEqual([0, -0.05])
  expect(stepOf({ key: 'ArrowDown', shiftKey: true })).toEqual([0, 0.05])
  expect(stepOf({ key: 'Enter', shiftKey: false })).toBeUndefined()
})

test.each([
  [WHOLE, '0,0,1,1'],
  [MIDDLE, '0.25,0.25,0.5,0.5'],
  [{ x: 1 / 3, y: 2 / 3, width: 2 / 3, height: 1 / 3 }, '0.3333,0.6667,0.6667,0.3333'],
  [{ x: 0.33336, y: 0, width: 0.66664, height: 1 }, '0.3334,0,0.6666,1'],
  [{ x: -0.00001, y: 0, width: 1.00001, height: 1 }, '0,0,1,1'],
])('%j is written %s', (box, text) => {
  expect(boxText(box)).toBe(text)
  const [x, y, width, height] = text.split(',').map(Number) as [number, number, number, number]
  expect(x + width).toBeLessThanOrEqual(1 + 1e-9)
  expect(y + height).toBeLessThanOrEqual(1 + 1e-9)
})

test('boxes are the same when they are written the same', () => {
  expect(same(MIDDLE, { ...MIDDLE, x: 0.250001 })).toBe(true)
  expect(same(MIDDLE, { ...MIDDLE, x: 0.26 })).toBe(false)
})
