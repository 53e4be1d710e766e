// Reports and changes without a connection: kept on the device, and sent exactly once.
import type { APIRequestContext, Page } from '@playwright/test'

import { open } from './support/pages'
import { drawing } from './support/photo'
import { field, once, send, sent, showMore, step, write } from './support/report'
import { expect, test } from './support/test'

/** Sends a report, and changes its number while the network is down. */
async function changeOffline(page: Page, request: APIRequestContext, server: string, notes: string): Promise<string> {
  await open(page, server + '/report')
  await write(page, notes)
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(request, server, notes)
  await open(page, `${server}/records/${id}?edit=1`)
  await field(page, 'count').fill('8')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The change is kept on this device and can be sent later.')).toBeVisible()
  await expect(page.getByText('To be sent')).toBeVisible()
  return id
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
  await page.close()
  expect((await request.patch(`${writable}/api/v1/observations/${id}`, { data: { count: 5 } })).ok()).toBe(true)

  await context.setOffline(false)
  const again = await context.newPage()
  await open(again, writable + '/records')
  await expect(again.getByText('The record was changed elsewhere meanwhile.')).toBeVisible()
  expect((await once(request, writable, 'kept change')).count).toBe(5)
  await again.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(again.getByText('The record was changed elsewhere while you were writing.')).toBeVisible()
  await again.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(again.getByText('Saved.')).toBeVisible()
  expect((await once(request, writable, 'kept change')).count).toBe(8)
  await expect(again.getByText('Refused')).toHaveCount(0)
})

test('a draft outlives a closed tab, with its photograph', async ({ page, context, writable }) => {
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  await expect(page.locator('section.prediction')).toBeVisible()
  await write(page, 'to be continued')
  await page.waitForTimeout(500)
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
  await Promise.all(tabs.map((tab) => open(tab, writable + '/records')))
  await once(request, writable, 'from the field')
  for (const tab of tabs) {
    await expect(tab.getByText('To be sent')).toHaveCount(0)
    await tab.close()
  }
})

test('offline without sending by itself: it waits for the user’s word', async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await open(page, writable + '/report')
  await write(page, 'on my word')
  await context.setOffline(true)
  await send(page)
  await page.getByRole('checkbox', { name: /Send automatically/ }).uncheck()
  await context.setOffline(false)
  await open(page, writable + '/records')
  await page.waitForTimeout(2000)
  expect(await sent(request, writable, 'on my word')).toEqual([])
  await page.getByRole('button', { name: 'Send now' }).click()
  await once(request, writable, 'on my word')
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
  await once(request, writable, 'lost answer')
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
  await once(request, writable, 'full')
})
