import { expect, test } from 'vitest'

import { cellBox } from './cell'

test('the world of zoom 0 has 64 cells a side', () => {
  const [west, south, east, north] = cellBox(0, 1, -1)
  expect([west, north]).toEqual([0, 0])
  expect(east).toBeCloseTo(5.625, 6)
  expect(east).toBeLessThan(5.625)
  expect(south).toBeCloseTo(-5.61598582, 6)
})

test('a place on a border is in the cell to the east and south', () => {
  expect(cellBox(3, 0, 0)).toEqual(cellBox(3, 0.01, -0.01))
})

test('neighbours share no place and leave none out', () => {
  const here = cellBox(9, 24.93, 60.17)
  const east = cellBox(9, here[2] + 1e-7, 60.17)
  const south = cellBox(9, 24.93, here[1] - 1e-7)
  expect(east[0] - here[2]).toBeCloseTo(1e-7, 9)
  expect(here[1] - south[3]).toBeCloseTo(1e-7, 9)
})

test('the outermost cells reach to the poles and to the antimeridian', () => {
  expect(cellBox(2, 180 - 1e-9, 85.1)[3]).toBe(90)
  expect(cellBox(2, 179.9999, -89)[1]).toBe(-90)
  expect(cellBox(2, 179.9999, 0)[2]).toBe(180)
})

test('longitudes of another copy of the world', () => {
  expect(cellBox(4, 370, 10)).toEqual(cellBox(4, 10, 10))
})
