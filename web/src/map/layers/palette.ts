// Colours of the map's data. Those of species, of vector status and of classes differ for readers who cannot see red or green
// (palette.test.ts says by how much), and stand out from the land.
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

/** The most species that a map colours: more colours are hard to find again in a legend. */
export const mostSpecies = 7

/** The colour of what has none of its own. */
export const otherColour = '#8b8f98'

const hues = Object.values(fixed)

/**
 * Colours of the commonest species in view, by their ids; all others are grey, and no two are alike. `ids` are all that match, the
 * commonest first: as many of them as there are colours have one each, the important vectors their own, and keep it wherever the map
 * moves. Rarer ones take what is free in a view. `seen` are those in view, the commonest first.
 */
export function speciesColours(ids: readonly string[], seen: readonly string[] = ids): Map<string, string> {
  const common = ids.slice(0, hues.length)
  const free = Object.entries(fixed).filter(([id]) => !common.includes(id)).map(([, hue]) => hue)
  const out = new Map<string, string>()
  const chosen = new Set(seen.slice(0, mostSpecies))
  for (const id of common) {
    const hue = fixed[id] ?? free.shift()!
    if (chosen.has(id)) out.set(id, hue)
  }
  const taken = new Set(out.values())
  for (const [rank, id] of ids.entries()) {
    if (!chosen.has(id) || out.has(id)) continue
    const next = hues.map((_, i) => hues[(rank + i) % hues.length]!)
    const hue = [fixed[id], ...next].find((one) => one !== undefined && !taken.has(one))!
    taken.add(hue)
    out.set(id, hue)
  }
  return out
}

export const statusColours: Record<VectorStatus, string> = {
  High: '#b3261e',
  Moderate: '#f08a24',
  Low: '#f2d24b',
  None: '#3f7fd0',
  Unknown: otherColour,
}

/** Five classes from few to many, or from early to late, further from the land's colour step by step. */
export const ramps: Record<Theme, [string, string, string, string, string]> = {
  light: ['#8fd0a8', '#45aaa6', '#2680a5', '#2b4f92', '#2d1a5e'],
  dark: ['#3d5a98', '#2f84a8', '#3fae9f', '#8fd57d', '#f6f08c'],
}

/** Outlines of symbols. */
export const outline: Record<Theme, string> = { light: '#ffffff', dark: '#0d1413' }
