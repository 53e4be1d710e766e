// How areas look by their numbers of records.
import type { Mark } from '../analysis/marks'
import { countClasses } from '../map/layers/classes'
import { outline, ramps } from '../map/layers/palette'

const grey = { light: '#55635f', dark: '#8fa39e' }
/** Many areas have no record: their edges are behind those that do. */
const faintEdge = { light: '#b3bdba', dark: '#4a5855' }

/** Classes from few to many, as those of the grid: each ten times as many records as the one before. */
export const classMarks: Mark[] = countClasses.map((_, i) => ({
  fill: 'dense', edge: 'thin', colours: { light: ramps.light[i]!, dark: ramps.dark[i]! }, edges: outline,
}))

/** An area without a record. */
export const noneMark: Mark = { fill: 'faint', edge: 'thin', colours: grey, edges: faintEdge }

export const markOf = (records: number): Mark => classMarks[countClasses.findLastIndex((from) => from <= records)] ?? noneMark

/** Decimals of outlines at a zoom, so that a step is about a pixel: they are a fraction of the exact ones at the scale of the world. */
export const decimalsAt = (zoom: number) => Math.min(5, Math.max(1, Math.ceil(Math.log10(2 ** Math.floor(zoom) / 0.7))))
