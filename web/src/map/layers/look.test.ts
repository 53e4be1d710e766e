import { createExpression, type ExpressionSpecification } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'

import { circleRadius, colour, type Look, pointOrder, spread, symbol } from './look'
import { growth } from './sizes'
import { otherColour, ramps, speciesColours, statusColours } from './palette'

const look: Look = {
  display: 'circles', colouring: 'species', theme: 'light', references: [100], colours: speciesColours(['aedes-aegypti', 'culex-bahamensis', 'culex-pipiens']),
  statuses: new Map([['aedes-aegypti', 'High'], ['culex-territans', 'None']]), dates: [24_000, 24_012, 24_024], monthly: false,
}

function value(expression: ExpressionSpecification | string, properties: Record<string, string | number>, zoom = 8): unknown {
  const created = createExpression(expression, 'paint')
  if (created.result === 'error') throw new Error(created.value.map((e) => e.message).join())
  return created.value.evaluate({ zoom }, { type: 1, properties } as never)
}

test('species have their colours, others are grey', () => {
  const expression = colour(look)
  for (const [id, own] of look.colours) expect(value(expression, { species_id: id })).toBe(own)
  expect(value(expression, { species_id: 'x-y' })).toBe(otherColour)
})

test('vector status of a record and of the commonest species of a cell', () => {
  const expression = colour({ ...look, colouring: 'vector_status' })
  expect(value(expression, { vector_status: 'Low', species_id: 'aedes-aegypti' })).toBe(statusColours.Low)
  expect(value(expression, { species_id: 'culex-territans' })).toBe(statusColours.None)
  expect(value(expression, { species_id: 'x-y' })).toBe(otherColour)
})

test('counts of records in a cell, of specimens in a record', () => {
  const expression = colour({ ...look, colouring: 'count' })
  expect(value(expression, { kind: 'cell', records: 9, count: 5000 })).toBe(ramps.light[0])
  expect(value(expression, { kind: 'cell', records: 12345 })).toBe(ramps.light[4])
  expect(value(expression, { kind: 'point', records: 1, count: 100 })).toBe(ramps.light[2])
})

test('dates', () => {
  const expression = colour({ ...look, colouring: 'date' })
  const [first, middle, last] = spread(ramps.light, 3)
  expect(value(expression, { last: '2000-12-31' })).toBe(first)
  expect(value(expression, { last: '2001-01-01' })).toBe(middle)
  expect(value(expression, { observed_at: '2019-05-06T00:00:00Z' })).toBe(last)
})

test('records and cells whose month is not known are grey where classes are months', () => {
  const monthly = { ...look, dates: [24_000, 24_001, 24_002], monthly: true }
  const expression = colour({ ...monthly, colouring: 'date' })
  const [january] = spread(ramps.light, 3)
  expect(value(expression, { observed_at: '2000-01-05T00:00:00Z', date_precision: 'day' })).toBe(january)
  expect(value(expression, { observed_at: '2000-01-01T00:00:00Z', date_precision: 'month' })).toBe(january)
  expect(value(expression, { observed_at: '2000-01-01T00:00:00Z', date_precision: 'year' })).toBe(otherColour)
  expect(value(expression, { observed_at: '2000-01-01T00:00:00Z', date_precision: 'interval', observed_until: '2000-02-03' })).toBe(otherColour)
  expect(value(expression, { observed_at: '2000-01-01T00:00:00Z', date_precision: 'interval', observed_until: '2000-01-03' })).toBe(january)
  expect(value(expression, { kind: 'cell', last: '2000-01-31' })).toBe(january)
  expect(value(expression, { kind: 'cell', last: '2000-12-31', last_from: '2000-01-01' })).toBe(otherColour)
  const byYear = colour({ ...look, colouring: 'date' })
  expect(value(byYear, { observed_at: '2000-01-01T00:00:00Z', date_precision: 'year' })).toBe(january)
})

test('first found: the first day of a cell', () => {
  const expression = colour({ ...look, colouring: 'first' })
  const [first, , last] = spread(ramps.light, 3)
  expect(value(expression, { kind: 'cell', first: '2000-05-06', last: '2019-01-01' })).toBe(first)
  expect(value(expression, { observed_at: '2019-05-06T00:00:00Z' })).toBe(last)
})

test('the newest record of a place is on top, or the first', () => {
  const key = (colouring: Look['colouring'], day: string) => value(pointOrder({ ...look, colouring }), { observed_at: day + 'T00:00:00Z' }) as number
  expect(key('species', '2020-03-01')).toBeGreaterThan(key('species', '2020-02-28'))
  expect(key('first', '2020-03-01')).toBeLessThan(key('first', '2020-02-28'))
})

test('mixed: cells by their records, single records by species', () => {
  const expression = colour({ ...look, colouring: 'mixed' })
  expect(value(expression, { kind: 'cell', records: 12345, species_id: 'culex-pipiens' })).toBe(ramps.light[4])
  expect(value(expression, { kind: 'point', count: 7, species_id: 'culex-pipiens' })).toBe(look.colours.get('culex-pipiens'))
})

test('the species that stands out keeps its colour alone', () => {
  const expression = colour({ ...look, highlight: 'culex-pipiens' })
  expect(value(expression, { species_id: 'culex-pipiens' })).toBe(look.colours.get('culex-pipiens'))
  expect(value(expression, { species_id: 'aedes-aegypti' })).not.toBe(look.colours.get('aedes-aegypti'))
})

test('shapes say the genus, hollow ones that the place is coarser than a cell', () => {
  expect(value(symbol(), { species_id: 'culex-pipiens' })).toBe('skeeter-triangle')
  expect(value(symbol(), { species_id: 'culex' })).toBe('skeeter-triangle')
  expect(value(symbol(), { species_id: 'wyeomyia-smithii' })).toBe('skeeter-diamond')
  expect(value(symbol(), { species_id: 'aedes-aegypti', location_accuracy_m: 1000 }, 8)).toBe('skeeter-circle')
  expect(value(symbol(), { species_id: 'aedes-aegypti', location_accuracy_m: 1000 }, 12)).toBe('skeeter-circle-hollow')
})

test('a circle of the reference is the largest', () => {
  const created = createExpression(circleRadius([5, 6, 7, 400]), 'paint')
  if (created.result === 'error') throw new Error('not an expression')
  expect(created.value.evaluate({ zoom: 3 }, { type: 1, properties: { records: 400 } } as never)).toBeCloseTo(22)
  expect(created.value.evaluate({ zoom: 3 }, { type: 1, properties: { records: 100 } } as never)).toBeCloseTo(22 * 0.25 ** growth)
})
