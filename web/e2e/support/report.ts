// The report form as a user fills it in, and the records that the server then has.
import type { APIRequestContext, Page } from '@playwright/test'

import type { Observation } from '../../src/api/types'
import type { Draft } from '../../src/report/outbox/draft'
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

/** What the device keeps of reports and changes. */
export function drafts(page: Page): Promise<Draft[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.startsWith('skeeter-reports'))
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error!)
      })
    const all: Draft[] = []
    for (const name of names) {
      const database = await answer(indexedDB.open(name))
      all.push(...(await answer(database.transaction('drafts').objectStore('drafts').getAll())))
      database.close()
    }
    return all
  })
}

/** What may still be sent by the page or by others of its browser: drafts that wait, and those that are on their way. */
async function unsent(page: Page): Promise<string[]> {
  const { held = [], pending = [] } = await page.evaluate(() => navigator.locks.query())
  const sending = [...held, ...pending].map(({ name }) => name ?? '').filter((name) => name.includes('-send-'))
  const waiting = (await drafts(page)).filter(({ state }) => state === 'waiting').map(({ entry }) => entry.notes)
  return [...sending, ...waiting]
}

/** Waits for the record with these notes, and checks that there is only one when the page has nothing more to send. */
export async function once(page: Page, request: APIRequestContext, server: string, notes: string): Promise<Observation> {
  await expect.poll(async () => (await sent(request, server, notes)).length, { message: `records with the notes ${notes}` }).toBeGreaterThan(0)
  await expect.poll(() => unsent(page), { message: 'what is still to be sent' }).toEqual([])
  const found = await sent(request, server, notes)
  expect(found.length).toBe(1)
  return found[0]!
}
