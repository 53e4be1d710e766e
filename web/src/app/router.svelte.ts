// The address. It holds the whole state of a page, so that a link shows the same to someone else.
import { embedded, root } from './settings'

class Router {
  #url = $state.raw(new URL(location.href))

  constructor() {
    addEventListener('popstate', () => (this.#url = new URL(location.href)))
  }

  /** Path below the deployment's root, such as /species/aedes-aegypti; without a trailing slash. */
  get path(): string {
    const path = decodeURI(this.#url.pathname).slice(root.length).replace(/\/+$/, '')
    return path || '/'
  }

  /** Query parameters. Read only: call set() to change them. */
  get query(): URLSearchParams {
    return this.#url.searchParams
  }

  /** Goes to an address of href(). 'replace' adds nothing to the history: for a dragged map, not for a changed filter. */
  go(address: string, how: 'push' | 'replace' = 'push') {
    const next = new URL(address, location.href)
    if (next.href === location.href) return
    if (how === 'push') history.pushState(null, '', next)
    else history.replaceState(null, '', next)
    this.#url = next
  }

  /** Sets query parameters of the present page; null or '' removes one. */
  set(params: Record<string, string | null>, how: 'push' | 'replace' = 'push') {
    const query = new URLSearchParams(this.query)
    for (const [name, value] of Object.entries(params)) {
      if (value) query.set(name, value)
      else query.delete(name)
    }
    this.go(address(this.path, query) + this.#url.hash, how)
  }
}

export const router = new Router()

/** Parameters that every page keeps. */
const kept = ['lang']

/** The address of a page, such as href('/species', { search: 'aedes' }), in the present language. */
export function href(path: string, params: Record<string, string> | URLSearchParams = {}): string {
  const query = new URLSearchParams(params)
  for (const name of kept) {
    const value = router.query.get(name)
    if (value && !query.has(name)) query.set(name, value)
  }
  return address(path, query)
}

function address(path: string, query: URLSearchParams): string {
  // Commas, slashes and colons may stand in a query (RFC 3986, section 3.4); escaped they are hard to read.
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')
  return root + path + (text && '?' + text)
}

/** Makes plain links to the application's own pages work without loading the document again. A click handler for the document. */
export function followLinks(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.dataset.outside !== undefined) return
  if (embedded) {
    // A frame has the map alone; no page gets to know that it was opened from there.
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    return
  }
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return
  event.preventDefault()
  router.go(link.href)
  scrollTo(0, 0)
}
