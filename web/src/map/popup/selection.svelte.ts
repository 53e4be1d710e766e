// The popups of the map: of a cell or of records, opened by a click, a tap or a key, and a short one under the mouse.
import { mount, unmount } from 'svelte'

import { circle } from '../camera/area'
import type { TileRecord } from './features'
import type { Target } from '../handle'
import { type GeoJSONSource, type MapLibreMap, Popup } from '../maplibre'
import { overlay, underLabels } from '../layers/overlay'
import { type Picked, pick } from './pick'

const accuracy = overlay + 'accuracy'

/** Pixels within which a finger, a mouse and the keyboard's cross find something. */
const reach = { touch: 16, mouse: 5, key: 60 }

/** How far a range has to move to lie within another with some room; if it is too long, its beginning will. */
function outside([from, until]: [number, number], [low, high]: [number, number], room = 8): number {
  return from < low + room ? from - low - room : Math.max(0, Math.min(until - high + room, from - low - room))
}

/** The components in popups, loaded when the first popup opens. */
const contents = async () => {
  const [details, hint] = await Promise.all([import('./Details.svelte'), import('./Hint.svelte')])
  return { Details: details.default, Hint: hint.default }
}

interface Open {
  popup: Popup
  component: object
}

export class Selection {
  #map: MapLibreMap
  #target: () => Target
  #sourceName: (id: string) => string
  #details: Open | undefined
  #wanted: Picked | undefined
  #hint: Open | undefined
  #hintOf = ''

  constructor(map: MapLibreMap, target: () => Target, sourceName: (id: string) => string) {
    this.#map = map
    this.#target = target
    this.#sourceName = sourceName
    const touches = matchMedia('(pointer: coarse)')
    map.on('click', ({ point, originalEvent }) => {
      if (originalEvent.defaultPrevented) return
      void this.#show(pick(map, target().layers, point, touches.matches ? reach.touch : reach.mouse))
    })
    if (matchMedia('(hover: hover)').matches) {
      // At most once a frame: a mouse sends more events than that.
      let frame = 0
      const leave = () => {
        cancelAnimationFrame(frame)
        void this.#point(undefined)
      }
      map.on('mousemove', ({ point }) => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => void this.#point(map.isMoving() ? undefined : pick(map, target().layers, point, reach.mouse)))
      })
      map.on('mouseout', leave)
      map.on('movestart', leave)
      map.on('remove', leave)
    }
  }

  /** Opens the popup of what is nearest to the middle of the map. False when nothing is near. */
  openCentre(): boolean {
    const { clientWidth, clientHeight } = this.#map.getCanvas()
    const picked = pick(this.#map, this.#target().layers, { x: clientWidth / 2, y: clientHeight / 2 }, reach.key)
    void this.#show(picked)
    return picked !== undefined
  }

  /** Closes the popup. If it had the focus, the map gets it. */
  close() {
    this.#wanted = undefined
    if (!this.#details) return
    const focused = this.#details.popup.getElement()?.contains(document.activeElement)
    this.#end(this.#details)
    this.#details = undefined
    this.#mark(undefined)
    if (focused) this.#map.getCanvas().focus()
  }

  async #show(picked: Picked | undefined) {
    void this.#point(undefined)
    this.close()
    if (!picked) return
    this.#wanted = picked
    const { Details } = await contents()
    if (this.#wanted !== picked) return
    const target = document.createElement('div')
    const place = Array.isArray(picked) ? picked[0] : picked
    if (!place) return
    const popup = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, maxWidth: '20rem', className: 'skeeter-popup' })
    const component = mount(Details, {
      target,
      props: {
        picked,
        filter: this.#target().filter,
        sourceName: this.#sourceName,
        close: () => this.close(),
        zoomTo: (zoom: number) => {
          this.close()
          this.#map.easeTo({ center: place, zoom })
        },
        mark: (record: TileRecord) => this.#mark(record),
      },
    })
    popup.setLngLat(place).setDOMContent(target).addTo(this.#map)
    this.#details = { popup, component }
    this.#fit(popup, target)
    target.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true })
  }

  /** Keeps a popup inside the map while its content loads: on the side of its place with room, else by moving the map. */
  #fit(popup: Popup, target: HTMLElement) {
    const sizes = new ResizeObserver(() => {
      popup.setLngLat(popup.getLngLat())
      const [shown, frame] = [popup.getElement()?.getBoundingClientRect(), this.#map.getContainer().getBoundingClientRect()]
      if (!shown) return
      const [x, y] = [outside([shown.left, shown.right], [frame.left, frame.right]), outside([shown.top, shown.bottom], [frame.top, frame.bottom])]
      if (x || y) this.#map.panBy([x, y])
    })
    sizes.observe(target)
    popup.on('close', () => sizes.disconnect())
  }

  async #point(picked: Picked | undefined) {
    const place = Array.isArray(picked) ? picked[0] : picked
    this.#map.getCanvas().style.cursor = place ? 'pointer' : ''
    const name = place ? `${place.kind} ${place.lng} ${place.lat}` : ''
    if (name === this.#hintOf) return
    this.#hintOf = name
    if (this.#hint) this.#end(this.#hint)
    this.#hint = undefined
    if (!picked || !place || this.#details) return
    const { Hint } = await contents()
    if (this.#hintOf !== name || this.#details || this.#hint) return
    const target = document.createElement('div')
    const popup = new Popup({ closeButton: false, closeOnClick: false, focusAfterOpen: false, offset: 8, className: 'skeeter-hint' })
    const component = mount(Hint, { target, props: { picked } })
    popup.setLngLat(place).setDOMContent(target).addTo(this.#map)
    this.#hint = { popup, component }
  }

  #end({ popup, component }: Open) {
    popup.remove()
    void unmount(component)
  }

  /** Draws the accuracy of a record's place as a circle. */
  #mark(record: TileRecord | undefined) {
    const data = record?.accuracy
      ? circle(record.lng, record.lat, record.accuracy)
      : { type: 'FeatureCollection' as const, features: [] }
    const source = this.#map.getSource<GeoJSONSource>(accuracy)
    if (source) return void source.setData(data)
    if (!record) return
    this.#map.addSource(accuracy, { type: 'geojson', data })
    const before = underLabels(this.#map.getStyle().layers)
    this.#map.addLayer({ id: accuracy + '-area', type: 'fill', source: accuracy, paint: { 'fill-color': '#0a75ec', 'fill-opacity': 0.12 } }, before)
    this.#map.addLayer({ id: accuracy + '-edge', type: 'line', source: accuracy, paint: { 'line-color': '#0a75ec', 'line-width': 1.5 } }, before)
  }
}
