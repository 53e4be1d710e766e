// The layers of places: states and provinces, towns, rivers and lakes of catalog/places/data. Each feature has the zoom from which it
// is drawn, so that the first map has none of them.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mesh } from 'topojson-client'
import { topology } from 'topojson-server'

import { labelPosition, side, zoomOf } from './room.mjs'

const data = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'catalog', 'places', 'data')
const decompressed = promisify(gunzip)

/** The features of a file of catalog/places/data. */
export async function readPlaces(name) {
  const text = String(await decompressed(await readFile(join(data, `${name}.geojsonl.gz`))))
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** No place is drawn at a smaller zoom. */
const firstZoom = 3

/** Pixels that the states of a country have at the zoom that first draws their borders, and that a state has when it is named. */
const [drawnPixels, namedPixels] = [40, 70]

/** Pixels that a lake has at the zoom that first draws it. */
const lakePixels = 6

/** Beyond it nothing waits for room. */
const deepestZoom = 10

/** First zooms of towns and rivers by Natural Earth's rank, 0 the most important. */
const townZooms = [3, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9]
const riverZooms = [3, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8]

/** A capital is drawn at this zoom at the latest. */
const capitalZoom = 5

const within = (zoom) => Math.min(Math.max(zoom, firstZoom), deepestZoom)

/** The lines between two states of one country; those of countries with small states come late. */
export function stateBorders(states) {
  return [...byCountry(states).values()].flatMap((ofCountry) => {
    const all = topology({ states: { type: 'FeatureCollection', features: ofCountry } })
    const { type, coordinates } = mesh(all, all.objects.states, (a, b) => a !== b)
    return coordinates.length === 0 ? [] : [feature({ type, coordinates }, { min_zoom: bordersZoom(ofCountry) })]
  })
}

function byCountry(states) {
  const countries = new Map()
  for (const state of states) countries.set(state.properties.country, [...(countries.get(state.properties.country) ?? []), state])
  return countries
}

function bordersZoom(states) {
  const sides = states.map(({ geometry }) => side(geometry.coordinates)).sort((a, b) => a - b)
  return within(zoomOf(sides[Math.floor(sides.length / 2)], drawnPixels))
}

/** Where the name of a state stands, the largest first. A country that is one state has its own name there. */
export function stateLabels(states) {
  const countries = byCountry(states)
  return states
    .filter(({ properties }) => countries.get(properties.country).length > 1)
    .map(({ properties, geometry }) => ({ name: properties.name, parts: geometry.coordinates, size: side(geometry.coordinates) }))
    .sort((a, b) => b.size - a.size)
    .map(({ name, parts, size }, rank) => feature({ type: 'Point', coordinates: labelPosition(parts) }, { name, min_zoom: within(zoomOf(size, namedPixels)), rank }))
}

/** Towns as points, the most important first. */
export function townPoints(towns) {
  return towns.map(({ properties: { name, rank, capital }, geometry }, order) => {
    const zoom = townZooms[rank]
    return feature(geometry, { name, min_zoom: capital ? Math.min(zoom, capitalZoom) : zoom, rank: order, ...(capital && { capital }) })
  })
}

export function riverLines(rivers) {
  return rivers.map(({ properties: { name, rank }, geometry }) => feature(geometry, { ...(name && { name }), min_zoom: riverZooms[rank] }))
}

/** Every polygon is a feature of its own, as in `countries`. */
export function lakePolygons(lakes) {
  return lakes
    .flatMap(({ geometry }) => geometry.coordinates)
    .map((coordinates) => feature({ type: 'Polygon', coordinates }, { min_zoom: within(zoomOf(side([coordinates]), lakePixels)) }))
}

/** The layers of places by name, as tiles() takes them. */
export async function placeLayers() {
  const [states, towns, rivers, lakes] = await Promise.all(['states', 'towns', 'rivers', 'lakes'].map(readPlaces))
  const layers = {
    lakes: lakePolygons(lakes), rivers: riverLines(rivers), states: stateBorders(states), state_labels: stateLabels(states), towns: townPoints(towns),
  }
  return Object.fromEntries(Object.entries(layers).map(([name, features]) => [name, { type: 'FeatureCollection', features }]))
}

function feature(geometry, properties) {
  return { type: 'Feature', properties, geometry }
}
