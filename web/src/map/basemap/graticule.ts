// Meridians and parallels, with their degrees.
import type { Feature, FeatureCollection, LineString, Position } from 'geojson'

import { format, type Language } from '../../i18n/message'

/** Degrees between the lines, the widest first, and the zoom from which they are drawn. */
export const steps = [
  { step: 30, zoom: 0 },
  { step: 10, zoom: 3 },
  { step: 5, zoom: 5 },
  { step: 1, zoom: 7 },
] as const

/** Latitude where Web Mercator's square ends. */
const end = 85.0511

interface LineProperties {
  /** The widest step that the line belongs to. */
  step: number
  label: string
}

export function graticule(language: Language): FeatureCollection<LineString, LineProperties> {
  const features: Feature<LineString, LineProperties>[] = []
  // 180° west and east are one line, drawn at -180.
  for (let lon = -180; lon < 180; lon++) {
    features.push(line([[lon, -end], [lon, end]], lon, meridian(lon, language)))
  }
  for (let lat = -85; lat <= 85; lat++) {
    features.push(line([[-180, lat], [180, lat]], lat, parallel(lat, language)))
  }
  return { type: 'FeatureCollection', features }
}

function line(coordinates: Position[], degrees: number, label: string): Feature<LineString, LineProperties> {
  const step = steps.find(({ step }) => degrees % step === 0)?.step ?? 1
  return { type: 'Feature', properties: { step, label }, geometry: { type: 'LineString', coordinates } }
}

function meridian(lon: number, language: Language): string {
  const side = lon % 180 === 0 ? 'basemap.none' : lon > 0 ? 'basemap.east' : 'basemap.west'
  return format(side, language, { degrees: Math.abs(lon) })
}

function parallel(lat: number, language: Language): string {
  const side = lat === 0 ? 'basemap.none' : lat > 0 ? 'basemap.north' : 'basemap.south'
  return format(side, language, { degrees: Math.abs(lat) })
}
