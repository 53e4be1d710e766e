import { expect, test } from 'vitest'

import { arrows, layer, layers, rooms } from './rooms.mjs'

const drawn = (graph) => arrows(graph).map(({ from, to, wrong }) => `${from} ${to}${wrong ? '!' : ''}`)

test('packages fold into rooms, and arrows that a longer way implies are left out', () => {
  const packages = new Map([
    ['cmd/skeeter', ['internal/app']],
    ['geo', ['geo/mvt', 'internal/lang', 'internal/postgres/rows', 'sql']],
    ['geo/mvt', []],
    ['internal/app', ['geo', 'internal/lang', 'internal/postgres']],
    ['internal/lang', []],
    ['internal/postgres', ['migrations', 'sql']],
    ['internal/postgres/rows', ['internal/postgres']],
    ['migrations', []],
    ['sql', []],
  ])
  expect(drawn(rooms(packages))).toEqual([
    'cmd/skeeter internal/app',
    'geo internal/lang',
    'geo internal/postgres',
    'internal/app geo',
    'internal/postgres migrations',
    'internal/postgres sql',
  ])
})

test('arrows upwards, between domains and one of a circle are wrong', () => {
  const graph = new Map([
    ['catalog', ['geo', 'internal/lang']],
    ['geo', []],
    ['internal/a', ['internal/b']],
    ['internal/b', ['internal/a']],
    ['internal/lang', ['catalog']],
  ])
  expect(drawn(graph)).toEqual(['catalog geo!', 'catalog internal/lang', 'internal/a internal/b', 'internal/b internal/a!', 'internal/lang catalog!'])
})

test.each([
  ['cmd/skeeter', 'cmd'],
  ['internal/app', 'app'],
  ['geo', 'domains'],
  ['web', 'domains'],
  ['internal/lang', 'internal'],
  ['sql', 'sql'],
  ['migrations', 'sql'],
])('%s belongs to the layer %s', (room, name) => expect(layers[layer(room)]).toBe(name))
