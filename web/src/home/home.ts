// The reader's own country, as the clock and the languages of the browser tell. Nobody is asked for a place.
import type { Box } from '../api/types'

/** The country of a time zone, else that of the first language with one; a code such as 'it', undefined for none. */
export function countryOf(zone: string, languages: readonly string[], zones: Record<string, string[]>): string | undefined {
  const found = Object.keys(zones).find((country) => zones[country]?.includes(zone))
  return found ?? languages.map(regionOf).find((region) => region !== undefined)
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region?.toLowerCase()
  } catch {
    return undefined
  }
}

export async function homeCountry(): Promise<string | undefined> {
  const { default: zones } = await import('./zones.json')
  return countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages, zones)
}

/** The box of a country's largest piece of land. */
export async function boxOf(country: string): Promise<Box | undefined> {
  const { default: boxes } = await import('./boxes.json')
  return (boxes as unknown as Record<string, Box>)[country]
}
