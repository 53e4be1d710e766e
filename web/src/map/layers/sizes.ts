// Sizes of proportional circles. The largest depends on what is in view, so that maps of ten records and of ten million are
// readable.

/** Radii in pixels. No circle is smaller than the smallest. */
export const radii = { smallest: 2.2, largest: 22 }

/**
 * The radius grows with this power of the records. With 0.5 the area would be proportional to the records; but one trap that is
 * emptied every week has ten thousand times as many as a single find, and would make all others dots of one size. With 0.35 the
 * smallest and the largest circle differ by a factor of 700 in records. The legend explains the sizes.
 */
export const growth = 0.35

/** The share of the map that circles may cover. */
const ink = 0.22

/** Records of the largest circle: the most of a cell in view, or more where circles would cover too much of the map. */
export function referenceFor(records: Iterable<number>, pixels: number): number | undefined {
  let [most, sum] = [0, 0]
  for (const n of records) {
    most = Math.max(most, n)
    sum += n ** (2 * growth)
  }
  if (most === 0) return
  return Math.max(most, ((sum * Math.PI * radii.largest ** 2) / (ink * pixels)) ** (0.5 / growth))
}

/** The reference to draw with: a round number. The one before is kept while it fits, so that circles keep their size. */
export function steady(before: number, wanted: number): number {
  return wanted <= before && wanted > before / 3 ? before : roundUp(wanted)
}

/** The smallest of 1, 2, 5, 10, 20 ... that is not less. */
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

/** Records to show in a legend, most first. */
export function examples(reference: number): number[] {
  return [1, 1 / 10, 1 / 100].map((share) => Math.round(reference * share)).filter((n, i, all) => n >= 1 && n !== all[i - 1])
}

/** Records up to which circles have the smallest size. */
export const smallestCount = (reference: number) => Math.floor(reference * (radii.smallest / radii.largest) ** (1 / growth))
