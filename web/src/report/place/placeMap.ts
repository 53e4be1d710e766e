// A small map of one place with its accuracy circle.
import { NavigationControl } from 'maplibre-gl'

import { basemapStyle } from '../../app/settings'
import { type MapLibreMap, Marker, newMap, type GeoJSONSource, type StyleSpecification } from '../../map/maplibre'
import { boxAround, circle, corners, wrap } from '../../map/camera/area'
import { overlay, withOverlays } from '../../map/layers/overlay'
import { pointingAccuracy } from './coordinates'

export interface Place {
  lat: number
  lng: number
  /** Metres, null when it is not known. */
  accuracy: number | null
}

const accuracy = overlay + 'accuracy'

/** The zoom for a place. The built-in basemap shows countries and is empty at higher zooms. */
const PLACE_ZOOM = basemapStyle ? 15 : 5
const MAX_ZOOM = 18
/** Web Mercator ends before the poles: places beyond are shown at its edge. */
const EDGE_LAT = 85
const onMap = (lat: number) => Math.min(EDGE_LAT, Math.max(-EDGE_LAT, lat))

export class PlaceMap {
  #map: MapLibreMap
  #marker: Marker
  #place: Place | undefined
  #shown = false
  #loaded: Promise<unknown>
  #removed = false

  /**
   * `texts` are MapLibre's `locale`, `pin` is the name of the pin. With `onplace` a click or a drag sets the place, and `onplace` is
   * called with it.
   */
  constructor(container: HTMLElement, texts: Record<string, string>, pin: string, onplace?: (place: Place) => void) {
    this.#map = newMap(container, {
      style: circleStyle,
      center: [10, 25],
      zoom: 0.6,
      maxZoom: MAX_ZOOM,
      // The built-in basemap is in the public domain; others name their sources.
      attributionControl: basemapStyle ? { compact: true } : false,
      // The page scrolls over the map.
      cooperativeGestures: true,
      locale: texts,
    })
    this.#loaded = this.#map.once('style.load')
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    // The map works offline. Without a listener MapLibre would log every missing tile.
    this.#map.on('error', () => undefined)
    this.#map.on('styledata', () => this.#draw())
    this.#marker = new Marker({ draggable: onplace !== undefined, color: '#c2410c' })
    const element = this.#marker.getElement()
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', pin)
    if (onplace) {
      const point = ({ lng, lat }: { lng: number; lat: number }) => {
        this.#shown = true // the place is in view already
        onplace({ lat, lng: wrap(lng), accuracy: pointingAccuracy(this.#map.getZoom(), lat) })
      }
      this.#map.on('click', (event) => point(event.lngLat))
      this.#marker.on('dragend', () => point(this.#marker.getLngLat()))
    }
  }

  /** Shows a place, and moves there unless it was set on this map. */
  show(place: Place | undefined) {
    this.#place = place
    if (!place) {
      this.#marker.remove()
      this.#shown = false
    } else {
      this.#marker.setLngLat([place.lng, onMap(place.lat)]).addTo(this.#map)
      if (!this.#shown) this.#goTo(place)
    }
    this.#shown = false
    this.#draw()
  }

  setBasemap(style: StyleSpecification) {
    void this.#loaded.then(() => {
      if (!this.#removed) this.#map.setStyle(style, { transformStyle: withOverlays })
    })
  }

  remove() {
    this.#removed = true
    this.#map.remove()
  }

  #goTo({ lat, lng, accuracy }: Place) {
    if (!accuracy) {
      this.#map.jumpTo({ center: [lng, onMap(lat)], zoom: PLACE_ZOOM })
      return
    }
    if (Math.abs(lat) > EDGE_LAT) {
      // A circle around a pole has every longitude.
      this.#map.jumpTo({ center: [lng, onMap(lat)], zoom: 2 })
      return
    }
    this.#map.fitBounds(corners(boxAround(lng, lat, accuracy)), { padding: 40, maxZoom: PLACE_ZOOM, animate: false })
  }

  #draw() {
    const { lng, lat, accuracy: metres } = this.#place ?? {}
    this.#map.getSource<GeoJSONSource>(accuracy)?.setData(lng !== undefined && lat !== undefined && metres ? circle(lng, lat, metres) : nothing)
  }
}

const nothing = { type: 'FeatureCollection' as const, features: [] }

const circleStyle: StyleSpecification = {
  version: 8,
  sources: { [accuracy]: { type: 'geojson', data: nothing } },
  layers: [
    { id: accuracy, type: 'fill', source: accuracy, paint: { 'fill-color': '#c2410c', 'fill-opacity': 0.18 } },
    { id: accuracy + '-edge', type: 'line', source: accuracy, paint: { 'line-color': '#c2410c', 'line-width': 2 } },
  ],
}
