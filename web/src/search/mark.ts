// The mark on the map: a place that was searched for by its coordinates. It is in the address.
import { router } from '../app/router.svelte'
import { t } from '../i18n/locale.svelte'
import { type MapLibreMap, Marker } from '../map/maplibre'
import { parseCamera } from '../map/view'

/** Shows the mark of the address (latitude/longitude) until the returned function is called. A press takes it away. */
export function showMark(map: MapLibreMap, text: string): () => void {
  const place = parseCamera('0/' + text)
  if (!place) return () => {}
  const element = document.createElement('button')
  element.className = 'skeeter-mark'
  element.title = t('search.removeMark')
  element.setAttribute('aria-label', t('search.removeMark'))
  element.addEventListener('click', (event) => {
    event.stopPropagation()
    router.set({ mark: null })
    map.getCanvas().focus({ preventScroll: true })
  })
  const marker = new Marker({ element, anchor: 'bottom' }).setLngLat(place).addTo(map)
  return () => void marker.remove()
}
