// MapLibre's worker, with a protocol of our own: tiles whose cells are squares (grid.ts).
import MapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs'

import { gridProtocol, withGrid } from './layers/grid'

// MapLibre offers addProtocol to scripts that its worker imports. Importing the worker here keeps everything in one file.
self.addProtocol(gridProtocol, async ({ url, cache }, abort) => {
  const response = await fetch(url.slice(gridProtocol.length + 3), { signal: abort.signal, cache })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const { buffer } = withGrid(new Uint8Array(await response.arrayBuffer()))
  return { data: buffer }
})

// The worker starts itself. It is referenced here because its package declares no side effects: unused, it would be left out.
self.worker ??= new MapWorker(self)
