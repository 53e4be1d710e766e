declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs' {
  const MapWorker: new (self: Window) => object
  export default MapWorker
}

type ProtocolAction = (request: { url: string; cache?: RequestCache }, abort: AbortController) => Promise<{ data: ArrayBuffer }>

/** What MapLibre's worker adds to its global scope. */
interface Window {
  worker?: object
  addProtocol(name: string, action: ProtocolAction): void
}
