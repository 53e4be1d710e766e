// Lines of a chart, and the same as a file.

export interface Line {
  id: string
  name: string
  scientific?: boolean
  colour: string
  /** Lengths of strokes and gaps; none for a whole line. */
  dash?: number[]
  /** A line behind the others, without a place in the key. */
  faint?: boolean
  /** A value for each column; null where nothing is known. */
  values: (number | null)[]
  /** What belongs to no column. */
  rest: number
}

export interface Column {
  /** In the file. */
  id: string
  /** Read aloud and in the table. */
  label: string
  /** On the axis. */
  short: string
}

/** Strokes that tell lines apart without their colours. */
export const dashes: number[][] = [[], [9, 4], [2, 4], [9, 4, 2, 4], [16, 4], [5, 3], [16, 4, 2, 4]]

/** What a spreadsheet program would run. */
const formula = /^[=+\-@\t\r]/

const cell = (value: string | number | null) => {
  const text = value === null ? '' : typeof value === 'string' && formula.test(value) ? "'" + value : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The lines as CSV (RFC 4180), a column each. The last row is what belongs to no column of the chart. */
export function csv(head: string, columns: Column[], lines: Line[], rest: string): string {
  const rows: (string | number | null)[][] = [
    [head, ...lines.map(({ name }) => name)],
    ...columns.map(({ id }, i) => [id, ...lines.map(({ values }) => values[i] ?? null)]),
    [rest, ...lines.map((line) => line.rest)],
  ]
  return rows.map((row) => row.map(cell).join(',') + '\r\n').join('')
}
