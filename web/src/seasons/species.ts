// Seasons of several species: what is asked of each, and their lines.
import type { Stats } from '../api/types'
import { dashes, type Line } from '../charts/lines'
import { filterParams, type Filter } from '../filter/filter'
import { season, total } from './season'

/** Parameters of the records of one name of the Filter's: conditions on names hold for all of its records. */
export function ofSpecies(filter: Filter, id: string): URLSearchParams {
  return filterParams({ ...filter, species: [id], genus: [], disease: [], vector_status: [], exact: 'true' })
}

export interface Season {
  id: string
  name: string
  count: number
  months: Stats['months']
}

/** A line for each species over the months of the year; `asked` are the months that the Filter asks for. */
export function speciesLines(seasons: Season[], colours: ReadonlyMap<string, string>, other: string, asked: boolean[]): Line[] {
  return seasons.map(({ id, name, count, months }, i) => {
    const counts = season(months)
    const known = total(counts)
    return {
      id, name,
      scientific: true,
      colour: colours.get(id) ?? other,
      dash: dashes[i % dashes.length]!,
      values: counts.map((value, month) => (known > 0 && (asked[month] || value > 0) ? value : null)),
      rest: count - known,
    }
  })
}
