// The report form as a user fills it in, and the records that the server then has.
import type { APIRequestContext, Page } from '@playwright/test'

import type { Observation } from '../../src/api/types'
import { expect } from './test'


export const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)

/** Opens a step of the report. */
export async function step(page: Page, name: 'Photo' | 'Place' | 'When and what') {
  await page.getByRole('navigation', { name: 'Steps of the report' }).getByRole('button', { name }).click()
}

/** Shows the fields of the last step that few know. */
export async function showMore(page: Page) {
  const more = page.locator('main form details')
  if (!(await more.evaluate((details: HTMLDetailsElement) => details.open))) await more.locator('summary').click()
}

/** Fills in a whole report, to its last step; the notes identify it. */
export async function write(page: Page, notes: string, species = 'Culex torrentium') {
  await step(page, 'Place')
  await field(page, 'lat').fill('48.25')
  await field(page, 'lng').fill('16.5')
  await page.getByRole('button', { name: 'Next' }).click()
  await field(page, 'species').fill(species)
  await field(page, 'species').blur()
  await field(page, 'date').fill('2024-06-15')
  await field(page, 'count').fill('3')
  await showMore(page)
  await field(page, 'notes').fill(notes)
}

export const send = (page: Page) => page.getByRole('button', { name: 'Send the report' }).click()

/** The server's records with these notes. */
export async function sent(request: APIRequestContext, server: string, notes: string): Promise<Observation[]> {
  const answer = await request.get(server + '/api/v1/observations?bbox=16.4,48.2,16.6,48.3&limit=1000')
  const { observations } = (await answer.json()) as { observations: Observation[] }
  return observations.filter((o) => o.notes === notes)
}

/** Waits for the record with these notes, and checks that there is only one. */
export async function once(request: APIRequestContext, server: string, notes: string): Promise<Observation> {
  await expect.poll(async () => (await sent(request, server, notes)).length).toBe(1)
  await new Promise((done) => setTimeout(done, 1500))
  const found = await sent(request, server, notes)
  expect(found.length).toBe(1)
  return found[0]!
}
