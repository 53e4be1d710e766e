// The basemap below the observations: the deployment's own if it has one, else the built-in one.
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
  /** Whether this is the built-in basemap because the deployment's own could not be fetched. */
  failed: boolean
}

/** The built-in basemap. */
export function basemapStyle(theme: Theme, language: Language, options: BasemapOptions): StyleSpecification {
  const tiles = `${location.origin}${settings.root}/basemap/{z}/{x}/{y}.mvt?v=${settings.basemapVersion}`
  return naturalEarth(tiles, theme, language, options)
}

let own: Promise<StyleSpecification> | undefined

/** The basemap of this deployment. It never fails, and fetches a style once: a host that hangs would delay every change of theme. */
export async function loadBasemap(theme: Theme, language: Language, options: BasemapOptions): Promise<Basemap> {
  if (!settings.basemapStyle) return { style: basemapStyle(theme, language, options), failed: false }
  own ??= fetchStyle(settings.basemapStyle)
  try {
    return { style: withGraticule(await own, theme, language, options), failed: false }
  } catch {
    return { style: basemapStyle(theme, language, options), failed: true }
  }
}

/** Adds a graticule to another style, without labels, because the style's fonts are not known. */
function withGraticule(style: StyleSpecification, theme: Theme, language: Language, options: BasemapOptions): StyleSpecification {
  if (!options.graticule) return style
  const at = style.layers.findIndex(({ id }) => id === firstLabel(style))
  const layers = style.layers.toSpliced(at < 0 ? style.layers.length : at, 0, graticuleLines(palettes[theme]))
  return { ...style, sources: { ...style.sources, 'basemap-graticule': graticuleSource(language) }, layers }
}

/** The id of the first layer with text, below which observations are drawn; undefined without one. */
export function firstLabel(style: StyleSpecification): string | undefined {
  return style.layers.find(({ type }) => type === 'symbol')?.id
}
