import { expect, test } from 'vitest'

import { frameAt, framesOf, framesSoFar, fullest } from './frames'

const open = { start_date: '', end_date: '' }
const counts = {
  count: 9, first_observed: '2019-11-16', last_observed: '2020-02-03',
  months: [{ month: '2019-11', count: 3 }, { month: '2020-01', count: 1 }, { month: '2020-02', count: 5 }],
  years: [{ year: '2019', count: 3 }, { year: '2020', count: 6 }],
}

test('a frame a month, those without records too', () => {
  expect(framesOf(counts, open, 'month', 1)).toEqual([
    { day: '2019-11-01', start_date: '2019-11-01', end_date: '2019-11-30', count: 3 },
    { day: '2019-12-01', start_date: '2019-12-01', end_date: '2019-12-31', count: 0 },
    { day: '2020-01-01', start_date: '2020-01-01', end_date: '2020-01-31', count: 1 },
    { day: '2020-02-01', start_date: '2020-02-01', end_date: '2020-02-29', count: 5 },
  ])
})

test('longer windows overlap', () => {
  expect(framesOf(counts, open, 'month', 3).map((f) => [f.start_date, f.end_date, f.count])).toEqual([
    ['2019-11-01', '2020-01-31', 4], ['2019-12-01', '2020-02-29', 6],
  ])
  expect(framesOf(counts, open, 'year', 5)).toEqual([{ day: '2019-01-01', start_date: '2019-01-01', end_date: '2020-12-31', count: 9 }])
})

test('the dates of the Filter are kept', () => {
  const frames = framesOf(counts, { start_date: '2019-11-10', end_date: '2020-02-15' }, 'month', 1)
  expect([frames[0]!.start_date, frames[3]!.end_date]).toEqual(['2019-11-10', '2020-02-15'])
})

test('records known only by year count in windows of years', () => {
  const vague = { ...counts, count: 11, years: [{ year: '2019', count: 3 }, { year: '2020', count: 8 }] }
  expect(framesOf(vague, open, 'year', 1).map((f) => f.count)).toEqual([3, 8])
  expect(framesOf(vague, open, 'year', 2).map((f) => f.count)).toEqual([11])
  expect(framesOf(vague, open, 'month', 1).map((f) => f.count)).toEqual([3, 0, 1, 5])
})

test('no count is said for windows that may hold records that span several bins', () => {
  const vague = { ...counts, count: 10 }
  expect(framesOf(vague, open, 'month', 2).map((f) => f.count)).toEqual([undefined, undefined, undefined])
  expect(framesOf(vague, open, 'year', 2).map((f) => f.count)).toEqual([undefined])
  expect(framesOf(vague, open, 'year', 1).map((f) => f.count)).toEqual([3, 6])
})

test('nothing matches, no frames', () => {
  expect(framesOf({ count: 0, months: [], years: [], first_observed: null, last_observed: null }, open, 'year', 1)).toEqual([])
})

test('the frame of a day', () => {
  const frames = framesOf(counts, open, 'month', 1)
  expect([frameAt(frames, '2019-12-31'), frameAt(frames, '1900-01-01'), frameAt(frames, '2100-01-01')]).toEqual([1, 0, 3])
})

test('the fullest frame', () => {
  const frames = framesOf(counts, open, 'month', 1)
  expect(fullest(frames, 9)).toBeCloseTo(5 / 9)
  expect(fullest(Array.from({ length: 4 }, () => ({ ...open, day: '', count: undefined })), 100)).toBe(0.5)
})

test('all that was found so far: only the end moves, and the numbers add up', () => {
  expect(framesSoFar(counts, open, 'month')).toEqual([
    { day: '2019-11-01', start_date: '', end_date: '2019-11-30', count: 3 },
    { day: '2019-12-01', start_date: '', end_date: '2019-12-31', count: 3 },
    { day: '2020-01-01', start_date: '', end_date: '2020-01-31', count: 4 },
    { day: '2020-02-01', start_date: '', end_date: '2020-02-29', count: 9 },
  ])
  expect(framesSoFar(counts, { start_date: '2019-11-10', end_date: '2020-02-15' }, 'year').map((f) => [f.start_date, f.end_date, f.count])).toEqual([
    ['2019-11-10', '2019-12-31', 3], ['2019-11-10', '2020-02-15', 9],
  ])
})

test('records known only by year count when the year has ended, and until then there may be more', () => {
  const vague = { ...counts, count: 13, years: [{ year: '2019', count: 5 }, { year: '2020', count: 8 }], last_observed: '2020-12-31' }
  const frames = framesSoFar(vague, open, 'month')
  expect(frames.slice(0, 4).map((f) => [f.count, f.more])).toEqual([[3, true], [5, undefined], [6, true], [11, true]])
  expect(frames.at(-1)).toMatchObject({ end_date: '2020-12-31', count: 13 })
  expect(framesSoFar(vague, open, 'year').map((f) => [f.count, f.more])).toEqual([[5, undefined], [13, undefined]])
})

test('a record of several years may be there before the last of them', () => {
  const spanning = { ...counts, count: 10 }
  expect(framesSoFar(spanning, open, 'year').map((f) => [f.count, f.more])).toEqual([[3, true], [10, undefined]])
})

test('another mode shows the same month', () => {
  const [windows, soFar] = [framesOf(counts, open, 'month', 1), framesSoFar(counts, open, 'month')]
  expect(frameAt(soFar, windows[2]!.day)).toBe(2)
  expect(frameAt(windows, soFar[3]!.day)).toBe(3)
})
