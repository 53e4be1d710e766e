// Natural Earth's features as our own: the members that the map and the search use, under one name each.
import { iso31662 } from 'iso-3166'

import { slug } from './slug.mjs'

/** States and provinces: { id, name, country }. The id is the code of ISO 3166-2 in small letters where the name is one of its names, else made from the name. */
export function states(features) {
  const merged = new Map()
  for (const { properties: p, geometry } of features) {
    if (!p.name || !/^[A-Z]{2}$/.test(p.iso_a2 ?? '')) continue
    const key = `${p.iso_a2} ${p.name}`
    const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    if (merged.has(key)) merged.get(key).parts.push(...parts)
    else merged.set(key, { country: p.iso_a2, name: p.name, also: [p.gn_name, p.woe_name].filter(Boolean), parts })
  }
  const ids = identify([...merged.values()])
  return [...ids].map(([id, { name, country, parts }]) => feature('MultiPolygon', parts, { name, country }, id)).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Every state by its id. A code goes to the first state that has its name; the others of that name get one from the name. */
function identify(all) {
  const ids = new Map()
  const named = all.map((state) => ({ state, code: codeOf(state) }))
  for (const { state, code } of named) {
    if (code && !ids.has(code)) ids.set(code, state)
  }
  const coded = new Set(ids.values())
  for (const { state } of named) {
    if (coded.has(state)) continue
    let id = `${state.country.toLowerCase()}-${slug(state.name)}`
    for (let n = 2; ids.has(id); n++) id = `${state.country.toLowerCase()}-${slug(state.name)}-${n}`
    ids.set(id, state)
  }
  return ids
}

/** Words for "province" and the like around a name: Natural Earth and ISO 3166-2 each have them where the other does not. */
const kinds = /^(provinc(e|ia|ie)|departement|comitatul|okres|oblast) (of |di |de |del |della |d[’'])?| (county|province|region|district|municipality|oblast[’']?|kraj|fylke|l[äa]n|ken|fu|state|fil|hlavní město)$/gi
const bare = (name) => slug(name.replace(/\[.*\]/, '').replace(kinds, ''))

/** Codes by country and name. A code has several names where it says so in several languages. */
const codes = new Map()
for (const { code, name } of iso31662) {
  for (const one of new Set([slug(name), ...name.split(/[,/]/).map(bare)])) {
    const key = `${code.slice(0, 2)} ${one}`
    if (one && !codes.has(key)) codes.set(key, code.toLowerCase())
  }
}

/** The code of a state. Its other names count only where they are much like its name: GeoNames often names the region around it. */
function codeOf({ country, name, also }) {
  const own = bare(name)
  for (const one of [slug(name), own, ...also.map(bare).filter((other) => other.slice(0, 4) === own.slice(0, 4))]) {
    const code = codes.get(`${country} ${one}`)
    if (code) return code
  }
}

/** Towns: { name, also, country, state, rank, population, capital }, the most important first. rank is Natural Earth's, 0 for the most important. */
export function towns(features) {
  return features
    .map(({ properties: p, geometry }) =>
      feature('Point', geometry.coordinates, {
        name: p.name,
        ...(p.namealt && { also: p.namealt.split('|').map((name) => name.trim()).filter(Boolean) }),
        ...(/^[A-Z]{2}$/.test(p.iso_a2 ?? '') && { country: countryOf(p, geometry) }),
        ...(p.adm1name && { state: p.adm1name }),
        rank: p.scalerank,
        ...(p.pop_max > 0 && { population: p.pop_max }),
        ...(p.adm0cap === 1 && { capital: true }),
      }),
    )
    .sort((a, b) => a.properties.rank - b.properties.rank || (b.properties.population ?? 0) - (a.properties.population ?? 0))
}

/** The country of a town. Natural Earth has the code of San Marino for towns of Senegal, and for one across its river. */
function countryOf({ iso_a2, name }, { coordinates: [lon] }) {
  if (iso_a2 !== 'SM' || lon > 0) return iso_a2
  return name === 'Kaedi' ? 'MR' : 'SN'
}

/** Rivers and the lines of lakes that they flow through: { name, rank }. */
export function rivers(features) {
  return features
    .filter(({ geometry }) => geometry)
    .map(({ properties: p, geometry }) =>
      feature('MultiLineString', geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates, { ...(p.name && { name: p.name }), rank: p.scalerank }),
    )
}

export function lakes(features) {
  return features.map(({ geometry }) => feature('MultiPolygon', geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates, {}))
}

function feature(type, coordinates, properties, id) {
  return { type: 'Feature', ...(id && { id }), properties, geometry: { type, coordinates } }
}
