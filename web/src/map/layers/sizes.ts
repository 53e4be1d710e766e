// Sizes of proportional circles. The largest depends on what matches, so that maps of ten records and of ten million are readable.
import type { Stats } from '../../api/types'

/** Radii in pixels. No circle is smaller than the smallest. */
export const radii = { smallest: 2.2, largest: 22 }

/**
 * The radius grows with this power of the records. With 0.5 the area would be proportional to the records; but one trap that is
 * emptied every week has ten thousand times as many as a single find, and would make all others dots of one size. With 0.35 the
 * smallest and the largest circle differ by a factor of 700 in records. The legend explains the sizes.
 */
export const growth = 0.35

/** The share of an area that circles may cover where every cell has the mean of records. */
const ink = 0.9

/** Pixels between cells of a zoom's tiles: 8 where it begins, 16 where the next does. */
const spacing = 8 * Math.SQRT2

/** The largest circle stands for at most so many times the mean of all cells: one trap that is emptied every week would make all others dots. */
const mostMeans = 20

/** Cells of a block. */
const blockCells = 64

/** The larger reference at each zoom, for maps that are compared. */
export const largest = (one: readonly number[], other: readonly number[]) => one.map((reference, zoom) => Math.max(reference, other[zoom] ?? 0))

/**
 * Records of the largest circle at each zoom of the tiles: the most of a cell, fewer where that is far from the others, and more where
 * circles would cover each other. It depends on what matches and on the zoom alone, so that a place looks the same however one came
 * there.
 */
export function referencesOf({ count, density = [] }: Pick<Stats, 'count' | 'density'>): number[] {
  return density.map(({ cells, blocks, most }) => {
    if (cells === 0) return 1
    const mean = count / cells
    // How much of a neighbourhood with records is full of them.
    const full = cells / (blocks * blockCells)
    const crowd = ((full * Math.PI * radii.largest ** 2) / (ink * spacing ** 2)) ** (0.5 / growth)
    return roundUp(Math.max(Math.min(most, mostMeans * mean), crowd * mean))
  })
}

/** Records of the largest circle at a zoom of the map. */
export const referenceAt = (references: readonly number[], zoom: number): number =>
  references[Math.max(0, Math.min(references.length - 1, Math.floor(zoom)))] ?? 1

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
