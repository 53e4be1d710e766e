// Browsers print a WebGL canvas empty, so a copy of it stands in its place while the page is printed. The copy is drawn at once: a browser
// does not wait for pictures before it prints.
import { on } from 'svelte/events'

import { drawScale, scaleBar } from './camera/scale'
import type { MapLibreMap } from './maplibre'

/** How much of the height of a page a map may take, in per cent. */
const highest = 60

/**
 * Makes a map printable. On paper its frame has the copy's width (--paper-width), and the length that a pixel of the map has there
 * (--paper-pixel), by which a legend draws sizes. Returns what ends that.
 */
export function printable(map: MapLibreMap, frame: HTMLElement): () => void {
  let copy: HTMLCanvasElement | undefined
  const before = on(window, 'beforeprint', () => {
    const drawn = map.getCanvas()
    const [width, height] = [drawn.clientWidth, drawn.clientHeight]
    map.redraw() // what a canvas shows is there until the browser has painted it
    copy ??= document.createElement('canvas')
    copy.className = 'skeeter-print'
    copy.width = drawn.width
    copy.height = drawn.height
    const context = copy.getContext('2d')!
    context.drawImage(drawn, 0, 0)
    context.scale(drawn.width / width, drawn.width / width)
    drawScale(context, scaleBar(map), [width - 16, height - 14], { ink: '#000', paper: '#fff', font: '12px sans-serif' })
    frame.style.setProperty('--paper-pixel', `min(${100 / width}cqw, ${highest / height}vh)`)
    frame.style.setProperty('--paper-width', `calc(${width} * var(--paper-pixel))`)
    map.getContainer().append(copy)
  })
  const after = on(window, 'afterprint', () => copy?.remove())
  return () => {
    before()
    after()
  }
}
