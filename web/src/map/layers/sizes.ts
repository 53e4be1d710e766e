// Sizes of proportional circles: the larger, the more records. The largest follows from what is in view, so that one can read
// maps of ten records and of ten million.

/** Pixels. What is smaller than the smallest is drawn as large as the smallest. */
export const radii = { smallest: 2.2, largest: 22 }

/**
 * Power of the records that the radius grows with. With 0.5 the area would be proportional to the records; but one trap that is
 * emptied every week has ten thousand times as many as a single find, which then makes all others dots of one size. With 0.35
 * records may differ by a factor of 700 between the smallest and the largest circle. The legend says what the sizes mean.
 */
export const growth = 0.35

/** The share of the map that circles may cover. */
const ink = 0.22

/** Records of the largest circle: the most of a cell in view, or more where the circles would cover too much. */
export function referenceFor(records: Iterable<number>, pixels: number): number | undefined {
  let [most, sum] = [0, 0]
  for (const n of records) {
    most = Math.max(most, n)
    sum += n ** (2 * growth)
  }
  if (most === 0) return
  return Math.max(most, ((sum * Math.PI * radii.largest ** 2) / (ink * pixels)) ** (0.5 / growth))
}

/** The reference to draw with: a round number, and the one before as long as it will do, so that circles keep their size. */
export function steady(before: number, wanted: number): number {
  return wanted <= before && wanted > before / 3 ? before : roundUp(wanted)
}

/** The next of 1, 2, 5, 10, 20 ... */
export function roundUp(n: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)))
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= n) ?? 10 * power
}

/** The largest of 1, 2, 5, 10, 20 ... that is not more. */
export function roundDown(n: number): number {
  const up = roundUp(n)
  return up <= n || up === 1 ? up : up / (/^5/.test(String(up)) ? 2.5 : 2)
}

/** Radius of a circle in pixels. */
export function radius(records: number, reference: number): number {
  return Math.max(radii.smallest, radii.largest * (records / reference) ** growth)
}

/** Records to show in a legend, most first; the last is drawn as a small circle still seen to be a circle. */
export function examples(reference: number): number[] {
  return [1, 1 / 10, 1 / 100].map((share) => Math.round(reference * share)).filter((n, i, all) => n >= 1 && n !== all[i - 1])
}

/** Records up to which all circles are of the smallest size. */
export const smallestCount = (reference: number) => Math.floor(reference * (radii.smallest / radii.largest) ** (1 / growth))
