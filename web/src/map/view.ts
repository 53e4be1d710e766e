// The view of the map: parameters of the address beside those of the Filter.

/** at=zoom/latitude/longitude */
export interface Camera {
  zoom: number
  lat: number
  lng: number
}

/** How cells are drawn. */
export const displays = ['circles', 'grid', 'heat', 'areas'] as const
export type Display = (typeof displays)[number]
/** How the map itself draws records; numbers by area are drawn in their place (choropleth). */
export type Drawn = Exclude<Display, 'areas'>

/** The places of numbers by area that are no set of areas. */
export const byCountry = 'country'
/** The set of areas that is shown unless the address names another. */
export const states = 'admin1'

/** What colours stand for. */
export const colourings = ['mixed', 'species', 'count', 'vector_status', 'date', 'first'] as const
export type Colouring = (typeof colourings)[number]

export interface View {
  /** Undefined: the map shows all results, or the world. */
  camera: Camera | undefined
  display: Display
  /** Whose numbers are shown by area: a set of areas, or countries. */
  by: string
  colouring: Colouring
  graticule: boolean
}

export const maxZoom = 20

/** Reads a view from an address. One that says nothing of the view shows what the reader chose last. */
export function parseView(query: URLSearchParams, chosen: Pick<View, 'display' | 'colouring'>): View {
  const silent = !['at', 'show', 'colour'].some((name) => query.has(name))
  return {
    camera: parseCamera(query.get('at') ?? ''),
    display: displays.find((d) => d === query.get('show')) ?? (silent ? chosen.display : 'circles'),
    by: query.get('by') || states,
    colouring: colourings.find((c) => c === query.get('colour')) ?? (silent ? chosen.colouring : 'species'),
    graticule: query.get('graticule') === '1',
  }
}

/** Reads a camera from the address; undefined when the text is none. A zoom that is too deep is the deepest. */
export function parseCamera(text: string): Camera | undefined {
  const numbers = text.split('/').map((part) => (part.trim() === '' ? NaN : Number(part)))
  const [zoom, lat, lng] = numbers
  if (numbers.length !== 3 || zoom === undefined || lat === undefined || lng === undefined) return
  if (!(zoom >= 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 540)) return
  return { zoom: Math.min(zoom, maxZoom), lat, lng }
}

/** The text of a camera in the address, exact to about a pixel: a thousandth of a zoom moves the edge of a wide screen by less. */
export function cameraText({ zoom, lat, lng }: Camera): string {
  const decimals = Math.max(1, Math.ceil(zoom / 3))
  return [zoom.toFixed(3), lat.toFixed(decimals), lng.toFixed(decimals)].map(Number).join('/')
}
