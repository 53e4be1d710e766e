// A popup of the map whose content is a component.
import { mount, unmount, type Component } from 'svelte'

import { type MapLibreMap, Popup } from '../maplibre'

/** How far a range has to move to lie within another with some room; if it is too long, its beginning will. */
function outside([from, until]: [number, number], [low, high]: [number, number], room = 8): number {
  return from < low + room ? from - low - room : Math.max(0, Math.min(until - high + room, from - low - room))
}

interface Look {
  offset?: number
  maxWidth?: string
  className: string
}

export class HostedPopup {
  #map: MapLibreMap
  #popup: Popup
  #component: object
  #content = document.createElement('div')

  constructor(map: MapLibreMap, place: { lng: number; lat: number }, component: Component<any>, props: Record<string, unknown>, look?: Look) {
    this.#map = map
    this.#component = mount(component, { target: this.#content, props })
    this.#popup = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, ...(look ?? { maxWidth: '20rem', className: 'skeeter-popup' }) })
    this.#popup.setLngLat(place).setDOMContent(this.#content).addTo(map)
  }

  /** Gives the popup the focus, and keeps it inside the map while its content loads: on the side of its place with room, else by moving the map. */
  enter() {
    const sizes = new ResizeObserver(() => {
      this.#popup.setLngLat(this.#popup.getLngLat())
      const [shown, frame] = [this.#popup.getElement()?.getBoundingClientRect(), this.#map.getContainer().getBoundingClientRect()]
      if (!shown) return
      const [x, y] = [outside([shown.left, shown.right], [frame.left, frame.right]), outside([shown.top, shown.bottom], [frame.top, frame.bottom])]
      if (x || y) this.#map.panBy([x, y])
    })
    sizes.observe(this.#content)
    this.#popup.on('close', () => sizes.disconnect())
    this.#content.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
  }

  /** Closes the popup. If it had the focus, the map gets it. */
  close() {
    const focused = this.#popup.getElement()?.contains(document.activeElement)
    this.#popup.remove()
    void unmount(this.#component)
    if (focused) this.#map.getCanvas().focus()
  }
}
