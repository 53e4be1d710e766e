// Colours of the basemap: quiet, so that the records stand out.
import type { Theme } from '../../app/theme.svelte'

export interface Palette {
  sea: string
  land: string
  coast: string
  border: string
  grid: string
  /** Borders of states and provinces. */
  state: string
  river: string
  /** Text; `halo` surrounds it. */
  label: string
  /** Names of towns, quieter, and those of states and rivers. */
  town: string
  stateName: string
  riverName: string
  halo: string
}

export const palettes: Record<Theme, Palette> = {
  light: { sea: '#dce8ec', land: '#f7f8f4', coast: '#9fb4ba', border: '#c5cdca', grid: '#b9c9ce', state: '#d9dfdb', river: '#b6ced6', label: '#4f5e5b', town: '#56645f', stateName: '#65726e', riverName: '#4d7180', halo: '#f7f8f4' },
  dark: { sea: '#10191d', land: '#222d2c', coast: '#4c6166', border: '#42524f', grid: '#2f3f43', state: '#364442', river: '#2a4550', label: '#a3b5b1', town: '#9aaca7', stateName: '#8a9c97', riverName: '#7fa3b2', halo: '#1a2424' },
}
