// A small map of one place with its accuracy circle.
import { boxAround, circle, wrap } from '../../map/camera/area'
import { basemap, othersThanPlain } from '../../map/basemap/choice.svelte'
import { overlay } from '../../map/layers/overlay'
import { type GeoJSONSource, Marker, NavigationControl, type StyleSpecification } from '../../map/maplibre'
import { EDGE_LAT, onMap, SmallMap } from '../../map/small/smallMap'
import { pointingAccuracy } from './coordinates'

export interface Place {
  lat: number
  lng: number
  /** Metres, null when it is not known. */
  accuracy: number | null
  /** Whether it was drawn at random: then the circle is shown without a pin. */
  drawn?: boolean
}

const accuracy = overlay + 'accuracy'

/** The zoom for a place. On the built-in basemap it shows the nearest towns; deeper ones are mostly empty. */
const placeZoom = () => (basemap.current === 'plain' ? 8 : 15)
const MAX_ZOOM = 18

export class PlaceMap extends SmallMap {
  #marker: Marker
  #place: Place | undefined
  #shown = false

  /**
   * `texts` are MapLibre's `locale`, `pin` is the name of the pin. With `onplace` a click or a drag sets the place, and `onplace` is
   * called with it.
   */
  constructor(container: HTMLElement, texts: Record<string, string>, pin: string, onplace?: (place: Place) => void) {
    super(container, texts, {
      style: circleStyle,
      center: [10, 25],
      zoom: 0.6,
      maxZoom: MAX_ZOOM,
      attributionControl: othersThanPlain ? { compact: true } : false,
    })
    this.map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    // The map works offline. Without a listener MapLibre would log every missing tile.
    this.map.on('error', () => undefined)
    this.map.on('styledata', () => this.#draw())
    this.#marker = new Marker({ draggable: onplace !== undefined, color: '#c2410c' })
    const element = this.#marker.getElement()
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', pin)
    if (onplace) {
      const point = ({ lng, lat }: { lng: number; lat: number }) => {
        this.#shown = true // the place is in view already
        onplace({ lat, lng: wrap(lng), accuracy: pointingAccuracy(this.map.getZoom(), lat) })
      }
      this.map.on('click', (event) => point(event.lngLat))
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
      this.#marker.setLngLat([place.lng, onMap(place.lat)])
      if (place.drawn) this.#marker.remove()
      else this.#marker.addTo(this.map)
      if (!this.#shown) this.#goTo(place)
    }
    this.#shown = false
    this.#draw()
  }

  #goTo({ lat, lng, accuracy }: Place) {
    if (!accuracy) {
      this.map.jumpTo({ center: [lng, onMap(lat)], zoom: placeZoom() })
      return
    }
    if (Math.abs(lat) > EDGE_LAT) {
      // A circle around a pole has every longitude.
      this.map.jumpTo({ center: [lng, onMap(lat)], zoom: 2 })
      return
    }
    this.fit(boxAround(lng, lat, accuracy), placeZoom())
  }

  #draw() {
    const { lng, lat, accuracy: metres } = this.#place ?? {}
    this.map.getSource<GeoJSONSource>(accuracy)?.setData(lng !== undefined && lat !== undefined && metres ? circle(lng, lat, metres) : nothing)
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
