import { expect, test } from 'vitest'

import { csv, type Line } from './lines'

const line = (name: string, values: Line['values'], rest = 0): Line => ({ id: name, name, colour: '#000000', values, rest })
const columns = [
  { id: '1', label: 'January', short: 'J' },
  { id: '2', label: 'February', short: 'F' },
]

test('a file has a row for each column of the chart, and what belongs to none', () => {
  const text = csv('month', columns, [line('Aedes aegypti', [3, 0], 7), line('Culex, "large"', [null, 12])], 'unknown')
  expect(text).toBe('month,Aedes aegypti,"Culex, ""large"""\r\n1,3,\r\n2,0,12\r\nunknown,7,0\r\n')
})

test('a name that looks like a formula is a text', () => {
  expect(csv('month', [], [line('=1+1', [])], 'unknown')).toBe("month,'=1+1\r\nunknown,0\r\n")
})
