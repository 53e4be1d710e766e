import { describe, expect, test } from 'vitest'

import { palettes } from '../basemap/palette'
import { fixed, mostSpecies, otherColour, ramps, speciesColours, statusColours } from './palette'

type Triple = [number, number, number]

function linear(hex: string): Triple {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as Triple
}

const times = (m: number[], [x, y, z]: Triple) => [0, 3, 6].map((i) => m[i]! * x + m[i + 1]! * y + m[i + 2]! * z) as Triple

/** Oklab (Ottosson 2020): a distance of 0.02 is just visible. */
function oklab(rgb: Triple): Triple {
  const lms = times([0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619, 0.2817188376, 0.6299787005], rgb)
  return times(
    [0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371, 0.7827717662, -0.808675766],
    lms.map(Math.cbrt) as Triple,
  )
}

/** Colours as seen without one kind of cone (Machado, Oliveira, Fernandes 2009, severity 1). */
const visions: Record<string, number[]> = {
  'all cones': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
}

const seen = (hex: string, vision: string) =>
  oklab(times(visions[vision]!, linear(hex)).map((c) => Math.min(1, Math.max(0, c))) as Triple)

function nearest(colours: string[], vision: string): number {
  const places = colours.map((c) => seen(c, vision))
  return Math.min(...places.flatMap((a, i) => places.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))))
}

describe.each(Object.keys(visions))('with %s', (vision) => {
  test('important vectors stay apart', () => expect(nearest(Object.values(fixed), vision)).toBeGreaterThan(0.1))
  test('vector statuses stay apart', () => expect(nearest(Object.values(statusColours), vision)).toBeGreaterThan(0.1))
  test.each(['light', 'dark'] as const)('classes stay apart on the %s map', (theme) => {
    expect(nearest(ramps[theme], vision)).toBeGreaterThan(0.09)
  })
  test.each(['light', 'dark'] as const)('all stand out from the %s land', (theme) => {
    const all = [...Object.values(fixed), ...Object.values(statusColours), ...ramps[theme]]
    for (const c of all) expect(nearest([c, palettes[theme].land], vision), c).toBeGreaterThan(0.1)
  })
})

test('classes go one way in lightness', () => {
  const lightness = (theme: 'light' | 'dark') => ramps[theme].map((c) => seen(c, 'all cones')[0])
  expect(lightness('light')).toEqual(lightness('light').sort((a, b) => b - a))
  expect(lightness('dark')).toEqual(lightness('dark').sort((a, b) => a - b))
})

const ids = ['aedes-aegypti', 'culex-bahamensis', 'culex-pipiens', 'mansonia-titillans', 'aedes-taeniorhynchus', 'culex-nigripalpus', 'psorophora-ferox', 'wyeomyia-smithii']

test('the commonest species have colours, of which no two are alike', () => {
  const colours = speciesColours(ids)
  expect([...colours.keys()].sort()).toEqual(ids.slice(0, mostSpecies).sort())
  expect(new Set(colours.values()).size).toBe(mostSpecies)
  expect([...colours.values()]).not.toContain(otherColour)
})

test('important vectors have their own colours among whichever others', () => {
  expect(speciesColours(ids).get('culex-pipiens')).toBe(fixed['culex-pipiens'])
  expect(speciesColours(Object.keys(fixed)).get('aedes-japonicus')).toBe(fixed['aedes-japonicus'])
})

test('what is in view has colours, and those of the commonest are the same in every view', () => {
  const many = Array.from({ length: 40 }, (_, i) => `culex-${i}`)
  const here = speciesColours([...ids, ...many], ['culex-3', 'aedes-aegypti', 'culex-1'])
  const there = speciesColours([...ids, ...many], ['culex-30', 'anopheles-gambiae', 'culex-1', 'culex-2', 'aedes-aegypti'])
  expect([...here.keys()].sort()).toEqual(['aedes-aegypti', 'culex-1', 'culex-3'])
  for (const id of ['culex-1', 'aedes-aegypti']) expect(there.get(id)).toBe(here.get(id))
})

test('whatever is in view, no two are alike', () => {
  const all = [...Object.keys(fixed), ...Array.from({ length: 60 }, (_, i) => `culex-${i}`)]
  for (let from = 0; from < all.length; from++) {
    const seen = [0, 12, 24, 3, 36, 1, 30, 5].map((i) => all[(from + i) % all.length]!)
    expect(new Set(speciesColours(all, seen).values()).size).toBe(mostSpecies)
  }
})

test.each(Object.keys(visions))('any seven stay apart with %s', (vision) => {
  expect(nearest([...speciesColours(ids).values(), otherColour], vision)).toBeGreaterThan(0.07)
})
