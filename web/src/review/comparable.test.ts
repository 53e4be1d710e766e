import { expect, test } from 'vitest'

import type { Species } from '../api/types'
import { comparable } from './comparable'

function species(scientific_name: string, pictured = true): Species {
  const [genus = ''] = scientific_name.split(' ')
  const image = {
    id: scientific_name, url: '/a', thumbnail_url: '/a', width: 1, height: 1, author: 'A', licence: 'CC0', source: null, caption: null, life_stage: null, sex: null,
  }
  return {
    id: scientific_name, scientific_name, rank: 'species', common_name: '', vector_status: 'High', roles: [], genus, family: 'Culicidae', habitat: '', distribution: '',
    image_url: null, image: pictured ? image : null,
  }
}

const all = [
  species('Aedes aegypti'), species('Aedes albopictus'), species('Aedes cinereus', false), species('Aedes vexans'), species('Culex pipiens'),
]
const names = (name: string, of = all) => comparable(name, of).map((c) => c.species.scientific_name)

test('the species of a record is first, then its genus, with photographs alone', () => {
  expect(names('Aedes vexans')).toEqual(['Aedes vexans', 'Aedes aegypti', 'Aedes albopictus'])
  expect(names('Aedes vexans nipponii')[0]).toBe('Aedes vexans')
  expect(names('Aedes')).toEqual(['Aedes aegypti', 'Aedes albopictus', 'Aedes vexans'])
  expect(names('Aedes cinereus')).toEqual(['Aedes aegypti', 'Aedes albopictus', 'Aedes vexans'])
})

test('a record of another genus, or of none, has nothing beside it', () => {
  for (const name of ['Anopheles gambiae', 'Culicidae', '']) expect(names(name), name).toEqual([])
})

test('six at most', () => {
  expect(names('Aedes', 'abcdefgh'.split('').map((letter) => species('Aedes ' + letter)))).toHaveLength(6)
})
