// Colours of the map's data. A species has the same colour everywhere. The colours of the most important vectors, of vector status
// and of classes differ for readers who cannot see red or green (palette.test.ts says by how much), and stand out from the land.
import type { Theme } from '../../app/theme.svelte'
import type { VectorStatus } from '../../api/types'

/** The vectors that maps most often have to tell apart. */
export const fixed: Record<string, string> = {
  'aedes-aegypti': '#d1401a',
  'aedes-albopictus': '#0a75ec',
  'aedes-japonicus': '#a499fe',
  'aedes-vexans': '#5d7e6a',
  'anopheles-gambiae': '#9b0075',
  'anopheles-funestus': '#562db6',
  'anopheles-stephensi': '#e255ac',
  'anopheles-arabiensis': '#fea2a8',
  'culex-pipiens': '#c29320',
  'culex-quinquefasciatus': '#7b3702',
  'culex-tarsalis': '#06dbed',
  'culex-tritaeniorhynchus': '#a7d81d',
}

/** Quieter colours that all other species share. */
export const shared = [
  '#8d5667', '#8e5a47', '#806433', '#636f3c', '#3f765a', '#27767a', '#3e6f90', '#606494', '#7c5b84',
  '#c98c8b', '#c1946f', '#a9a069', '#86aa7e', '#67aea0', '#66aabf', '#83a0ce', '#a594c7', '#bf8cad',
]

/** A species' colour by its id. */
export function speciesColour(id: string): string {
  return fixed[id] ?? shared[hash(id) % shared.length]!
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (const c of text) h = Math.imul(h ^ c.codePointAt(0)!, 0x01000193)
  return h >>> 0
}

export const statusColours: Record<VectorStatus, string> = {
  High: '#b3261e',
  Moderate: '#f08a24',
  Low: '#f2d24b',
  None: '#3f7fd0',
  Unknown: '#8b8f98',
}

/** Five classes from few to many, or from early to late, further from the land's colour step by step. */
export const ramps: Record<Theme, [string, string, string, string, string]> = {
  light: ['#8fd0a8', '#45aaa6', '#2680a5', '#2b4f92', '#2d1a5e'],
  dark: ['#3d5a98', '#2f84a8', '#3fae9f', '#8fd57d', '#f6f08c'],
}

/** Outlines of symbols. */
export const outline: Record<Theme, string> = { light: '#ffffff', dark: '#0d1413' }
