// The basemap below the observations: the built-in one, the street map, or a style of the deployment's own.
import type { StyleSpecification } from 'maplibre-gl'

import * as settings from '../../app/settings'
import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { underLabels } from '../layers/overlay'
import type { Basemap } from './choice.svelte'
import { fetchStyle } from './deployment'
import { palettes } from './palette'
import { graticuleLines, graticuleSource, naturalEarth } from './style'

const address = (path: string) => `${location.origin}${settings.root}/basemap/${path}`

function builtIn(theme: Theme, language: Language, graticule: boolean): StyleSpecification {
  return naturalEarth(address(`{z}/{x}/{y}.mvt?v=${settings.basemapVersion}`), theme, language, graticule)
}

let own: Promise<StyleSpecification> | undefined

/** A basemap of this deployment. It never fails, and fetches a style once: a host that hangs would delay every change of theme. */
export async function loadBasemap(which: Basemap, theme: Theme, language: Language, graticule: boolean): Promise<StyleSpecification> {
  if (which === 'plain') return builtIn(theme, language, graticule)
  try {
    const style = which === 'streets' ? await streetMap(theme, language) : await (own ??= fetchStyle(settings.basemapStyle))
    return graticule ? withGraticule(style, theme, language) : style
  } catch {
    return builtIn(theme, language, graticule)
  }
}

async function streetMap(theme: Theme, language: Language): Promise<StyleSpecification> {
  const { streets } = await import('./streets')
  return streets(address('streets.json'), theme, language)
}

/** Adds a graticule to another style, without labels, because the style's fonts are not known. */
function withGraticule(style: StyleSpecification, theme: Theme, language: Language): StyleSpecification {
  const at = style.layers.findIndex(({ id }) => id === underLabels(style.layers))
  const layers = style.layers.toSpliced(at < 0 ? style.layers.length : at, 0, graticuleLines(palettes[theme]))
  return { ...style, sources: { ...style.sources, 'basemap-graticule': graticuleSource(language) }, layers }
}
