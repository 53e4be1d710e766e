// A small map of the first rows of a file, each with its line.
import { basemap, othersThanPlain } from '../map/basemap/choice.svelte'
import { Marker, NavigationControl } from '../map/maplibre'
import { onMap, SmallMap } from '../map/small/smallMap'

/** A place with rows. */
export interface PreviewPlace {
  lat: number
  lng: number
  /** What stands on the map. */
  label: string
  /** What it means. */
  text: string
  /** Something looks wrong. */
  flagged: boolean
}

/** The zoom for one place. On the built-in basemap it shows the nearest towns; deeper ones are mostly empty. */
const placeZoom = () => (basemap.current === 'plain' ? 8 : 12)

export class PreviewMap extends SmallMap {
  #markers: Marker[] = []

  constructor(container: HTMLElement, texts: Record<string, string>) {
    super(container, texts, {
      center: [0, 15],
      zoom: 0.4,
      maxZoom: 18,
      attributionControl: othersThanPlain ? { compact: true } : false,
    })
    this.map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  }

  show(places: PreviewPlace[]) {
    for (const marker of this.#markers) marker.remove()
    this.#markers = places.map(({ lat, lng, label, text, flagged }) => {
      const element = document.createElement('div')
      element.className = flagged ? 'preview-row flagged' : 'preview-row'
      element.textContent = label
      element.title = text
      const marker = new Marker({ element }).setLngLat([lng, onMap(lat)]).addTo(this.map)
      element.setAttribute('role', 'img')
      element.setAttribute('aria-label', text)
      return marker
    })
    if (!places.length) return
    const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => onMap(lat))]
    this.fit([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], placeZoom())
  }
}
