// The page of a record: with the sampling event, the pools and the data source that it belongs to.
import { getJSON } from './support/api'
import { traps } from './support/events'
import { open } from './support/pages'
import { expect, test } from './support/test'

interface Lists {
  pools: { event_id: string; pathogen: string }[]
  events: { event_id: string; site_id: string; effort: number }[]
  observations: { id: string; count: number; metadata: Record<string, unknown> }[]
}

test('a record shows its sampling event with effort, and the pools of it that were tested', { tag: '@quick' }, async ({ page, request }) => {
  const of = { data_source: traps.source, limit: '1' }
  const pool = (await getJSON<Lists>(request, '/pools', { ...of, result: 'positive' })).pools[0]!
  const event = (await getJSON<Lists>(request, '/events', { ...of, event_id: pool.event_id })).events[0]!
  const record = (await getJSON<Lists>(request, '/observations', { ...of, event_id: pool.event_id })).observations[0]!
  await open(page, '/records/' + record.id)
  await expect(page.locator('header [aria-current=page]')).toHaveText('Map') // it is not one of the reader's own
  const card = page.getByRole('region', { name: 'Sampling event' })
  await expect(card).toContainText(event.event_id)
  await expect(card.locator('dt', { hasText: 'Effort' }).locator('+ dd')).toContainText(`${event.effort} trap-nights`)
  await expect(card.getByRole('row', { name: new RegExp(pool.pathogen) }).filter({ hasText: 'positive' })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Data source' }).getByRole('link', { name: traps.source })).toHaveAttribute('href', new RegExp(`/sources/${traps.source}`))
})

test('the other catches of its event lead to their pages, and all of them to a table', async ({ page, request }) => {
  const { observations } = await getJSON<{ observations: { id: string; event_id: string | null; species_scientific_name: string }[] }>(request, '/observations', { data_source: 'synthetic', limit: '1000' })
  const [first, second] = observations.filter((a) => a.event_id && observations.filter((b) => b.event_id === a.event_id).length > 1)
  await open(page, '/records/' + first!.id)
  const card = page.getByRole('region', { name: 'Sampling event' })
  const { count } = await getJSON<{ count: number }>(request, '/observations', { data_source: 'synthetic', event_id: first!.event_id!, limit: '1' })
  await expect(card.getByRole('link', { name: `Its ${count} records as a table` })).toBeVisible()
  await card.getByRole('row').filter({ has: page.locator(`[href*="${second!.id}"]`) }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(second!.id))
  await card.getByRole('link', { name: `Its ${count} records as a table` }).click()
  await expect(page.getByRole('grid', { name: 'Table of records' })).toHaveAttribute('aria-rowcount', String(count + 1))
})

test('what else a record says is in a table', async ({ page, request }) => {
  const { observations } = await getJSON<Lists>(request, '/observations', { data_source: 'synthetic', limit: '200' })
  const record = observations.find(({ metadata }) => Object.keys(metadata).length > 0)!
  const [name, value] = Object.entries(record.metadata)[0]!
  await open(page, '/records/' + record.id)
  await expect(page.getByRole('region', { name: 'What else the record says' }).getByRole('row', { name: new RegExp(name) })).toContainText(String(value))
})
