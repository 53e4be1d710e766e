// The sources of the basemap on a map.
import type { Map as MapLibreMap } from 'maplibre-gl'

import { overlay } from '../layers/overlay'

/** What the sources of a map's basemap ask to be named, as HTML. A source says it in the style or in its TileJSON. */
export function attributions(map: MapLibreMap): string[] {
  const sources = Object.keys(map.getStyle().sources).filter((id) => !id.startsWith(overlay))
  return [...new Set(sources.map((id) => map.getSource(id)?.attribution ?? ''))].filter(Boolean)
}

/** HTML as plain text. */
export const asText = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
