// The box around the insect in a photograph, in shares of its width and height.
import type { Prediction } from '../../api/types'

export type Box = NonNullable<Prediction['box']>

/** The whole photograph. */
export const WHOLE: Box = { x: 0, y: 0, width: 1, height: 1 }

/** Where a box begins that the model has not found. */
export const MIDDLE: Box = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }

/** Shortest side, which a finger can still hold. The server takes smaller ones. */
const LEAST = 0.05

/** Shortest side that the server takes. It may find a smaller one. */
const SMALLEST = 0.01

/** How far an arrow key moves, and with the shift key. */
const STEP = 0.01
const LONG_STEP = 0.05

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** The box after a move, within the photograph, and not smaller than what the server takes. */
export function moved(box: Box, dx: number, dy: number): Box {
  const [width, height] = [Math.max(box.width, SMALLEST), Math.max(box.height, SMALLEST)]
  return { width, height, x: clamp(box.x + dx, 0, 1 - width), y: clamp(box.y + dy, 0, 1 - height) }
}

/** The box after its lower right corner moved, within the photograph. */
export function resized(box: Box, dx: number, dy: number): Box {
  return { ...box, width: clamp(box.width + dx, LEAST, 1 - box.x), height: clamp(box.height + dy, LEAST, 1 - box.y) }
}

/** How far a key moves something; undefined for other keys. */
export function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): [dx: number, dy: number] | undefined {
  const step = shiftKey ? LONG_STEP : STEP
  if (key === 'ArrowLeft') return [-step, 0]
  if (key === 'ArrowRight') return [step, 0]
  if (key === 'ArrowUp') return [0, -step]
  if (key === 'ArrowDown') return [0, step]
  return
}

/** As the API takes it. Rounding does not push it beyond the edge. */
export function boxText({ x, y, width, height }: Box): string {
  const [left, top] = [clamp(Number(x.toFixed(4)), 0, 1), clamp(Number(y.toFixed(4)), 0, 1)]
  const within = (size: number, from: number) => Math.min(Number(size.toFixed(4)), Number((1 - from).toFixed(4)))
  return [left, top, within(width, left), within(height, top)].join()
}

/** Whether the API would get the same box. */
export function same(a: Box, b: Box): boolean {
  return boxText(a) === boxText(b)
}
