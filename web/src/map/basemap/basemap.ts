// The basemap below the observations: the deployment's own if it has one, else the built-in one.
import type { StyleSpecification } from 'maplibre-gl'

import * as settings from '../../app/settings'
import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { underLabels } from '../layers/overlay'
import { fetchStyle } from './deployment'
import { palettes } from './palette'
import { graticuleLines, graticuleSource, naturalEarth } from './style'

function builtIn(theme: Theme, language: Language, graticule: boolean): StyleSpecification {
  const tiles = `${location.origin}${settings.root}/basemap/{z}/{x}/{y}.mvt?v=${settings.basemapVersion}`
  return naturalEarth(tiles, theme, language, graticule)
}

let own: Promise<StyleSpecification> | undefined

/** The basemap of this deployment. It never fails, and fetches a style once: a host that hangs would delay every change of theme. */
export async function loadBasemap(theme: Theme, language: Language, graticule: boolean): Promise<StyleSpecification> {
  if (!settings.basemapStyle) return builtIn(theme, language, graticule)
  own ??= fetchStyle(settings.basemapStyle)
  try {
    const style = await own
    return graticule ? withGraticule(style, theme, language) : style
  } catch {
    return builtIn(theme, language, graticule)
  }
}

/** Adds a graticule to another style, without labels, because the style's fonts are not known. */
function withGraticule(style: StyleSpecification, theme: Theme, language: Language): StyleSpecification {
  const at = style.layers.findIndex(({ id }) => id === underLabels(style.layers))
  const layers = style.layers.toSpliced(at < 0 ? style.layers.length : at, 0, graticuleLines(palettes[theme]))
  return { ...style, sources: { ...style.sources, 'basemap-graticule': graticuleSource(language) }, layers }
}
