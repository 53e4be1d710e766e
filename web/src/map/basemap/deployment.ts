// A deployment's own basemap: a MapLibre style from another host, with its own sources, fonts and icons.
import type { StyleSpecification } from 'maplibre-gl'

/** Milliseconds that fetching a style may take. */
const patience = 10_000

/** Fetches a style and makes its relative addresses absolute, because MapLibre resolves them against the page. */
export async function fetchStyle(address: string): Promise<StyleSpecification> {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(patience) })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const style: unknown = await response.json()
  if (!isStyle(style)) throw new Error('not a map style of version 8')
  return withAbsoluteAddresses(style, response.url || address)
}

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false
  const { version, sources, layers } = value as Record<string, unknown>
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers)
}

export function withAbsoluteAddresses(style: StyleSpecification, base: string): StyleSpecification {
  const out = structuredClone(style)
  if (out.glyphs) out.glyphs = absolute(out.glyphs, base)
  if (typeof out.sprite === 'string') out.sprite = absolute(out.sprite, base)
  else if (out.sprite) for (const sprite of out.sprite) sprite.url = absolute(sprite.url, base)
  for (const source of Object.values(out.sources)) {
    if ('url' in source && typeof source.url === 'string') source.url = absolute(source.url, base)
    if ('tiles' in source && source.tiles) source.tiles = source.tiles.map((tile) => absolute(tile, base))
    if (source.type === 'geojson' && typeof source.data === 'string') source.data = absolute(source.data, base)
  }
  return out
}

/** Makes an address absolute but keeps the braces of {z} and {fontstack}, which URL escapes. */
function absolute(address: string, base: string): string {
  return new URL(address, base).href.replace(/%7B/gi, '{').replace(/%7D/gi, '}')
}
