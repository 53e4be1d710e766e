// What looks wrong about a record.
import type { Observation } from '../api/types'

/** The flags of a record without that of a drawn place: that this one is not exact is nothing wrong. */
export const doubts = ({ flags, data_generalizations }: Pick<Observation, 'flags' | 'data_generalizations'>) =>
  flags.filter((flag) => flag !== 'coarse_place' || data_generalizations === null)
