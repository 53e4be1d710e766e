import { describe, expect, it } from 'vitest'

import { mostRows, moved, ROW, rowsIn, scrolledTo } from './rows'

describe('the rows to draw', () => {
  it('are those of the window and some beyond', () => {
    expect(rowsIn(0, 10 * ROW, 100_000)).toEqual({ first: 0, end: 18 })
    expect(rowsIn(500 * ROW, 10 * ROW, 100_000)).toEqual({ first: 492, end: 518 })
    expect(rowsIn(99_990 * ROW, 10 * ROW, 100_000)).toEqual({ first: 99_982, end: 100_000 })
  })
  it('are at most as many as there are rows in the document', () => {
    for (let scrolled = 0; scrolled < 3000; scrolled += 7) {
      const { first, end } = rowsIn(scrolled, 500, 100_000)
      expect(end - first).toBeLessThanOrEqual(mostRows(500))
    }
  })
  it('are no more than there are', () => {
    expect(rowsIn(0, 10 * ROW, 3)).toEqual({ first: 0, end: 3 })
    expect(rowsIn(900 * ROW, 10 * ROW, 3)).toEqual({ first: 3, end: 3 })
  })
})

describe('keys', () => {
  const size = { rows: 100, cols: 5, page: 20 }
  const from = (row: number, col: number, key: string, ctrlKey = false) => moved({ row, col }, { key, ctrlKey }, size)

  it('move by a cell, to the titles above the first row, and not beyond the edges', () => {
    expect(from(0, 0, 'ArrowDown')).toEqual({ row: 1, col: 0 })
    expect(from(0, 0, 'ArrowUp')).toEqual({ row: -1, col: 0 })
    expect(from(-1, 0, 'ArrowUp')).toEqual({ row: -1, col: 0 })
    expect(from(99, 4, 'ArrowDown')).toEqual({ row: 99, col: 4 })
    expect(from(99, 4, 'ArrowRight')).toEqual({ row: 99, col: 4 })
  })
  it('move by a page, to the ends of a row, and of all', () => {
    expect(from(5, 1, 'PageDown')).toEqual({ row: 25, col: 1 })
    expect(from(5, 1, 'PageUp')).toEqual({ row: 0, col: 1 })
    expect(from(5, 1, 'Home')).toEqual({ row: 5, col: 0 })
    expect(from(5, 1, 'End')).toEqual({ row: 5, col: 4 })
    expect(from(5, 1, 'Home', true)).toEqual({ row: 0, col: 0 })
    expect(from(5, 1, 'End', true)).toEqual({ row: 99, col: 4 })
  })
  it('that mean nothing here move nowhere', () => expect(from(5, 1, 'a')).toBeUndefined())
})

it('a row is scrolled to by as little as is needed', () => {
  expect(scrolledTo(5, 0, 10 * ROW)).toBe(0)
  expect(scrolledTo(15, 0, 10 * ROW)).toBe(6 * ROW)
  expect(scrolledTo(5, 20 * ROW, 10 * ROW)).toBe(5 * ROW)
})
