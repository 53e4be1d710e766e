// What MapLibre itself says, in the reader's language.
import { t } from '../i18n/locale.svelte'

/** MapLibre's `locale` for a small map in a page that scrolls. */
export const mapTexts = (title: string): Record<string, string> => ({
  'Map.Title': title,
  'NavigationControl.ZoomIn': t('map.zoomIn'),
  'NavigationControl.ZoomOut': t('map.zoomOut'),
  'CooperativeGesturesHandler.WindowsHelpText': t('map.scrollHint'),
  'CooperativeGesturesHandler.MacHelpText': t('map.macScrollHint'),
  'CooperativeGesturesHandler.MobileHelpText': t('map.touchHint'),
})
