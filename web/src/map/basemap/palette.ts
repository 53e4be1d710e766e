// Colours of the basemap: quiet, so that the records stand out.
import type { Theme } from '../../app/theme.svelte'

export interface Palette {
  sea: string
  land: string
  coast: string
  border: string
  grid: string
  /** Text; `halo` surrounds it. */
  label: string
  halo: string
}

export const palettes: Record<Theme, Palette> = {
  light: { sea: '#dce8ec', land: '#f7f8f4', coast: '#9fb4ba', border: '#c5cdca', grid: '#b9c9ce', label: '#4f5e5b', halo: '#f7f8f4' },
  dark: { sea: '#10191d', land: '#222d2c', coast: '#4c6166', border: '#42524f', grid: '#2f3f43', label: '#a3b5b1', halo: '#1a2424' },
}
