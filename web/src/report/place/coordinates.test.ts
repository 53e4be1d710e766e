import { describe, expect, test } from 'vitest'

import { coordinateText } from '../../terms/coordinates'
import { parseCoordinate, parsePair, pointingAccuracy } from './coordinates'

describe('one coordinate', () => {
  test.each([
    ['48.8566', 48.8566], ['48,8566', 48.8566], [' -2.35 ', -2.35], ['−2,35', -2.35], ['+7', 7], ['0', 0], ['-0', 0], ['90', 90],
    ['48°', 48], ['48.5° N', 48.5], ['N 48.5', 48.5], ['48.5 S', -48.5], ['48.5s', -48.5],
    [`48° 51' 24" N`, 48.856667], [`48°51′24″N`, 48.856667], ['48 51 24 S', -48.856667], [`48° 51,4' N`, 48.856667], ['48 30', 48.5],
    [`48° 51' 24,36"`, 48.8567667],
  ])('%s', (text, value) => expect(parseCoordinate(text, 'lat')).toBeCloseTo(value, 6))

  test.each([
    '', ' ', 'north', '91', '-90.001', '1e2', '48.8.5', '48,85,66', `48° 60' N`, `48° 51' 60"`, `48.5° 30'`, '-48 S', 'N 48 N', '48 E', '48 O',
    'NaN', 'Infinity', '0x10', '1 2 3 4',
  ])('%j is no latitude', (text) => expect(parseCoordinate(text, 'lat')).toBeUndefined())

  test('east, west and oeste are of longitudes', () => {
    expect(parseCoordinate('73.5 W', 'lng')).toBe(-73.5)
    expect(parseCoordinate('73.5 O', 'lng')).toBe(-73.5)
    expect(parseCoordinate('180', 'lng')).toBe(180)
    expect(parseCoordinate('73.5 N', 'lng')).toBeUndefined()
    expect(parseCoordinate('180.1', 'lng')).toBeUndefined()
  })
})

test.each([
  ['48.8566, 2.3522', 48.8566, 2.3522],
  ['48.8566,2.3522', 48.8566, 2.3522],
  ['48.8566 2.3522', 48.8566, 2.3522],
  ['48,8566; 2,3522', 48.8566, 2.3522],
  ['48,8566 2,3522', 48.8566, 2.3522],
  ['-33.9, -70.6', -33.9, -70.6],
  [`48°51'24"N 2°21'8"E`, 48.856667, 2.352222],
  ['48 51 24 N, 2 21 8 E', 48.856667, 2.352222],
])('the pair %s', (text, lat, lng) => {
  expect(parsePair(text)?.lat).toBeCloseTo(lat, 5)
  expect(parsePair(text)?.lng).toBeCloseTo(lng, 5)
})

test.each(['48,8566', '48.5', '', '95, 2', '48, 190', 'here, there', '1, 2, 3'])('%j is no pair', (text) => expect(parsePair(text)).toBeUndefined())

test('what is shown reads back', () => {
  expect(coordinateText(2.35219876543)).toBe('2.352199')
  expect(coordinateText(-1e-9)).toBe('0')
  expect(parseCoordinate(coordinateText(-179.9999999), 'lng')).toBe(-180)
})

test('a map that shows more is pointed at less exactly', () => {
  expect(pointingAccuracy(0, 0)).toBe(800_000)
  expect(pointingAccuracy(16, 0)).toBe(20)
  expect(pointingAccuracy(20, 60)).toBe(1)
})
