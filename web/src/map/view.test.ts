import { expect, test } from 'vitest'

import { cameraText, maxZoom, parseView } from './view'

const parsed = (query: string) => parseView(new URLSearchParams(query), { display: 'grid', colouring: 'mixed' })

test('a camera comes back from its text', () => {
  expect(parsed('at=' + cameraText({ zoom: 6.5, lat: -12.34567, lng: 179.5 })).camera).toEqual({ zoom: 6.5, lat: -12.346, lng: 179.5 })
})

test.each(['', '3/91/0', '-1/0/0', '3/0', '3/0/x', '3//4', 'NaN/0/0', '1/2/3/4'])('no camera: %j', (at) => {
  expect(parsed('at=' + at).camera).toBeUndefined()
})

test.each(['22/39/-105.5', '1e9/39/-105.5', 'Infinity/39/-105.5'])('%s is the deepest zoom there', (at) => {
  expect(parsed('at=' + at).camera).toEqual({ zoom: maxZoom, lat: 39, lng: -105.5 })
})

test('an address that says nothing of the view shows what was chosen; one with a camera alone means what it always meant', () => {
  expect(parsed('species=aedes-aegypti')).toMatchObject({ display: 'grid', colouring: 'mixed' })
  expect(parsed('at=2/10/20')).toMatchObject({ display: 'circles', colouring: 'species' })
  expect(parsed('colour=date')).toMatchObject({ display: 'circles', colouring: 'date' })
})

test('unknown choices are the defaults', () => {
  expect(parsed('show=cubes&colour=loud')).toMatchObject({ display: 'circles', colouring: 'species', graticule: false })
})
