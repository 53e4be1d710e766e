import { expect, test, vi } from 'vitest'

import type { Hotspot, Presence, Spread } from '../api/types'

vi.mock('../i18n/locale.svelte', () => ({ t: (key: string) => key }))

const { hotspotLook, presenceLook, spreadLook, yearSpans } = await import('./marks')

test('classes differ without colour', () => {
  const look = hotspotLook(['hot', 'cold', 'none', null].map((name) => ({ class: name }) as Hotspot))
  expect(new Set(look.marks.map(({ fill, edge }) => `${fill} ${edge}`)).size).toBe(4)
  expect(look.keys.map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

test('what was not decided is drawn as undecided', () => {
  const look = presenceLook(['found', 'not_searched', 'undecided'].map((name) => ({ class: name }) as Presence))
  expect(look.keys.map(({ count }) => count)).toEqual([1, 0, 2])
})

test.each([
  [[], []],
  [[2012], [[2012, 2012]]],
  [[2010, 2014], [[2010, 2010], [2011, 2011], [2012, 2012], [2013, 2013], [2014, 2014]]],
  [[2007, 2024, 2012], [[2007, 2010], [2011, 2014], [2015, 2018], [2019, 2022], [2023, 2024]]],
])('the years %j share colours', (years, spans) => expect(yearSpans(years)).toEqual(spans))

test('a year has one colour, and the kind of the first find another pattern', () => {
  const [here, searched, later] = spreadLook([
    { class: 'new_here', first_found: 2010 }, { class: 'first_searched', first_found: 2010 }, { class: 'new_here', first_found: 2014 },
  ] as Spread[]).marks
  expect(here!.colours).toEqual(searched!.colours)
  expect(here!.fill).not.toBe(searched!.fill)
  expect(later!.colours).not.toEqual(here!.colours)
})
