// Browsers print a WebGL canvas empty, so a copy of it stands in its place while the page is printed. The copy is drawn at once: a browser
// does not wait for pictures before it prints.
import { on } from 'svelte/events'

import type { MapLibreMap } from './maplibre'

/** Makes a map printable. Returns what ends that. */
export function printable(map: MapLibreMap): () => void {
  let copy: HTMLCanvasElement | undefined
  const before = on(window, 'beforeprint', () => {
    const drawn = map.getCanvas()
    map.redraw() // what a canvas shows is there until the browser has painted it
    copy ??= document.createElement('canvas')
    copy.className = 'skeeter-print'
    copy.width = drawn.width
    copy.height = drawn.height
    copy.getContext('2d')?.drawImage(drawn, 0, 0)
    map.getContainer().append(copy)
  })
  const after = on(window, 'afterprint', () => copy?.remove())
  return () => {
    before()
    after()
  }
}
