// Colours of the theme for what is drawn on a canvas.
import { theme } from '../app/theme.svelte'

const names = { ink: '--ink', muted: '--muted', line: '--line', bar: '--bar', faint: '--faint-bar', card: '--card', accent: '--accent' } as const
export type ChartColours = Record<keyof typeof names, string>

/** The colours of the present theme where a chart is, undefined until the page has applied it. Reactive; call it in a component. */
export function chartColours(place: () => Element | undefined = () => document.documentElement): { readonly current: ChartColours | undefined } {
  let current = $state.raw<ChartColours>()
  $effect(() => {
    void theme.current
    const at = place()
    if (!at) return
    // After the page has applied the theme.
    queueMicrotask(() => {
      const style = getComputedStyle(at)
      current = Object.fromEntries(Object.entries(names).map(([name, property]) => [name, style.getPropertyValue(property).trim()])) as ChartColours
    })
  })
  return {
    get current() {
      return current
    },
  }
}
