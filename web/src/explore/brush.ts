// What a drag over the histogram selects.
import type { Range } from './bins'

/** What is dragged: an edge of the selection, the selection, or a new selection. */
export type Grip = 'from' | 'to' | 'move' | 'new'

const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(high, n))

/**
 * The selection, in whole bars of `length`, when `grip` was taken at `start` and is now at `at`.
 * `was` is the selection when the drag began. At least one bar is always selected.
 */
export function dragged(grip: Grip, was: Range, start: number, at: number, length: number): Range {
  const [from, to] = [Math.floor(was[0] + 1e-9), Math.ceil(was[1] - 1e-9)]
  switch (grip) {
    case 'from':
      return [clamp(Math.round(at), 0, Math.max(to, 1) - 1), Math.max(to, 1)]
    case 'to':
      return [Math.min(from, length - 1), clamp(Math.round(at), Math.min(from, length - 1) + 1, length)]
    case 'move': {
      const by = clamp(Math.round(at - start), -from, length - to)
      return [from + by, to + by]
    }
    case 'new': {
      const bar = (n: number) => clamp(Math.floor(n), 0, length - 1)
      return [Math.min(bar(start), bar(at)), Math.max(bar(start), bar(at)) + 1]
    }
  }
}
