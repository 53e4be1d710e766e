// What lies below the observations: the deployment's own basemap when there is one, else ours.
import type { StyleSpecification } from 'maplibre-gl'

import * as settings from '../../app/settings'
import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { fetchStyle } from './deployment'
import { palettes } from './palette'
import { graticuleLines, graticuleSource, naturalEarth, type BasemapOptions } from './style'

export type { BasemapOptions } from './style'

export interface Basemap {
  style: StyleSpecification
  /** Whether the deployment's own basemap could not be fetched, and this is ours in its place. */
  failed: boolean
}

/** The basemap that comes with the program. */
export function basemapStyle(theme: Theme, language: Language, options: BasemapOptions): StyleSpecification {
  const tiles = `${location.origin}${settings.root}/basemap/{z}/{x}/{y}.mvt?v=${settings.basemapVersion}`
  return naturalEarth(tiles, theme, language, options)
}

let own: Promise<StyleSpecification> | undefined

/** The basemap of this deployment. It never fails, and asks once in a page's life: a host that hangs would stop every change. */
export async function loadBasemap(theme: Theme, language: Language, options: BasemapOptions): Promise<Basemap> {
  if (!settings.basemapStyle) return { style: basemapStyle(theme, language, options), failed: false }
  own ??= fetchStyle(settings.basemapStyle)
  try {
    return { style: withGraticule(await own, theme, language, options), failed: false }
  } catch {
    return { style: basemapStyle(theme, language, options), failed: true }
  }
}

/** The fonts of another style are not known, so that its graticule has no degrees. */
function withGraticule(style: StyleSpecification, theme: Theme, language: Language, options: BasemapOptions): StyleSpecification {
  if (!options.graticule) return style
  const at = style.layers.findIndex(({ id }) => id === firstLabel(style))
  const layers = style.layers.toSpliced(at < 0 ? style.layers.length : at, 0, graticuleLines(palettes[theme]))
  return { ...style, sources: { ...style.sources, 'basemap-graticule': graticuleSource(language) }, layers }
}

/** The id of the layer that observations are drawn below: the first with text; undefined when there is none. */
export function firstLabel(style: StyleSpecification): string | undefined {
  return style.layers.find(({ type }) => type === 'symbol')?.id
}
