/** What a closed ring encloses, in the square of its unit: positive when it runs counter-clockwise, y pointing upward. */
export function signedArea(ring) {
  return ring.reduce((sum, [x, y], i) => (i > 0 ? sum + (ring[i - 1][0] - x) * (y + ring[i - 1][1]) : 0), 0) / 2
}

/** The ring in the direction that gives its area that sign, 1 or -1. */
export function oriented(ring, sign) {
  return Math.sign(signedArea(ring)) === sign ? ring : ring.toReversed()
}
