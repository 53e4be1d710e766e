// The popups of the map: of a cell or of records, opened by a click, a tap or a key, and a short one under the mouse.
import { circle } from '../camera/area'
import type { TileRecord } from './features'
import type { Cover, Target } from '../handle'
import type { GeoJSONSource, MapLibreMap } from '../maplibre'
import { HostedPopup } from './hosted'
import { overlay, underLabels } from '../layers/overlay'
import { type Picked, pick } from './pick'

const accuracy = overlay + 'accuracy'

/** Pixels within which a finger, a mouse and the keyboard's cross find something. */
const reach = { touch: 16, mouse: 5, key: 60 }

/** The components in popups, loaded when the first popup opens. */
const contents = async () => {
  const [details, hint] = await Promise.all([import('./Details.svelte'), import('./Hint.svelte')])
  return { Details: details.default, Hint: hint.default }
}

export class Selection {
  #map: MapLibreMap
  #target: () => Target
  #sourceName: (id: string) => string
  #cover: () => Cover | undefined
  #colourOf: (species: string) => string
  #details: HostedPopup | undefined
  #wanted: Picked | undefined
  #hint: HostedPopup | undefined
  #hintOf = ''

  constructor(map: MapLibreMap, target: () => Target, sourceName: (id: string) => string, cover: () => Cover | undefined, colourOf: (species: string) => string) {
    this.#map = map
    this.#target = target
    this.#sourceName = sourceName
    this.#cover = cover
    this.#colourOf = colourOf
    const touches = matchMedia('(pointer: coarse)')
    map.on('click', ({ point, originalEvent }) => {
      if (originalEvent.defaultPrevented) return
      const within = touches.matches ? reach.touch : reach.mouse
      const by = cover()
      if (by) by.open(point, within, 'click')
      else void this.#show(pick(map, target().layers, point, within))
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
        if (cover()) return
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
    const middle = { x: clientWidth / 2, y: clientHeight / 2 }
    const cover = this.#cover()
    if (cover) return cover.open(middle, reach.key, 'key')
    const picked = pick(this.#map, this.#target().layers, middle, reach.key)
    void this.#show(picked)
    return picked !== undefined
  }

  /** Closes the popup. If it had the focus, the map gets it. */
  close() {
    this.#wanted = undefined
    if (!this.#details) return
    this.#details.close()
    this.#details = undefined
    this.#mark(undefined)
  }

  async #show(picked: Picked | undefined) {
    void this.#point(undefined)
    this.close()
    if (!picked) return
    this.#wanted = picked
    const { Details } = await contents()
    if (this.#wanted !== picked) return
    const place = Array.isArray(picked) ? picked[0] : picked
    if (!place) return
    this.#details = new HostedPopup(this.#map, place, Details, {
      picked,
      filter: this.#target().filter,
      sourceName: this.#sourceName,
      colourOf: this.#colourOf,
      close: () => this.close(),
      zoomTo: (zoom: number) => {
        this.close()
        this.#map.easeTo({ center: place, zoom })
      },
      mark: (record: TileRecord) => this.#mark(record),
    })
    this.#details.enter()
  }

  async #point(picked: Picked | undefined) {
    const place = Array.isArray(picked) ? picked[0] : picked
    this.#map.getCanvas().style.cursor = place ? 'pointer' : ''
    const name = place ? `${place.kind} ${place.lng} ${place.lat}` : ''
    if (name === this.#hintOf) return
    this.#hintOf = name
    this.#hint?.close()
    this.#hint = undefined
    if (!picked || !place || this.#details) return
    const { Hint } = await contents()
    if (this.#hintOf !== name || this.#details || this.#hint) return
    this.#hint = new HostedPopup(this.#map, place, Hint, { picked }, { offset: 8, className: 'skeeter-hint' })
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
