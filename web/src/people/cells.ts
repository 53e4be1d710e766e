/** Sizes of cells that are offered for the places of a data source, in degrees. */
const CELLS = [0.01, 0.05, 0.1, 0.2]

/** The sizes to choose from, in order: also the present one, which may be another. */
export function cellsFor(present: number | null): number[] {
  return present === null || CELLS.includes(present) ? CELLS : [...CELLS, present].sort((a, b) => a - b)
}
