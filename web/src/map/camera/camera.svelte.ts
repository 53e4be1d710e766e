// The camera of a map. That of the first page and `at` in the address follow each other: a link, back and forward move the map, and a
// moved map changes the address. An address without a camera shows all results.
import { untrack } from 'svelte'
import { prefersReducedMotion } from 'svelte/motion'

import type { Box, Stats } from '../../api/types'
import { router } from '../../app/router.svelte'
import type { MapLibreMap } from '../maplibre'
import { chosen } from '../chosen'
import { cameraText, parseCamera, parseView } from '../view'
import { boxOf, corners, wrap } from './area'

/** What is shown where there are no results. */
export const world: Box = [-170, -58, 178, 76]

/** Milliseconds without a move before the address changes: browsers limit how often a page may change it. */
const rest = 200

interface Options {
  /** The Filter's parameters. */
  params: () => string
  /** Statistics of the Filter; those of the Filter before while they load. */
  stats: () => Stats | undefined
  /** What an address without a camera and without a Filter shows; null for all results, undefined while it is not known. */
  home: () => Box | null | undefined
}

export class Camera {
  zoom = $state(0)
  #map: MapLibreMap
  /** `at` of the address that the map shows; undefined until it shows one. */
  #shown: string | null | undefined
  /** Statistics of the Filter before, whose box is not the one to show. */
  #outdated: Stats | undefined

  constructor(map: MapLibreMap) {
    this.#map = map
    this.zoom = map.getZoom()
    map.on('zoom', () => (this.zoom = map.getZoom()))
  }

  /** Follows the address from now on, and the address the camera. Call it in a component. */
  followAddress({ params, stats, home }: Options) {
    const map = this.#map
    let timer: ReturnType<typeof setTimeout> | undefined
    map.on('movestart', () => clearTimeout(timer))
    map.on('moveend', () => {
      clearTimeout(timer)
      if (this.#shown !== undefined) timer = setTimeout(() => this.#writeAddress(), rest)
    })
    $effect(() => () => clearTimeout(timer))

    // Derived, so that other changes of the address leave the map alone.
    const at = $derived(router.query.get('at'))
    $effect(() => {
      void params()
      this.#outdated = untrack(stats)
    })
    $effect(() => this.#follow(at, stats(), params() ? null : home()))
  }

  /** The box in view. */
  get box(): Box {
    const bounds = this.#map.getBounds()
    return boxOf(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth())
  }

  /** Shows a whole box; at once for readers who want no motion. */
  fit(box: Box, animate = !prefersReducedMotion.current) {
    const { clientWidth } = this.#map.getContainer()
    this.#map.fitBounds(corners(box), { padding: Math.min(48, clientWidth / 12), maxZoom: 14, animate, essential: false })
  }

  get #text(): string {
    const { lng, lat } = this.#map.getCenter()
    return cameraText({ zoom: this.#map.getZoom(), lat, lng: wrap(lng) })
  }

  /** Moves the map only when `at` is new: a filter may be set while the map still moves. */
  #follow(at: string | null, stats: Stats | undefined, home: Box | null | undefined) {
    if (at === this.#shown) return
    const camera = parseCamera(at ?? '')
    if (camera) {
      if (cameraText(camera) !== this.#text) this.#map.jumpTo({ center: camera, zoom: camera.zoom })
    } else if (stats && stats !== this.#outdated && home !== undefined) {
      this.fit(home ?? stats.bbox ?? world, false)
    } else return
    this.#shown = at
    const unlikeTheMap = camera && Number(at?.split('/')[0]) > camera.zoom
    if (at === null || unlikeTheMap) this.#writeAddress()
  }

  #writeAddress() {
    this.#shown = this.#text
    const { display, colouring } = parseView(router.query, chosen())
    router.set({ at: this.#shown, show: display, colour: colouring }, 'replace')
  }
}
