// Observations on a MapLibre map: a source of tiles and the layers that draw them. A map may hold several, by their ids.
import type { ErrorEvent, ExpressionSpecification, LayerSpecification, Map as MapLibreMap, VectorTileSource } from 'maplibre-gl'

import { base } from '../../app/settings'
import { rendered } from '../rendered'
import { gridLayer, gridProtocol } from './grid'
import { circleRadius, colour, colourKey, gridColour, heatColour, heatWeight, type Look, pointOrder, symbol } from './look'
import { below, overlay } from './overlay'
import { outline } from './palette'
import { numberImage, stackImage, stackLayer, stackProtocol } from './stacks'
import { symbolImages } from './symbols'
import type { Drawn } from '../view'

/** The zoom from which tiles are enlarged, as in their TileJSON. */
export const maxSourceZoom = 16

/** The lowest zoom at which a tile may hold single records. */
export const minPointZoom = 7

const atOnce = { duration: 0, delay: 0 }

type OpacityProperty = 'heatmap-opacity' | 'fill-opacity' | 'circle-opacity' | 'circle-stroke-opacity' | 'icon-opacity'

const parts = ['heat', 'grid', 'circles', 'points', 'stacks'] as const
type Part = (typeof parts)[number]

const cellPart: Record<Drawn, Part> = { circles: 'circles', grid: 'grid', heat: 'heat' }

export class ObservationLayers {
  /** Id of the source; ids of its layers begin with it. */
  readonly source: string
  #map: MapLibreMap
  #filter: URLSearchParams
  #look: Look
  #visible = true
  // What the map shows now.
  #shownLook: Look
  #shownTiles = ''
  #shown = true
  #switching = false
  /** Whether the layers are drawn, or loaded but transparent. */
  #drawn: boolean
  /** Whether reveal() waits. */
  #awaited = false

  /** Adds the layers: areas below the labels, records above. The style has to be loaded. */
  constructor(map: MapLibreMap, id: string, filter: URLSearchParams, look: Look, drawn = true, visible = true) {
    this.#drawn = drawn
    this.#visible = this.#shown = visible
    this.source = overlay + id
    this.#map = map
    this.#filter = filter
    this.#look = this.#shownLook = look
    map.on('error', this.#release)
    this.#add()
  }

  /** Whether all tiles in view are loaded, of the last Filter. */
  get loaded(): boolean {
    return !this.#switching && this.#map.isSourceLoaded(this.source)
  }

  /** Layers that can be queried at a point. */
  get layers(): string[] {
    return (['grid', 'circles', 'points', 'stacks'] as const).map((part) => this.#layer(part))
  }

  /**
   * Whether cells are in view; undefined where that cannot be said now. A heat map cannot be queried by what is rendered: then it is
   * everything in the loaded tiles.
   */
  get cellsInView(): boolean | undefined {
    if (!this.#map.getSource(this.source)) return false
    const features = this.#look.display === 'heat'
      ? this.#map.querySourceFeatures(this.source, { sourceLayer: 'observations' })
      : rendered(this.#map, this.layers)
    return features?.some(({ properties }) => properties.kind === 'cell')
  }

  /** Shows another Filter. The tiles on the map stay until the new ones are loaded. */
  setFilter(filter: URLSearchParams) {
    this.#filter = filter
    this.#follow()
  }

  setLook(look: Look) {
    this.#look = look
    this.#follow()
  }

  setVisible(visible: boolean) {
    this.#visible = visible
    this.#follow()
  }

  /** Draws the layers or makes them transparent, at once. Unlike setVisible it keeps the tiles. */
  setDrawn(drawn: boolean) {
    this.#awaited = false
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    for (const part of parts) {
      for (const [property, value] of Object.entries(this.#opacity(part))) this.#map.setPaintProperty(this.#layer(part), property as OpacityProperty, value)
    }
  }

  /** Draws the layers as soon as the tiles in view look as they now should: until then they may have other sizes. */
  reveal() {
    if (this.#drawn || this.#awaited) return
    this.#awaited = true
    const look = () => {
      if (!this.#awaited) return
      if (!this.loaded) return void this.#map.once('render', look)
      this.#awaited = false
      this.setDrawn(true)
    }
    // The map begins to lay tiles out anew with its next frame.
    this.#map.once('render', look)
    this.#map.triggerRepaint()
  }

  /** Requests the tiles again; the server answers unchanged ones with 304. */
  refresh() {
    if (this.#map.getSource(this.source)) this.#map.refreshTiles(this.source)
  }

  remove() {
    this.#awaited = false
    this.#map.off('error', this.#release)
    for (const { id } of this.#specifications()) if (this.#map.getLayer(id)) this.#map.removeLayer(id)
    if (this.#map.getSource(this.source)) this.#map.removeSource(this.source)
  }

  /** Adds the symbols again, which MapLibre drops when it cannot apply a new style as a difference. */
  restore() {
    this.#addImages()
  }

  /** MapLibre never finishes a failed tile that is requested again with its worker's actor: it gets a new one. For every source. */
  #release = ({ tile }: ErrorEvent & { tile?: { actor: unknown } }) => {
    if (tile) tile.actor = undefined
  }

  #layer(part: Part): string {
    return `${this.source}-${part}`
  }

  #tiles(): string {
    const query = this.#filter.toString()
    const address = `${location.origin}${base}/tiles/observations/{z}/{x}/{y}.mvt${query && '?' + query}`
    return `${this.#look.display === 'grid' ? gridProtocol : stackProtocol}://${address}`
  }

  /**
   * Applies the wanted state to the map. MapLibre pauses a source until the next frame when its layers change, and ignores setTiles
   * on a paused source. So new tiles are set in a frame of their own, and changes of layers wait until then.
   */
  #follow() {
    if (this.#switching || !this.#map.getSource(this.source)) return
    this.#paint()
    if (this.#tiles() === this.#shownTiles) return
    this.#switching = true
    this.#map.once('render', () => {
      const source = this.#map.getSource<VectorTileSource>(this.source)
      this.#shownTiles = this.#tiles()
      const taken = ({ sourceId, sourceDataType }: { sourceId: string; sourceDataType?: string }) => {
        if (sourceId !== this.source || sourceDataType !== 'content') return
        this.#map.off('sourcedata', taken)
        this.#switching = false
        this.#follow()
      }
      this.#map.on('sourcedata', taken)
      source?.setTiles([this.#shownTiles])
    })
    this.#map.triggerRepaint()
  }

  #paint() {
    const [look, before] = [this.#look, this.#shownLook]
    this.#shownLook = look
    if (look.display !== before.display || this.#visible !== this.#shown) this.#show()
    if (colourKey(look) !== colourKey(before)) this.#paintColours()
    if (look.theme !== before.theme) this.#paintTheme()
    if (look.references.join() !== before.references.join()) this.#paintSizes()
  }

  #add() {
    this.#addImages()
    this.#shownTiles = this.#tiles()
    this.#shownLook = this.#look
    this.#map.addSource(this.source, { type: 'vector', tiles: [this.#shownTiles], maxzoom: maxSourceZoom })
    const { layers } = this.#map.getStyle()
    for (const layer of this.#specifications()) this.#map.addLayer(layer, below(layers, layer))
  }

  #addImages() {
    for (const { name, image, options } of symbolImages()) if (!this.#map.hasImage(name)) this.#map.addImage(name, image, options)
    // The number of a stack is drawn when the map first needs it.
    this.#map.setMissingStyleImageResolver((id) => {
      const drawn = id.startsWith(stackImage) ? numberImage(id.slice(stackImage.length)) : undefined
      if (drawn && !this.#map.hasImage(id)) this.#map.addImage(id, drawn.image, drawn.options)
    })
  }

  #visibility(part: Part): 'visible' | 'none' {
    return this.#visible && (part === 'points' || part === 'stacks' || part === cellPart[this.#look.display]) ? 'visible' : 'none'
  }

  #show() {
    this.#shown = this.#visible
    for (const part of parts) {
      this.#map.setLayoutProperty(this.#layer(part), 'visibility', this.#visibility(part))
    }
    for (const part of ['points', 'stacks'] as const) this.#map.setPaintProperty(this.#layer(part), 'icon-opacity', this.#opacity(part)['icon-opacity'])
  }

  #paintColours() {
    const value = colour(this.#look)
    this.#map.setPaintProperty(this.#layer('grid'), 'fill-color', gridColour(this.#look))
    this.#map.setPaintProperty(this.#layer('circles'), 'circle-color', value)
    this.#map.setPaintProperty(this.#layer('points'), 'icon-color', value)
    this.#map.setLayoutProperty(this.#layer('points'), 'symbol-sort-key', pointOrder(this.#look))
  }

  #paintTheme() {
    this.#map.setPaintProperty(this.#layer('heat'), 'heatmap-color', heatColour(this.#look.theme))
    this.#map.setPaintProperty(this.#layer('circles'), 'circle-stroke-color', outline[this.#look.theme])
    this.#map.setPaintProperty(this.#layer('points'), 'icon-halo-color', outline[this.#look.theme])
  }

  #paintSizes() {
    this.#map.setPaintProperty(this.#layer('heat'), 'heatmap-weight', heatWeight(this.#look.references))
    this.#map.setPaintProperty(this.#layer('circles'), 'circle-radius', circleRadius(this.#look.references))
  }

  /** Opacities depend on no feature, so that MapLibre changes them without parsing the tiles again. */
  #opacity(part: Part): Partial<Record<OpacityProperty, number | ExpressionSpecification>> {
    const drawn = (opacity: number | ExpressionSpecification) => (this.#drawn ? opacity : 0)
    switch (part) {
      case 'heat':
        return { 'heatmap-opacity': drawn(['interpolate', ['linear'], ['zoom'], 10, 0.85, 13, 0]) }
      case 'grid':
        return { 'fill-opacity': drawn(1) }
      case 'circles':
        return { 'circle-opacity': drawn(0.85), 'circle-stroke-opacity': drawn(1) }
      case 'points':
      case 'stacks':
        // Single records fade in as the heat fades out.
        return { 'icon-opacity': drawn(this.#look.display === 'heat' ? ['interpolate', ['linear'], ['zoom'], 9, 0, 12, 1] : 1) }
    }
  }

  #specifications(): LayerSpecification[] {
    const { theme, references } = this.#look
    const common = (part: Part) => ({ id: this.#layer(part), source: this.source, 'source-layer': 'observations' })
    return [
      {
        ...common('heat'),
        type: 'heatmap',
        maxzoom: 13,
        layout: { visibility: this.#visibility('heat') },
        paint: {
          'heatmap-weight': heatWeight(references),
          'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 0, 12, 6, 22, 12, 30],
          'heatmap-intensity': 0.9,
          'heatmap-color': heatColour(theme),
          'heatmap-opacity-transition': atOnce,
          ...this.#opacity('heat'),
        },
      },
      {
        ...common('grid'),
        'source-layer': gridLayer,
        type: 'fill',
        layout: { visibility: this.#visibility('grid') },
        paint: { 'fill-color': gridColour(this.#look), 'fill-antialias': false, 'fill-opacity-transition': atOnce, ...this.#opacity('grid') },
      },
      {
        ...common('circles'),
        type: 'circle',
        filter: ['==', ['get', 'kind'], 'cell'],
        // Small circles are drawn over large ones.
        layout: { visibility: this.#visibility('circles'), 'circle-sort-key': ['-', 0, ['get', 'records']] },
        paint: {
          'circle-color': colour(this.#look),
          'circle-opacity-transition': atOnce,
          'circle-stroke-opacity-transition': atOnce,
          ...this.#opacity('circles'),
          'circle-radius': circleRadius(references),
          'circle-stroke-color': outline[theme],
          'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 1, 0.4, 6, 0.8],
        },
      },
      {
        ...common('points'),
        type: 'symbol',
        filter: ['==', ['get', 'kind'], 'point'],
        layout: {
          visibility: this.#visibility('points'),
          'icon-image': symbol(),
          'icon-size': ['interpolate', ['linear'], ['zoom'], 7, 0.7, 10, 0.9, 14, 1.2],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-padding': 0,
          'symbol-sort-key': pointOrder(this.#look),
        },
        paint: {
          'icon-color': colour(this.#look),
          'icon-halo-color': outline[theme],
          'icon-halo-width': 1,
          'icon-opacity-transition': atOnce,
          ...this.#opacity('points'),
        },
      },
      {
        ...common('stacks'),
        'source-layer': stackLayer,
        type: 'symbol',
        layout: {
          visibility: this.#visibility('stacks'),
          'icon-image': ['concat', stackImage, ['get', 'text']],
          'icon-anchor': 'bottom-left',
          'icon-offset': [2, -2],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
          'icon-padding': 0,
          'symbol-sort-key': ['get', 'stack'],
        },
        paint: { 'icon-opacity-transition': atOnce, ...this.#opacity('stacks') },
      },
    ]
  }
}
