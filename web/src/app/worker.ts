// The service worker (static/sw.js), with which the pages open without a connection.
import { embedded, root } from './settings'

/** Installs the worker when the page has loaded, so that it takes nothing from the first map. Browsers may refuse it: the pages then need a connection. */
export function installWorker() {
  if (embedded || !('serviceWorker' in navigator)) return
  addEventListener('load', () => void install().catch(() => undefined))
}

async function install() {
  await navigator.serviceWorker.register(root + '/sw.js', { scope: root + '/', updateViaCache: 'none' })
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
}
