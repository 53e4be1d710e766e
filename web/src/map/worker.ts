// The thread in which MapLibre reads tiles, with a protocol of ours: tiles whose cells are squares (grid.ts).
import MapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs'

import { gridProtocol, withGrid } from './layers/grid'

// MapLibre's worker offers this to scripts that it imports; importing it the other way round keeps everything in one file.
self.addProtocol(gridProtocol, async ({ url, cache }, abort) => {
  const response = await fetch(url.slice(gridProtocol.length + 3), { signal: abort.signal, cache })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const { buffer } = withGrid(new Uint8Array(await response.arrayBuffer()))
  return { data: buffer }
})

// It starts itself. Its package says that its modules do nothing by themselves, so that a module that nobody uses would be left out.
self.worker ??= new MapWorker(self)
