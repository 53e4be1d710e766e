// Names for the ids of a Filter, in the reader's language. The lists of names are loaded when a name is first needed.
import { SvelteMap } from 'svelte/reactivity'

import { area } from '../api/areas'
import * as catalog from '../api/catalog'
import type { AreaFeature, Reference } from '../api/types'
import { country, day, distance, language, monthName, number, t } from '../i18n/locale.svelte'
import type { Language } from '../i18n/message'
import { qualityFlag, recordStatus, term, vectorStatus } from '../terms/terms'
import { protocolName, readable, type Chip } from './chips'
import type { ListName } from './filter'

const lists: Partial<Record<ListName, (language: Language) => Promise<Reference[]>>> = {
  species: catalog.speciesNames,
  disease: catalog.diseases,
  region: catalog.regions,
  data_source: catalog.dataSources,
}

const names = new SvelteMap<string, Map<string, string>>()

/** A name from the API's lists; while they load, or without them, the id made readable. */
function listed(list: ListName, id: string): string {
  const load = lists[list]
  const key = `${language()} ${list}`
  const known = names.get(key)
  if (!known && load) {
    load(language()).then(
      (items) => !names.has(key) && names.set(key, catalog.namesById(items)),
      () => undefined, // the id is shown
    )
  }
  return known?.get(id.toLowerCase().replaceAll(/[_\s]+/g, '-')) ?? readable(id)
}

/** The name of a value of a list of the Filter. Reactive. */
export function valueName(list: ListName, value: string): string {
  switch (list) {
    case 'country':
      return country(value)
    case 'months':
      return monthName(Number(value))
    case 'vector_status':
      return vectorStatus(value)
    case 'status':
      return recordStatus(value)
    case 'life_stage':
    case 'sex':
      return term(value)
    case 'sampling_protocol':
      return protocolName(value)
    case 'flags':
    case 'without_flags':
      return qualityFlag(value)
    case 'event_id':
      return value
    case 'area':
      return areaName(value)
    default:
      return listed(list, value)
  }
}

const areas = new SvelteMap<string, AreaFeature['properties'] | undefined>()

/** The name of an area of a set, the size of a drawn one; its id while it loads. */
function areaName(id: string): string {
  if (!areas.has(id)) {
    area(id).then(
      ({ properties }) => areas.set(id, properties),
      () => undefined, // the id is shown
    )
  }
  const known = areas.get(id)
  if (!known) return id
  return known.name ?? (known.set ? id : t('areas.drawn', { area: number(known.area_km2, { maximumSignificantDigits: 3 }) }))
}

function datesName(start: string, end: string): string {
  if (start && end) return start === end ? day(start) : `${day(start)} – ${day(end)}`
  return start ? t('filter.since', { day: day(start) }) : t('filter.upTo', { day: day(end) })
}

/** The text of a chip. Reactive. */
export function chipName(chip: Chip): string {
  switch (chip.kind) {
    case 'item':
      if (chip.name === 'without_flags') return t('filter.withoutFlag', { flag: valueName(chip.name, chip.value) })
      return chip.name === 'disease' ? t('filter.vectorsOf', { disease: valueName('disease', chip.value) }) : valueName(chip.name, chip.value)
    case 'vectors':
      return t('filter.onlyVectors')
    case 'months':
      return [...chip.months].sort((a, b) => Number(a) - Number(b)).map((m) => monthName(Number(m), 'short')).join(', ')
    case 'dates':
      return datesName(chip.start, chip.end)
    case 'qualifier':
      return t(chip.value === 'certain' ? 'filter.certain' : 'filter.uncertain')
    case 'unflagged':
      return t('filter.unflagged')
    case 'exact':
      return t('filter.exact')
    case 'identified':
      return t(chip.value === 'true' ? 'filter.identified' : 'filter.unidentified')
    case 'uncertainty':
      return t('filter.atMost', { distance: distance(Number(chip.metres)) })
  }
}
