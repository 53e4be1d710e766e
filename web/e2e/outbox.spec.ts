// Reports and changes without a connection: kept on the device, and sent exactly once.
import type { APIRequestContext, BrowserContext, Page, Request } from '@playwright/test'

import { open } from './support/pages'
import { drawing } from './support/photo'
import { drafts, field, once, send, sent, showMore, step, write } from './support/report'
import { expect, test } from './support/test'

/** Sends a report, and changes its number while the network is down. */
async function changeOffline(page: Page, request: APIRequestContext, server: string, notes: string): Promise<string> {
  await open(page, server + '/report')
  await write(page, notes)
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(page, request, server, notes)
  await open(page, `${server}/records/${id}?edit=1`)
  await field(page, 'count').fill('8')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The change is kept on this device and can be sent later.')).toBeVisible()
  await expect(page.getByText('To be sent')).toBeVisible()
  return id
}

/** The requests for new records that the pages of a context make from now on. */
function posts(context: BrowserContext): Request[] {
  const requests: Request[] = []
  context.on('request', (made) => {
    if (made.method() === 'POST' && made.url().endsWith('/api/v1/observations')) requests.push(made)
  })
  return requests
}

test('a change that is made offline is kept, and sent when the tab was closed and the network is back', async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await changeOffline(page, request, writable, 'changed offline')
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await open(again, writable + '/records')
  await expect.poll(async () => (await sent(request, writable, 'changed offline'))[0]?.count).toBe(8)
  await expect(again.getByText('To be sent')).toHaveCount(0)
  await expect(again.getByText('8 mosquitoes')).toBeVisible()
})

test('a change that was kept goes on in the form, and not over somebody else’s', async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|412/)
  const id = await changeOffline(page, request, writable, 'kept change')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(field(page, 'count')).toHaveValue('8')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => drafts(page), { message: 'the change waits again' }).toMatchObject([{ state: 'waiting' }])
  await page.close()
  expect((await request.patch(`${writable}/api/v1/observations/${id}`, { data: { count: 5 } })).ok()).toBe(true)

  await context.setOffline(false)
  const again = await context.newPage()
  await open(again, writable + '/records')
  await expect(again.getByText('The record was changed elsewhere meanwhile.')).toBeVisible()
  expect((await once(again, request, writable, 'kept change')).count).toBe(5)
  await again.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(again.getByText('The record was changed elsewhere while you were writing.')).toBeVisible()
  await again.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(again.getByText('Saved.')).toBeVisible()
  expect((await once(again, request, writable, 'kept change')).count).toBe(8)
  await expect(again.getByText('Refused')).toHaveCount(0)
})

test('a draft outlives a closed tab, with its photograph', async ({ page, context, writable }) => {
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  await expect(page.locator('section.prediction')).toBeVisible()
  await write(page, 'to be continued')
  await expect.poll(() => drafts(page), { message: 'what is stored' }).toMatchObject([{ photo: {}, prediction: {}, entry: { notes: 'to be continued' } }])
  await page.close()
  const again = await context.newPage()
  await open(again, writable + '/report')
  await expect(again.getByRole('img', { name: 'Your photograph' })).toBeVisible()
  await step(again, 'When and what')
  await expect(field(again, 'species')).toHaveValue('Culex torrentium')
  await showMore(again)
  await expect(field(again, 'notes')).toHaveValue('to be continued')
})

test('offline: kept, and sent once when the tab was closed and the network is back', { tag: '@quick' }, async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await open(page, writable + '/report')
  await write(page, 'from the field')
  await context.setOffline(true)
  await send(page)
  await expect(page.getByText('It is kept on this device and can be sent later.')).toBeVisible()
  expect(await sent(request, writable, 'from the field')).toEqual([])
  await page.close()
  await context.setOffline(false)
  // Two tabs at the same moment send it once.
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  const requests = posts(context)
  await Promise.all(tabs.map((tab) => open(tab, writable + '/records')))
  for (const tab of tabs) await expect(tab.getByText('To be sent')).toHaveCount(0)
  await Promise.all(requests.map((post) => post.response()))
  await once(tabs[0]!, request, writable, 'from the field')
  for (const tab of tabs) await tab.close()
})

test('offline without sending by itself: it waits for the user’s word', async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await open(page, writable + '/report')
  await write(page, 'on my word')
  await context.setOffline(true)
  await send(page)
  await page.getByRole('checkbox', { name: /Send automatically/ }).uncheck()
  const requests = posts(context)
  await context.setOffline(false)
  await page.clock.install()
  await open(page, writable + '/records')
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await page.clock.fastForward('05:00') // minutes in which others are tried again
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect(await drafts(page)).toMatchObject([{ state: 'waiting', entry: { notes: 'on my word' } }])
  expect(requests).toEqual([])
  expect(await sent(request, writable, 'on my word')).toEqual([])
  await page.getByRole('button', { name: 'Send now' }).click()
  await once(page, request, writable, 'on my word')
  expect(requests).toHaveLength(1)
  await expect(page.getByText('To be sent')).toHaveCount(0)
})

test('an answer that is lost on the way does not make a second record', async ({ page, request, writable, complaints }) => {
  complaints.expect(/ERR_FAILED/)
  let lost = 0
  await page.route('**/api/v1/observations', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    await route.fetch() // the server has it
    await route.abort('failed')
  })
  await open(page, writable + '/report')
  await write(page, 'lost answer')
  await send(page)
  await expect(page.getByText('It is kept on this device and can be sent later.')).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('To be sent')).toHaveCount(0)
  await once(page, request, writable, 'lost answer')
})

test('a full device is said before anything is lost', async ({ page, request, writable }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await open(page, writable + '/report')
  await write(page, 'full')
  await expect(page.getByText('This device is full.')).toBeVisible()
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  await once(page, request, writable, 'full')
})
