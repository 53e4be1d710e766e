// Places of an answer on the map: cells, or areas. Fills and edges differ, so that classes are told apart without colour.
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'

import type { Theme } from '../app/theme.svelte'
import type { MapLibreMap } from '../map/maplibre'
import { overlay, underLabels } from '../map/layers/overlay'
import { rendered } from '../map/rendered'
import type { Mark } from './marks'

export type Outline = Polygon | MultiPolygon
export type Place<P> = Feature<Outline, P>

const source = overlay + 'places'
const fills = ['solid', 'hatched', 'faint', 'dense'] as const
const opacities = { solid: 0.6, faint: 0.08, dense: 0.85 }
const edges = { solid: undefined, dashed: [3, 2], dotted: [0.5, 2], thin: undefined }
const fillLayers = fills.map((fill) => `${source}-${fill}`)
const edgeLayers = Object.keys(edges).map((edge) => `${source}-edge-${edge}`)
const hatch = source + '-hatch-'

/** Pixels of the hatching's period. */
const period = 8
const ratio = 2

export class PlaceCells {
  #map: MapLibreMap
  #theme: Theme
  #places: Place<unknown>[] = []
  #marks: Mark[] = []
  #restore = () => this.#addImages()

  constructor(map: MapLibreMap, theme: Theme) {
    this.#map = map
    this.#theme = theme
    map.on('style.load', this.#restore)
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    const before = underLabels(map.getStyle().layers)
    const of = (name: string, value: string) => ['==', ['get', name], value] as ['==', ['get', string], string]
    for (const [i, fill] of fills.entries()) {
      const paint = fill === 'hatched' ? { 'fill-pattern': ['concat', hatch, ['get', 'colour']] as ['concat', string, ['get', string]] }
        : { 'fill-color': ['get', 'colour'] as ['get', string], 'fill-opacity': opacities[fill] }
      map.addLayer({ id: fillLayers[i]!, type: 'fill', source, filter: of('fill', fill), paint }, before)
    }
    for (const [i, [edge, dashes]] of Object.entries(edges).entries()) {
      const paint = { 'line-color': ['get', 'line'] as ['get', string], 'line-width': edge === 'thin' ? 0.6 : 1.5, ...(dashes && { 'line-dasharray': dashes }) }
      map.addLayer({ id: edgeLayers[i]!, type: 'line', source, filter: of('edge', edge), paint }, before)
    }
  }

  /** Draws places, each with its mark. */
  set(places: Place<unknown>[], marks: Mark[]) {
    this.#places = places
    this.#marks = marks
    this.#draw()
  }

  setTheme(theme: Theme) {
    this.#theme = theme
    this.#draw()
  }

  /** The number of the place at a point of the screen, or of the nearest within some pixels. */
  at(point: { x: number; y: number }, within: number): number | undefined {
    const exact = rendered(this.#map, fillLayers, [point.x, point.y])?.[0]
    const box: [[number, number], [number, number]] = [[point.x - within, point.y - within], [point.x + within, point.y + within]]
    const found = exact ?? rendered(this.#map, fillLayers, box)?.[0]
    return found ? Number(found.properties.i) : undefined
  }

  remove() {
    this.#map.off('style.load', this.#restore)
    for (const id of [...fillLayers, ...edgeLayers]) if (this.#map.getLayer(id)) this.#map.removeLayer(id)
    if (this.#map.getSource(source)) this.#map.removeSource(source)
  }

  #draw() {
    this.#addImages()
    // Features lose the members that are objects in their tiles: the popup gets them from the answer by this index.
    const features = this.#places.map((place, i) => {
      const { fill, edge, colours, edges = colours } = this.#marks[i]!
      return { ...place, properties: { i, fill, edge, colour: colours[this.#theme], line: edges[this.#theme] } }
    })
    this.#map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }

  #addImages() {
    const colours = new Set(this.#marks.filter(({ fill }) => fill === 'hatched').map((mark) => mark.colours[this.#theme]))
    for (const colour of colours) {
      if (!this.#map.hasImage(hatch + colour)) this.#map.addImage(hatch + colour, hatching(colour), { pixelRatio: ratio })
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

/** The middle of the first ring of an outline. */
export function middle({ geometry }: Feature<Outline, unknown>): { lng: number; lat: number } {
  const rings: Position[][] | undefined = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates[0]
  const ring = rings?.[0]?.slice(1) ?? []
  const mean = (i: number) => ring.reduce((sum, position) => sum + (position[i] ?? 0), 0) / Math.max(1, ring.length)
  return { lng: mean(0), lat: mean(1) }
}
