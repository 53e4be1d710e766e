// MapLibre's worker, with protocols of our own: tiles whose cells are squares (grid.ts), and whose places with several records have their
// number (stacks.ts).
import MapWorker from 'maplibre-gl/dist/maplibre-gl-worker.mjs'

import { gridProtocol, withGrid } from './layers/grid'
import { stackProtocol, withStacks } from './layers/stacks'

// MapLibre offers addProtocol to scripts that its worker imports. Importing the worker here keeps everything in one file.
function serve(protocol: string, change: (tile: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) {
  self.addProtocol(protocol, async ({ url, cache }, abort) => {
    const response = await fetch(url.slice(protocol.length + 3), { signal: abort.signal, cache })
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    const { buffer } = change(new Uint8Array(await response.arrayBuffer()))
    return { data: buffer }
  })
}
serve(stackProtocol, withStacks)
serve(gridProtocol, (tile) => withGrid(withStacks(tile)))

// The worker starts itself. It is referenced here because its package declares no side effects: unused, it would be left out.
self.worker ??= new MapWorker(self)
