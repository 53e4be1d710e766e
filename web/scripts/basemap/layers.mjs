// The layers of the basemap, from a scale of world-atlas.
import { countryPolygons } from '../countries/polygons.mjs'
import { countryLabels } from './labels.mjs'
import { borderingCountries, borderLines, coastLines } from './lines.mjs'

/** Where names stand does not depend on the scale that is drawn, so that none jumps; the finest one has every country. */
export function labelLayer(finest) {
  const labels = countryLabels(countryPolygons(finest), borderingCountries(finest))
  return layer('Point', labels.map(({ code, position, minZoom, rank, islet }) => ({
    coordinates: position,
    properties: { iso_a2: code, min_zoom: minZoom, rank, ...(islet && { islet }) },
  })))
}

/** Every polygon is a feature of its own, so that it is known in a tile which of the rings is the exterior. */
export function shapeLayers(topology) {
  const countries = [...countryPolygons(topology)].flatMap(([code, polygons]) =>
    polygons.map((coordinates) => ({ coordinates, properties: { iso_a2: code } })),
  )
  return {
    countries: layer('Polygon', countries),
    borders: layer('MultiLineString', [{ coordinates: borderLines(topology) }]),
    coast: layer('MultiLineString', [{ coordinates: coastLines(topology) }]),
  }
}

function layer(type, features) {
  return {
    type: 'FeatureCollection',
    features: features.map(({ coordinates, properties = {} }) => ({ type: 'Feature', properties, geometry: { type, coordinates } })),
  }
}
