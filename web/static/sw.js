// The service worker: without a connection the pages open, and the map shows what was seen last. `shell`, which the server puts in front of this
// file, names the files of the build. What may be private is never kept: of the API only tiles, numbers and the catalog, and no page but the one that the
// server gives to somebody unknown.
const files = 'skeeter-files-' + shell.build + shell.root
const seen = 'skeeter-seen' + shell.root
const page = shell.root + '/'
/** Answers that are kept, the newest. */
const most = 400

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(files)
      const first = await fetch(page, { credentials: 'omit', headers: { Accept: 'text/html' } })
      if (!first.ok) throw new Error(`${page} answers ${first.status}`)
      await cache.put(page, first)
      await keep(shell.files)
      await self.skipWaiting()
    })(),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const own = (name) => name.startsWith('skeeter-files-') && name.endsWith(shell.root) && name !== files
      for (const name of await caches.keys()) if (own(name)) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

// A page names the files that it loaded before there was a worker.
self.addEventListener('message', (event) => event.waitUntil(keep(event.data.filter(isFile))))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('Authorization')) return
  if (request.mode === 'navigate') {
    if (isPage(url.pathname)) event.respondWith(fetch(request).catch(async () => (await caches.match(page)) ?? Response.error()))
  } else if (isFile(request.url)) {
    event.respondWith(fromCache(request))
  } else if (isPublic(url)) {
    event.respondWith(fromServer(event, request))
  }
})

/** Files whose addresses change with their content. */
function isFile(address) {
  const { pathname, searchParams, origin } = new URL(address)
  return origin === location.origin && (pathname.startsWith(shell.root + '/static/app/assets/') || (pathname.startsWith(shell.root + '/static/') && searchParams.has('v')))
}

/** Pages of the application are all made of the same one. */
function isPage(path) {
  const below = (folder) => (path + '/').startsWith(shell.root + folder + '/')
  return !path.startsWith(shell.base) && !['/docs', '/redoc', '/ogc', '/static', '/metrics', '/health', '/openapi.json', '/openapi.yaml'].some(below)
}

/** Tiles, numbers, and the lists of the catalog, unless of one data source, which may be private. */
function isPublic({ pathname, searchParams }) {
  if (pathname.startsWith(shell.root + '/basemap/')) return true
  const below = (path) => (pathname + '/').startsWith(shell.base + path + '/')
  return !searchParams.has('data_source') && ['/tiles', '/stats', '/species', '/diseases', '/regions', '/countries', '/filters'].some(below)
}

async function keep(addresses) {
  const cache = await caches.open(files)
  await Promise.all(addresses.map(async (address) => {
    if (await cache.match(address)) return
    const answer = await fetch(address, { credentials: 'omit', cache: 'force-cache' })
    if (answer.ok) await cache.put(address, answer)
  }))
}

async function fromCache(request) {
  const cache = await caches.open(files)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function fromServer(event, request) {
  try {
    const answer = await fetch(request)
    if (answer.ok && !/private|no-store/.test(answer.headers.get('Cache-Control') ?? '')) event.waitUntil(remember(request, answer.clone()))
    return answer
  } catch (error) {
    const kept = await caches.match(request, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

async function remember(request, answer) {
  const cache = await caches.open(seen)
  await cache.delete(request, { ignoreVary: true }) // the newest are the last
  await cache.put(request, answer)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((old) => cache.delete(old)))
}
