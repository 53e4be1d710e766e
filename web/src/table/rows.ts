// Which rows of a long table are drawn, and where keys move. All rows are equally high.

/** Pixels of a row. */
export const ROW = 36

/** Rows that are drawn beyond each edge of the window, so that a slow scroll shows no gap. */
const beyond = 8

/** The rows to draw, from `first` until before `end`. */
export interface Range {
  first: number
  end: number
}

export function rowsIn(scrolled: number, height: number, count: number): Range {
  const top = Math.floor(scrolled / ROW)
  return { first: Math.max(0, Math.min(top - beyond, count)), end: Math.min(count, top + Math.ceil(height / ROW) + beyond) }
}

/** The most rows that are drawn at once. */
export const mostRows = (height: number): number => Math.ceil(height / ROW) + 2 * beyond + 1

/** A cell; the row -1 is that of the titles. */
export interface Cell {
  row: number
  col: number
}

export interface Size {
  rows: number
  cols: number
  /** Rows that a page of the window has. */
  page: number
}

/** Where a key moves from a cell; undefined for other keys. */
export function moved({ row, col }: Cell, { key, ctrlKey }: { key: string; ctrlKey: boolean }, { rows, cols, page }: Size): Cell | undefined {
  const to: Record<string, [row: number, col: number]> = {
    ArrowUp: [row - 1, col],
    ArrowDown: [row + 1, col],
    ArrowLeft: [row, col - 1],
    ArrowRight: [row, col + 1],
    PageUp: [Math.max(row - page, 0), col],
    PageDown: [row + page, col],
    Home: ctrlKey ? [0, 0] : [row, 0],
    End: ctrlKey ? [rows - 1, cols - 1] : [row, cols - 1],
  }
  const next = to[key]
  return next && { row: Math.max(-1, Math.min(next[0], rows - 1)), col: Math.max(0, Math.min(next[1], cols - 1)) }
}

/** How far to scroll so that a row is in the window, below the titles. */
export function scrolledTo(row: number, scrolled: number, height: number): number {
  const top = row * ROW
  return Math.max(0, Math.min(top, Math.max(scrolled, top + ROW - height)))
}
