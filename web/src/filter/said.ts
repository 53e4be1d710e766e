// A Filter in words.
import { t } from '../i18n/locale.svelte'
import type { MessageKey } from '../i18n/message'
import { chips, type Chip } from './chips'
import type { Filter } from './filter'
import { shortened } from './shortened'
import { chipName } from './words.svelte'

/** The most names of one kind to write out. */
const mostNames = 6

/** The Filter in words: species, genera or vectors as the title, the rest by kind below. */
export function words(filter: Filter): { title: string; taxon: boolean; rest: string[] } {
  const byKind = new Map<string, string[]>()
  for (const chip of chips(filter)) byKind.set(kind(chip), [...(byKind.get(kind(chip)) ?? []), chipName(chip)])
  const list = (names: string[]) => {
    const { items, more } = shortened(names, mostNames, (n) => t('picture.more', { n }))
    return [items.join(', '), more].filter(Boolean).join(' ')
  }
  const first = ['species', 'genus', 'disease', 'vectors', 'vector_status'].find((name) => byKind.has(name))
  const title = first ? list(byKind.get(first)!) : t('picture.all')
  const rest = [...byKind].filter(([name]) => name !== first).map(([name, names]) => (name === 'disease' || name === 'vectors' ? list(names) : `${kindNames[name] ? t(kindNames[name]) : name}: ${list(names)}`))
  return { title, taxon: first === 'species' || first === 'genus', rest }
}

const kind = (chip: Chip) => (chip.kind === 'item' ? chip.name : chip.kind)

const kindNames: Record<string, MessageKey> = {
  species: 'filter.species', genus: 'terms.genus', vector_status: 'terms.vectorStatus', dates: 'filter.dates', months: 'filter.months', country: 'terms.country',
  region: 'terms.region', data_source: 'terms.dataSource', status: 'filter.status', life_stage: 'terms.lifeStage', sex: 'terms.sex', sampling_protocol: 'terms.method',
  uncertainty: 'filter.uncertainty', area: 'areas.title',
}
