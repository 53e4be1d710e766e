// Colours of the map on the background of a chart, where lines are thinner than the map's symbols.

/** Least contrast of a line with what is behind it (WCAG 2.2, 1.4.11). */
const least = 3

type RGB = [number, number, number]

/** Builds shorten '#ffffff' to '#fff'. */
const parse = (hex: string): RGB => (hex.length === 4 ? [1, 2, 3].map((i) => hex.charAt(i).repeat(2)) : [1, 3, 5].map((i) => hex.slice(i, i + 2))).map((c) => parseInt(c, 16)) as RGB
const text = (rgb: RGB) => '#' + rgb.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')

function luminance(rgb: RGB): number {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as RGB
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast of two colours such as '#0b6b61'. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** A colour with as much black or white in it as it needs to be seen on a background. */
export function legible(colour: string, background: string): string {
  const [own, behind] = [parse(colour), parse(background)]
  const to = luminance(behind) > 0.18 ? 0 : 255
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = text(own.map((c) => c + (to - c) * share) as RGB)
    if (contrast(mixed, background) >= least) return mixed
  }
  return text([to, to, to])
}
