import { expect, test } from 'vitest'

import type { Species, VectorRole, VectorStatus } from '../api/types'
import { choose, genera, parseChoice, type Known } from './choice'

function species(scientific_name: string, common_name: string, vector_status: VectorStatus, roles: VectorRole[] = []): Species {
  const [genus = ''] = scientific_name.split(' ')
  const id = scientific_name.toLowerCase().replace(' ', '-')
  return { id, scientific_name, rank: 'species' as const, common_name, vector_status, roles, genus, family: 'Culicidae', habitat: '', distribution: '', image_url: null, image: null }
}

const all = [
  species('Aedes aegypti', 'Yellow fever mosquito', 'High', ['primary', 'suspected']),
  species('Aedes cinereus', 'Woodland mosquito', 'Low', ['suspected']),
  species('Culex pipiens', 'Common house mosquito', 'High', ['primary']),
  species('Toxorhynchites splendens', 'Elephant mosquito', 'None'),
]
const roles = new Map<string, VectorRole>([['aedes-aegypti', 'primary'], ['aedes-cinereus', 'suspected'], ['culex-pipiens', 'laboratory_only']])
const records = new Map([['culex-pipiens', 20], ['aedes-aegypti', 3]])
const shown = (query: string, known: Known = {}) =>
  choose(all, parseChoice(new URLSearchParams(query)), known, 'en').map((s) => s.scientific_name.replace(/(?<=^.).* /, '. '))

test.each<[string, Known, string[]]>([
  ['', {}, ['A. aegypti', 'A. cinereus', 'C. pipiens', 'T. splendens']],
  ['vector_status=None,High', {}, ['A. aegypti', 'C. pipiens', 'T. splendens']],
  ['vector_status=loud', {}, ['A. aegypti', 'A. cinereus', 'C. pipiens', 'T. splendens']],
  ['genus=aedes', {}, ['A. aegypti', 'A. cinereus']],
  ['disease=dengue-fever', { roles }, ['A. aegypti', 'A. cinereus']],
  ['disease=dengue-fever&role=suspected', { roles }, ['A. cinereus']],
  ['disease=dengue-fever&role=laboratory_only', { roles }, ['C. pipiens']],
  ['role=suspected', {}, ['A. aegypti', 'A. cinereus']],
  ['role=main', {}, ['A. aegypti', 'A. cinereus', 'C. pipiens', 'T. splendens']],
  ['disease=dengue-fever', {}, ['A. aegypti', 'A. cinereus', 'C. pipiens', 'T. splendens']],
  ['recorded=1', { records }, ['A. aegypti', 'C. pipiens']],
  ['sort=records', { records }, ['C. pipiens', 'A. aegypti', 'A. cinereus', 'T. splendens']],
  ['sort=common_name', {}, ['C. pipiens', 'T. splendens', 'A. cinereus', 'A. aegypti']],
  ['sort=vector_status', {}, ['A. aegypti', 'C. pipiens', 'A. cinereus', 'T. splendens']],
  ['genus=Aedes&recorded=1', { records, found: new Set(['culex-pipiens']) }, []],
])('%s', (query, known, want) => expect(shown(query, known)).toEqual(want))

test('the catalog is left as it is', () => {
  const before = [...all]
  shown('sort=common_name')
  expect(all).toEqual(before)
})

test('genera are counted', () => expect(genera(all)).toEqual([['Aedes', 2], ['Culex', 1], ['Toxorhynchites', 1]]))
