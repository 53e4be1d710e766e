// From a photograph to a record: prediction, correction, sending exactly once, also from a device that is offline.
import type { APIRequestContext, Page } from '@playwright/test'

import { open } from './support/pages'
import { drawing, photograph, withPlace } from './support/photo'
import { expect, test, token } from './support/test'

interface Observation {
  id: string
  species_scientific_name: string
  count: number
  location: { lat: number; lng: number }
  observed_at: string
  notes: string | null
  sex: string | null
  observer_name: string | null
  image_url: string | null
  prediction_id: string | null
  model_id: string | null
}

const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)

/** Fills in a whole report; the notes identify it. */
async function write(page: Page, notes: string, species = 'Culex torrentium') {
  await field(page, 'species').fill(species)
  await field(page, 'species').blur()
  await field(page, 'lat').fill('48.25')
  await field(page, 'lng').fill('16.5')
  await field(page, 'date').fill('2024-06-15')
  await field(page, 'count').fill('3')
  await field(page, 'notes').fill(notes)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send the report' }).click()

/** The server's records with these notes. */
async function sent(request: APIRequestContext, server: string, notes: string): Promise<Observation[]> {
  const answer = await request.get(server + '/api/v1/observations?bbox=16.4,48.2,16.6,48.3&limit=1000')
  const { observations } = (await answer.json()) as { observations: Observation[] }
  return observations.filter((o) => o.notes === notes)
}

/** Waits for the record with these notes, and checks that there is only one. */
async function once(request: APIRequestContext, server: string, notes: string): Promise<Observation> {
  await expect.poll(async () => (await sent(request, server, notes)).length).toBe(1)
  await new Promise((done) => setTimeout(done, 1500))
  const found = await sent(request, server, notes)
  expect(found.length).toBe(1)
  return found[0]!
}

test('without a photograph: sent, shown, listed, changed', { tag: '@quick' }, async ({ page, request, writable }) => {
  await open(page, writable + '/report')
  await write(page, 'plain')
  await field(page, 'sex').selectOption({ label: 'Female' })
  await field(page, 'observer_name').fill('Ada')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(request, writable, 'plain')
  expect(record).toMatchObject({ species_scientific_name: 'Culex torrentium', count: 3, location: { lat: 48.25, lng: 16.5 }, sex: 'female', observer_name: 'Ada' })
  expect(record.observed_at.slice(0, 10)).toBe('2024-06-15')

  await page.getByRole('link', { name: 'See the record' }).click()
  await expect(page).toHaveURL(new RegExp('/records/' + record.id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Culex torrentium')
  await expect(page.getByText('plain')).toBeVisible()

  await page.getByRole('navigation').first().getByRole('link', { name: 'My observations' }).click()
  await expect(page.getByRole('link', { name: 'Culex torrentium', exact: true })).toHaveAttribute('href', new RegExp(record.id))
  await page.getByRole('link', { name: 'Change: Culex torrentium' }).click()
  await field(page, 'count').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await once(request, writable, 'plain')).count).toBe(7)
})

test('somebody else’s record cannot be changed, and its observer is not named', async ({ page, request, writable, browser, complaints }) => {
  await open(page, writable + '/report')
  await write(page, 'mine')
  await field(page, 'observer_name').fill('Grace Hopper')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(request, writable, 'mine')
  const others = await browser.newContext({ locale: 'en-US' })
  await complaints.watch(others)
  const theirs = await others.newPage()
  await open(theirs, `${writable}/records/${id}?edit=1`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Culex torrentium')
  await expect(theirs.getByRole('button', { name: 'Change' })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(theirs.getByText('Grace Hopper')).toHaveCount(0)
  await expect(theirs.getByRole('main').getByRole('link', { name: 'My observations' })).toHaveCount(0)
  await others.close()
})

test('two changes of one record meet', async ({ page, request, writable, complaints }) => {
  complaints.expect(/412/)
  await open(page, writable + '/report')
  await write(page, 'meeting')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(request, writable, 'meeting')
  await open(page, `${writable}/records/${id}?edit=1`)
  await field(page, 'count').fill('8')
  const patched = await request.patch(`${writable}/api/v1/observations/${id}`, { data: { count: 5 } })
  expect(patched.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The record was changed elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await once(request, writable, 'meeting')).count).toBe(8)
})

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

test('my observations come by pages', async ({ page, request, writable }) => {
  const user = '00000000-0000-4000-8000-0000000000aa'
  for (let i = 0; i < 23; i++) {
    const data = { species_scientific_name: 'Aedes vexans', location: { lat: -38, lng: -13 }, observed_at: '2024-06-01', count: i + 1, user_id: user }
    expect((await request.post(writable + '/api/v1/observations', { data })).ok()).toBe(true)
  }
  await page.addInitScript((id) => localStorage.setItem('skeeter-user', id), user)
  await open(page, writable + '/records')
  await expect(page.getByRole('heading', { name: '23 records' })).toBeVisible()
  const records = page.getByRole('link', { name: 'Aedes vexans', exact: true })
  await expect(records).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(records).toHaveCount(23)
  expect(new Set(await records.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).size).toBe(23)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('what is missing or wrong is said beside the fields, and nothing is lost', async ({ page, writable }) => {
  await open(page, writable + '/report')
  await write(page, 'wrong')
  await field(page, 'species').fill('')
  await field(page, 'lat').fill('95')
  await field(page, 'date').fill('2099-01-01')
  await field(page, 'count').fill('0')
  await send(page)
  await expect(page.getByText('4 fields need attention.')).toBeVisible()
  for (const name of ['species', 'lat', 'date', 'count']) await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator(':focus')).toHaveAttribute('name', 'species')
  await expect(field(page, 'notes')).toHaveValue('wrong')
})

test('a photograph is identified; the name is corrected; the picture goes with the record', { tag: '@quick' }, async ({ page, context, request, writable }) => {
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  const said = page.locator('section.prediction')
  await expect(said).toBeVisible()
  const classes = await said.locator('li').allInnerTexts()
  expect(classes.length).toBeGreaterThanOrEqual(5)
  const health = (await (await request.get(writable + '/health')).json()) as { checks: { model: { status: string } } }
  expect(health.checks.model.status).toBe('ok')
  await expect(said).toContainText('knows only')
  await write(page, 'photographed', 'Aedes vexans')
  await field(page, 'show_photo').check()
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(request, writable, 'photographed')
  expect(record.species_scientific_name).toBe('Aedes vexans')
  expect(record.prediction_id).not.toBeNull()
  expect(record.image_url).not.toBeNull()
  await page.getByRole('link', { name: 'See the record' }).click()
  const shown = page.getByRole('img', { name: /Photograph of this record/ })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('a photograph is dragged onto the page', async ({ page, context, writable }) => {
  await open(page, writable + '/report')
  const { name, mimeType, buffer } = await drawing(context)
  const files = await page.evaluateHandle(
    async ([name, type, base64]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }))
      return transfer
    },
    [name, mimeType, buffer.toString('base64')] as const,
  )
  const place = page.getByText('Drag a photograph here, or')
  await place.dispatchEvent('dragover', { dataTransfer: files })
  await place.dispatchEvent('drop', { dataTransfer: files })
  await expect(page.getByRole('img', { name: 'Your photograph' })).toBeVisible()
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.locator('section.prediction')).toBeVisible()
})

test('a real photograph is recognized, and its name is taken', async ({ page, request, writable }) => {
  const photo = await photograph()
  test.skip(!photo, 'SKEETER_TESTDATA is not set')
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(photo!)
  await page.getByRole('button', { name: /^Use Aedes/ }).click()
  await expect(field(page, 'species')).toHaveValue(/^Aedes/)
  const species = await field(page, 'species').inputValue()
  await write(page, 'recognized', species)
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(request, writable, 'recognized')
  expect(record.species_scientific_name).toBe(species)
  expect(record.model_id).toBe('skeeter-amid-1')
})

// The page's advice depends on the numbers alone, so the test sets them.
for (const [name, probabilities, says] of [
  ['a species', { 'Aedes aegypti': 0.8, 'Aedes albopictus': 0.15, 'Culex pipiens': 0.05 }, 'Probably this species: Aedes aegypti'],
  ['only a genus', { 'Aedes aegypti': 0.4, 'Aedes albopictus': 0.3, 'Culex pipiens': 0.3 }, 'Probably this genus: Aedes'],
  ['nothing', { 'Aedes aegypti': 0.35, 'Culex pipiens': 0.35, 'Anopheles gambiae': 0.3 }, 'The model cannot tell.'],
  ['none of these', { none_of_these: 0.9, 'Aedes aegypti': 0.1 }, 'None of the species that the model knows'],
] as const) {
  test(`the model says: ${name}`, async ({ page, context, writable }) => {
    const [best, confidence] = Object.entries(probabilities)[0]!
    const none = best === 'none_of_these'
    await page.route('**/predict*', (route) =>
      route.fulfill({
        json: {
          id: best.toLowerCase().replace(' ', '_'), scientific_name: none ? null : best, common_name: null, probabilities, model_id: 'given', confidence,
          in_catalog: !none, uncertain: none,
        },
      }),
    )
    await open(page, writable + '/report')
    await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
    await expect(page.locator('.advice')).toContainText(says)
  })
}

test('a server without a model: that is said, and the report goes on', async ({ page, context, request, writable, complaints }) => {
  complaints.expect(/500/)
  await page.route('**/predict*', (route) => route.fulfill({ status: 500, json: { detail: 'No model', type: 'model_not_configured' } }))
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  await expect(page.getByText('This server has no model')).toBeVisible()
  await write(page, 'no model')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  await once(request, writable, 'no model')
})

test('a photograph that does not get through: that is said, and the report goes without it', async ({ page, context, request, writable }) => {
  await page.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      set(this: XMLHttpRequest, ms: number) {
        set!.call(this, ms / 100)
      },
    })
  })
  await page.route('**/predict*', () => undefined) // never answered
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  await expect(page.getByText('Sending the photograph took too long. Try again, or remove it')).toBeVisible()
  await write(page, 'too slow')
  await send(page)
  await expect(page.getByText('It is kept on this device and can be sent later.')).toBeVisible()
  await page.getByRole('button', { name: 'Send without the photograph' }).click()
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  expect((await once(request, writable, 'too slow')).image_url).toBeNull()
})

test('a file that is no picture is refused before it is sent', async ({ page, writable }) => {
  await open(page, writable + '/report')
  let asked = false
  page.on('request', (r) => (asked ||= r.url().includes('/predict')))
  await page.locator('input[name="photo"]').setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') })
  await expect(page.getByText('This file is no picture.')).toBeVisible()
  expect(asked).toBe(false)
})

test('a file that is no picture takes the place of the photograph before it', async ({ page, context, writable }) => {
  await open(page, writable + '/report')
  const input = page.locator('input[name="photo"]')
  await input.setInputFiles(await drawing(context))
  await expect(page.locator('section.prediction')).toBeVisible()
  await input.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') })
  await expect(page.getByText('This file is no picture.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your photograph' })).toHaveCount(0)
  await expect(page.locator('section.prediction')).toHaveCount(0)
})

test('a photograph’s own place and date are used only on the user’s word', async ({ page, context, writable }) => {
  const photo = withPlace(await drawing(context), [40, 30], [3, 45], '2023:05:06 07:08:09')
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(photo)
  await expect(page.getByText('The photograph says where it was taken')).toBeVisible()
  await expect(field(page, 'lat')).toHaveValue('')
  await page.getByRole('button', { name: 'Use this place' }).click()
  expect(Number(await field(page, 'lat').inputValue())).toBeCloseTo(40.5, 4)
  expect(Number(await field(page, 'lng').inputValue())).toBeCloseTo(-3.75, 4)
  await page.getByRole('button', { name: 'Use this date' }).click()
  await expect(field(page, 'date')).toHaveValue('2023-05-06')
})

test('the place: a click on the map, the device, degrees and minutes', async ({ page, context, writable }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 51.5, longitude: -0.12, accuracy: 30 })
  await open(page, writable + '/report')
  await page.getByRole('button', { name: 'Use this device’s place' }).click()
  await expect(field(page, 'lat')).toHaveValue('51.5')
  await expect(field(page, 'accuracy')).toHaveValue('30')
  const map = page.locator('form canvas.maplibregl-canvas')
  await map.scrollIntoViewIfNeeded()
  await map.click({ position: { x: 40, y: 40 } })
  await expect(field(page, 'lat')).not.toHaveValue('51.5')
  await field(page, 'lat').fill('48° 51′ 24″ N, 2° 21′ 8″ E')
  await field(page, 'lat').blur()
  expect(Number(await field(page, 'lat').inputValue())).toBeCloseTo(48.8567, 3)
  expect(Number(await field(page, 'lng').inputValue())).toBeCloseTo(2.3522, 3)
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
  await expect(field(again, 'notes')).toHaveValue('to be continued')
  await expect(field(again, 'species')).toHaveValue('Culex torrentium')
  await expect(again.getByRole('img', { name: 'Your photograph' })).toBeVisible()
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
  await page.getByRole('checkbox', { name: /Send by itself/ }).uncheck()
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

test('what the server refuses stands beside its field', async ({ page, writable, complaints }) => {
  complaints.expect(/422/)
  await page.route('**/api/v1/observations', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { detail: 'Wrong', type: 'validation_error', errors: [{ loc: ['body', 'count'], msg: 'is too many', type: 'value' }] } })
      : route.continue(),
  )
  await open(page, writable + '/report')
  await write(page, 'refused')
  await send(page)
  await expect(field(page, 'count')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('is too many')).toBeVisible()
  await expect(field(page, 'notes')).toHaveValue('refused')
})

test('a server that wants a token asks for it', async ({ page, guarded, complaints }) => {
  complaints.expect(/401/)
  await open(page, guarded + '/report')
  await write(page, 'never sent: the species is refused')
  await field(page, 'token').fill('wrong')
  await send(page)
  await expect(page.getByText('The server did not take this token.')).toBeVisible()
  const posted = page.waitForRequest((r) => r.method() === 'POST' && r.headers().authorization === 'Bearer ' + token)
  await page.route('**/api/v1/observations', (route) => route.abort('aborted'))
  await field(page, 'token').fill(token)
  await send(page)
  await posted
})

test('an unknown record says so', async ({ page, complaints }) => {
  complaints.expect(/404/)
  await open(page, '/records/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no record with this id.')
})
