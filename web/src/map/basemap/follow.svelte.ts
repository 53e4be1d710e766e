// The basemap of a map on a page: it changes with the reader's choice, the theme and the language of the page.
import { theme } from '../../app/theme.svelte'
import { language } from '../../i18n/locale.svelte'
import { withOverlays } from '../layers/overlay'
import type { MapLibreMap } from '../maplibre'
import { loadBasemap } from './basemap'
import { basemap } from './choice.svelte'

/** Keeps the chosen basemap in the theme and language of the page, below our layers. The map needs a loaded style. Call it in a component. */
export function followBasemap(map: MapLibreMap, graticule: () => boolean) {
  // Derived, so that other changes of the address leave the basemap alone.
  const withGraticule = $derived(graticule())
  const lang = $derived(language())
  $effect(() => {
    let wanted = true
    void loadBasemap(basemap.current, theme.current, lang, withGraticule).then((style) => {
      if (wanted) map.setStyle(style, { transformStyle: withOverlays })
    })
    return () => (wanted = false)
  })
}
