// The pages that every check goes through: languages, phone, keyboard, axe, a deployment below a path.
import type { APIRequestContext, Page } from '@playwright/test'

import { getJSON } from './api'
import { traps } from './events'

export const languages = ['en', 'es', 'fr', 'pt', 'ru'] as const
export type Language = (typeof languages)[number]

export interface Place {
  name: string
  path: string
}

/** Paths by the names in titles of tests. `:id` stands for the id of a record. */
export const pages: Place[] = [
  { name: 'map', path: '/' },
  { name: 'seasons', path: '/?seasons=species' },
  { name: 'comparison', path: '/?species=aedes-aegypti&b_species=aedes-albopictus&compare=split' },
  { name: 'comparison by a divider', path: '/?species=aedes-aegypti&b_species=aedes-albopictus&compare=swipe' },
  { name: 'numbers by country', path: '/?show=areas&by=country' },
  ...['abundance', 'anomaly', 'presence', 'events'].map((kind) => ({ name: 'analysis of ' + kind, path: `/?analysis=${kind}&data_source=${traps.source}` })),
  ...['infection', 'trend&resolution=4', `spread&resolution=4&species=${traps.species}`].map((kind) => ({
    name: 'analysis of ' + kind.split('&')[0]!, path: `/?analysis=${kind}&data_source=${traps.source}`,
  })),
  { name: 'analysis of hotspots', path: '/?analysis=hotspots&basis=share&resolution=3&species=aedes-aegypti' },
  { name: 'alerts', path: '/?analysis=alerts&alerts=all' },
  { name: 'bulletin', path: `/bulletin?data_source=${traps.source}&year=${traps.lastYear}&week=28` },
  { name: 'table', path: '/?view=table' },
  { name: 'species', path: '/species' },
  { name: 'one species', path: '/species/aedes-aegypti' },
  { name: 'diseases', path: '/diseases' },
  { name: 'one disease', path: '/diseases/dengue-fever' },
  { name: 'report', path: '/report' },
  { name: 'my observations', path: '/records' },
  { name: 'one record', path: '/records/:id' },
  { name: 'data sources', path: '/sources' },
  { name: 'one data source', path: `/sources/${traps.source}` },
  { name: 'import', path: '/import' },
  { name: 'about', path: '/about' },
  { name: 'signing in', path: '/sign-in' },
  { name: 'account', path: '/account' },
  { name: 'invitation', path: '/invitation' },
  { name: 'review', path: '/review' },
  { name: 'administration', path: '/admin' },
]

/** The path of a page, with the id of a record where it needs one. */
export async function pathOf(place: Place, request: APIRequestContext): Promise<string> {
  if (!place.path.includes(':id')) return place.path
  const { observations } = await getJSON<{ observations: { id: string }[] }>(request, '/observations', { limit: '1' })
  return place.path.replace(':id', observations[0]!.id)
}

/** The path of a page in a language. */
export const inLanguage = (path: string, language: string) => `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

/** Waits until a page is complete: nothing is loading, the map is drawn. */
export async function settled(page: Page) {
  await page.locator('main > *').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.querySelector('.waiting[role=status], [aria-busy=true], main [role=progressbar]') === null)
}

/** Goes to an address and waits until the page is settled; it has to be one that the header knows. */
export async function open(page: Page, address: string) {
  await page.goto(address)
  await page.locator('header [aria-current=page]').waitFor({ state: 'attached' })
  await settled(page)
}
