// The map's own picture.
import type { Map as MapLibreMap } from 'maplibre-gl'

/** Device pixels of a pixel that a picture has at least, where the graphics card can. */
const finest = 2
/** Milliseconds to wait for tiles that are still on their way. */
const patience = 10_000

/** The map as it is shown, once it is whole. */
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

/** WebGL keeps what it has drawn only until the browser has shown it. */
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
