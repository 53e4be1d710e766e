// The name of a picture's file: the Filter in few words.
import { readable } from '../filter/chips'
import type { Filter } from '../filter/filter'

/** Parameters that the name holds, with their plurals. */
const plurals = { species: 'species', genus: 'genera', disease: 'diseases', country: 'countries', region: 'regions', data_source: 'sources' } as const

/** The most values to write out; more are counted. */
const few = 2

/** Such as skeeter-aedes-aegypti-br-2020.png. */
export function fileName(app: string, filter: Filter, ending = '.png'): string {
  const named = Object.entries(plurals).flatMap(([name, plural]) => {
    const values = filter[name as keyof typeof plurals]
    return values.length <= few ? values : [`${values.length} ${plural}`]
  })
  return [app, ...named, dates(filter)].map(slug).filter(Boolean).join('-').slice(0, 120) + ending
}

/** A year, a month or days. */
function dates({ start_date: start, end_date: end }: Filter): string {
  if (!start || !end) return start ? `since-${start}` : end && `until-${end}`
  if (start.endsWith('-01-01') && end.endsWith('-12-31')) return [...new Set([start.slice(0, 4), end.slice(0, 4)])].join('-')
  const lastDay = new Date(Date.UTC(Number(end.slice(0, 4)), Number(end.slice(5, 7)), 0)).getUTCDate()
  if (start.slice(0, 7) === end.slice(0, 7) && start.endsWith('-01') && Number(end.slice(8)) === lastDay) return start.slice(0, 7)
  return start === end ? start : `${start}-${end}`
}

const slug = (text: string) => readable(text).normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
