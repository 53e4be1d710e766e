// Cells of presence on the map. Found cells are filled, searched ones hatched and dashed, undecided ones dotted, so that they differ
// without colour.
import type { Feature, FeatureCollection, Polygon } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'

import type { Presence } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import type { MapLibreMap } from '../map/maplibre'
import { overlay, underLabels } from '../map/layers/overlay'

export type Cells = FeatureCollection<Polygon, Presence>

export const cellColours: Record<Theme, { found: string; searched: string }> = {
  light: { found: '#b3470f', searched: '#1f4f99' },
  dark: { found: '#ff9d5c', searched: '#9cc4ff' },
}

const source = overlay + 'presence'
const layers = ['found', 'searched', 'undecided', 'found-edge', 'searched-edge', 'undecided-edge'].map((part) => `${source}-${part}`)
const hatch = source + '-hatch-'

/** Pixels of the hatching's period. */
const period = 8
const ratio = 2

export class PresenceCells {
  #map: MapLibreMap
  #restore = () => this.#addImages()

  constructor(map: MapLibreMap, theme: Theme) {
    this.#map = map
    this.#addImages()
    map.on('style.load', this.#restore)
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    const before = underLabels(map.getStyle().layers)
    const { found, searched } = cellColours[theme]
    const of = (name: string) => ['==', ['get', 'class'], name] as ['==', ['get', string], string]
    map.addLayer({ id: layers[0]!, type: 'fill', source, filter: of('found'), paint: { 'fill-color': found, 'fill-opacity': 0.55 } }, before)
    map.addLayer({ id: layers[1]!, type: 'fill', source, filter: of('searched'), paint: { 'fill-pattern': hatch + theme } }, before)
    map.addLayer({ id: layers[2]!, type: 'fill', source, filter: of('undecided'), paint: { 'fill-color': searched, 'fill-opacity': 0.08 } }, before)
    map.addLayer({ id: layers[3]!, type: 'line', source, filter: of('found'), paint: { 'line-color': found, 'line-width': 1.5 } }, before)
    map.addLayer({ id: layers[4]!, type: 'line', source, filter: of('searched'), paint: { 'line-color': searched, 'line-width': 1.5, 'line-dasharray': [3, 2] } }, before)
    map.addLayer({ id: layers[5]!, type: 'line', source, filter: of('undecided'), paint: { 'line-color': searched, 'line-width': 1.5, 'line-dasharray': [0.5, 2] } }, before)
  }

  set(cells: Cells) {
    // Features lose the members that are objects in their tiles: the popup gets them from the answer by this index.
    const features = cells.features.map((cell, i) => ({ ...cell, properties: { class: cell.properties.class, i } }))
    this.#map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }

  setTheme(theme: Theme) {
    const { found, searched } = cellColours[theme]
    this.#map.setPaintProperty(layers[0]!, 'fill-color', found)
    this.#map.setPaintProperty(layers[1]!, 'fill-pattern', hatch + theme)
    this.#map.setPaintProperty(layers[2]!, 'fill-color', searched)
    this.#map.setPaintProperty(layers[3]!, 'line-color', found)
    for (const edge of layers.slice(4)) this.#map.setPaintProperty(edge, 'line-color', searched)
  }

  /** The number of the cell at a point of the screen, or of the nearest within some pixels. */
  at(point: { x: number; y: number }, within: number): number | undefined {
    const fills = layers.slice(0, 3)
    const exact = this.#map.queryRenderedFeatures([point.x, point.y], { layers: fills })[0]
    const box: [[number, number], [number, number]] = [[point.x - within, point.y - within], [point.x + within, point.y + within]]
    const found = exact ?? this.#map.queryRenderedFeatures(box, { layers: fills })[0]
    return found ? Number(found.properties.i) : undefined
  }

  remove() {
    this.#map.off('style.load', this.#restore)
    for (const id of layers) if (this.#map.getLayer(id)) this.#map.removeLayer(id)
    if (this.#map.getSource(source)) this.#map.removeSource(source)
  }

  #addImages() {
    for (const theme of ['light', 'dark'] as const) {
      if (!this.#map.hasImage(hatch + theme)) this.#map.addImage(hatch + theme, hatching(cellColours[theme].searched), { pixelRatio: ratio })
    }
  }
}

/** Diagonal lines. */
function hatching(colour: string): { width: number; height: number; data: Uint8ClampedArray } {
  const side = period * ratio
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
  const data = new Uint8ClampedArray(side * side * 4)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) if ((x + y) % side < 2 * ratio) data.set([r!, g!, b!, 220], (y * side + x) * 4)
  }
  return { width: side, height: side, data }
}

/** The middle of a cell. */
export function middle({ geometry }: Feature<Polygon>): { lng: number; lat: number } {
  const ring = geometry.coordinates[0]?.slice(1) ?? []
  const mean = (i: number) => ring.reduce((sum, position) => sum + (position[i] ?? 0), 0) / Math.max(1, ring.length)
  return { lng: mean(0), lat: mean(1) }
}
