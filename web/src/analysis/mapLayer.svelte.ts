// A layer of the analysis on the first page's map, in place of the records: its popup, its legend and its life.
import { onMount, untrack, type Component, type Snippet } from 'svelte'

import { theme, type Theme } from '../app/theme.svelte'
import type { MapHandle } from '../map/handle'
import { HostedPopup } from '../map/popup/hosted'

interface Layer {
  at(point: { x: number; y: number }, within: number): number | undefined
  setTheme(theme: Theme): void
  remove(): void
}

interface Options {
  legend: Snippet
  /** Where the popup of a feature is, and what is in it. `at` is the place that was pressed. */
  details: (index: number, at: { lng: number; lat: number } | undefined) => { place: { lng: number; lat: number }; component: Component<any>; props: Record<string, unknown> } | undefined
}

/** Adds a layer while the component lives; `open` opens the popup of a feature. Call it in a component. */
export function mapLayer<T extends Layer>(handle: MapHandle, make: new (map: MapHandle['map'], theme: Theme) => T, { legend, details }: Options): { layer: T; open: (index: number | undefined, at?: { lng: number; lat: number }) => boolean } {
  const layer = new make(handle.map, untrack(() => theme.current))
  let popup: HostedPopup | undefined
  const close = () => {
    popup?.close()
    popup = undefined
  }
  function open(index: number | undefined, at?: { lng: number; lat: number }): boolean {
    close()
    const shown = index === undefined ? undefined : details(index, at)
    if (!shown) return false
    popup = new HostedPopup(handle.map, shown.place, shown.component, { ...shown.props, close })
    popup.enter()
    return true
  }
  const escape = (event: KeyboardEvent) => event.key === 'Escape' && close()

  onMount(() => {
    handle.observations.setVisible(false)
    handle.map.getCanvas().addEventListener('keydown', escape)
    const uncover = handle.cover({ legend, open: (point, within) => open(layer.at(point, within), handle.map.unproject([point.x, point.y])) })
    return () => {
      close()
      uncover()
      handle.map.getCanvas().removeEventListener('keydown', escape)
      layer.remove()
      handle.observations.setVisible(true)
    }
  })
  $effect(() => layer.setTheme(theme.current))
  return { layer, open }
}
