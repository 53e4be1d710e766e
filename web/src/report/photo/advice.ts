// Advice from a prediction: a species, at least a genus, none of the model's species, perhaps another species, or nothing.
import type { Prediction } from '../../api/types'

/** The least probability to name a species or a genus. */
export const CONFIDENCE_THRESHOLD = 0.5

/** The class of pictures without any of the model's species. */
export const NONE_OF_THESE = 'none_of_these'

type Advice =
  | { kind: 'species'; name: string; probability: number }
  | { kind: 'genus'; name: string; probability: number }
  | { kind: 'none'; probability: number }
  | { kind: 'other' }
  | { kind: 'unknown' }

type Classes = Pick<Prediction, 'probabilities'>
type Answer = Classes & Partial<Pick<Prediction, 'reason' | 'taxon_rank'>>

/** The first word of a scientific name. */
export function genusOf(name: string): string {
  return name.split(' ', 1)[0] ?? ''
}

/** Classes, the most probable first. */
export function ranked({ probabilities }: Classes): [name: string, probability: number][] {
  return Object.entries(probabilities).sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1))
}

/** Sums of the probabilities of each genus, the most probable genus first. */
export function genera(prediction: Classes): [genus: string, probability: number][] {
  const sums = new Map<string, number>()
  for (const [name, p] of Object.entries(prediction.probabilities)) {
    if (name !== NONE_OF_THESE) sums.set(genusOf(name), (sums.get(genusOf(name)) ?? 0) + p)
  }
  return [...sums].map(([genus, p]): [string, number] => [genus, Math.min(p, 1)]).sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1))
}

export function advise(prediction: Answer): Advice {
  if (prediction.reason === 'other_species') return { kind: 'other' }
  const [best] = ranked(prediction)
  if (!best) return { kind: 'unknown' }
  const [name, probability] = best
  if (name === NONE_OF_THESE && probability >= CONFIDENCE_THRESHOLD) return { kind: 'none', probability }
  if (prediction.taxon_rank === null) return { kind: 'unknown' } // the server is sure of nothing: the picture may be of another species
  if (probability >= CONFIDENCE_THRESHOLD) return { kind: 'species', name, probability }
  const [genus] = genera(prediction)
  return genus && genus[1] >= CONFIDENCE_THRESHOLD ? { kind: 'genus', name: genus[0], probability: genus[1] } : { kind: 'unknown' }
}
