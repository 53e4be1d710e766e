// The map as an image.
import type { Map as MapLibreMap } from 'maplibre-gl'

/** Least ratio of device pixels to pixels, where the graphics card can. */
const finest = 2
/** Milliseconds to wait for tiles. */
const patience = 10_000

/** The map as it is shown, once all tiles are drawn. */
export async function capture(map: MapLibreMap): Promise<HTMLCanvasElement> {
  const before = map.getPixelRatio()
  if (before < finest) map.setPixelRatio(finest)
  try {
    await whole(map)
    return await copy(map)
  } finally {
    if (before < finest) map.setPixelRatio(before)
  }
}

function whole(map: MapLibreMap): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      map.off('idle', done)
      resolve()
    }
    const timer = setTimeout(done, patience)
    map.on('idle', done)
    map.triggerRepaint()
  })
}

/** Copies the canvas in a render event: WebGL keeps its content only until the browser has shown it. */
function copy(map: MapLibreMap): Promise<HTMLCanvasElement> {
  return new Promise((resolve) => {
    map.once('render', () => {
      const drawn = map.getCanvas()
      const out = document.createElement('canvas')
      out.width = drawn.width
      out.height = drawn.height
      out.getContext('2d')?.drawImage(drawn, 0, 0)
      resolve(out)
    })
    map.triggerRepaint()
  })
}
