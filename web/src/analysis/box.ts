// The box of a request for what is in view.
import type { Box } from '../api/types'

/** A box of the view, widened to a grid of the zoom, so that a map which moves a little asks nothing new. */
export function snapped([west, south, east, north]: Box, zoom: number): string {
  const step = 180 / 2 ** Math.max(0, Math.floor(zoom))
  const down = (n: number, least: number) => Math.max(least, Math.floor(n / step) * step)
  const up = (n: number, most: number) => Math.min(most, Math.ceil(n / step) * step)
  return [down(west, -180), down(south, -90), up(east, 180), up(north, 90)].join()
}
