// The report form and records: sent, listed, changed; what is wrong with them.
import { open } from './support/pages'
import { field, once, send, showMore, step, write } from './support/report'
import { expect, test, token } from './support/test'

test('without a photograph: sent, shown, listed, changed', { tag: '@quick' }, async ({ page, request, writable }) => {
  await open(page, writable + '/report')
  await write(page, 'plain')
  await field(page, 'sex').selectOption({ label: 'Female' })
  await field(page, 'observer_name').fill('Ada')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(page, request, writable, 'plain')
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
  expect((await once(page, request, writable, 'plain')).count).toBe(7)
})

test('somebody else’s record cannot be changed, and its observer is not named', async ({ page, request, writable, browser, complaints }) => {
  await open(page, writable + '/report')
  await write(page, 'mine')
  await field(page, 'observer_name').fill('Grace Hopper')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(page, request, writable, 'mine')
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

test('a record says the doubt about its name, what looks wrong, and its own clock', { tag: '@quick' }, async ({ page, request, writable }) => {
  const data = {
    species_scientific_name: 'Culex pipiens', identification_qualifier: 'cf.', count: 1, location: { lat: 0, lng: 16.5 }, observed_at: '2019-06-01T23:30:00-05:00',
  }
  const created = await request.post(writable + '/api/v1/observations', { data })
  expect(created.ok()).toBe(true)
  const { id } = (await created.json()) as { id: string }
  await open(page, writable + '/records/' + id)
  await expect(page.getByText('Jun 1, 2019, 11:30 PM UTC−5')).toBeVisible()
  await expect(page.getByText('cf.', { exact: true })).toBeVisible()
  await expect(page.getByText(/A coordinate is 0/)).toBeVisible()
})

test('two changes of one record meet', async ({ page, request, writable, complaints }) => {
  complaints.expect(/412/)
  await open(page, writable + '/report')
  await write(page, 'meeting')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const { id } = await once(page, request, writable, 'meeting')
  await open(page, `${writable}/records/${id}?edit=1`)
  await field(page, 'count').fill('8')
  const patched = await request.patch(`${writable}/api/v1/observations/${id}`, { data: { count: 5 } })
  expect(patched.ok()).toBe(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The record was changed elsewhere')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await once(page, request, writable, 'meeting')).count).toBe(8)
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
  await field(page, 'date').fill('2099-01-01')
  await field(page, 'count').fill('0')
  await step(page, 'Place')
  await field(page, 'lat').fill('95')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('1 field needs attention.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveAttribute('name', 'lat')
  await field(page, 'lat').fill('48')
  await page.getByRole('button', { name: 'Next' }).click()
  await send(page)
  await expect(page.getByText('3 fields need attention.')).toBeVisible()
  for (const name of ['species', 'date', 'count']) await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator(':focus')).toHaveAttribute('name', 'species')
  await showMore(page)
  await expect(field(page, 'notes')).toHaveValue('wrong')
})

test('the place: a click on the map, the device, degrees and minutes', async ({ page, context, writable }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 51.5, longitude: -0.12, accuracy: 30 })
  await open(page, writable + '/report?step=place')
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

test('a device that may not tell its place: a town is found by its name, and the place is pressed', async ({ page, writable }) => {
  await open(page, writable + '/report?step=place')
  await page.getByRole('button', { name: 'Use this device’s place' }).click()
  await expect(page.getByText('The browser is not allowed to share your place.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Find a town' })).toBeFocused()
  await page.keyboard.type('florenc')
  await page.getByRole('option', { name: /^Florence.*Italy/ }).click()
  await expect(field(page, 'lat')).toHaveValue('')
  const map = page.locator('form canvas.maplibregl-canvas')
  await map.scrollIntoViewIfNeeded()
  await expect(async () => {
    await map.click()
    expect(Number(await field(page, 'lat').inputValue())).toBeCloseTo(43.78, 1)
    expect(Number(await field(page, 'lng').inputValue())).toBeCloseTo(11.25, 1)
  }).toPass()
  await page.getByRole('combobox', { name: 'Find a town' }).fill('48.2082, 16.3738')
  await page.getByRole('option', { name: /48/ }).click()
  await expect(field(page, 'lat')).toHaveValue('48.2082')
})

test('four steps: what is missing stops there, back goes back, and what happens next is said', async ({ page, request, writable }) => {
  await open(page, writable + '/report')
  await page.getByRole('button', { name: 'Next, without a photograph' }).click()
  await expect(page.getByRole('heading', { name: 'Where?' })).toBeFocused()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('2 fields need attention.')).toBeVisible()
  await field(page, 'lat').fill('48.25, 16.5')
  await field(page, 'lat').blur()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/step=what/)
  await page.goBack()
  await expect(field(page, 'lng')).toHaveValue('16.5')
  await page.goForward()
  await page.getByRole('button', { name: 'I do not know the species' }).click()
  await expect(field(page, 'species')).toHaveValue('Culicidae')
  await showMore(page)
  await field(page, 'notes').fill('in steps')
  await send(page)
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(page.getByText('Everyone can see it now.')).toBeVisible()
  expect(await once(page, request, writable, 'in steps')).toMatchObject({ species_id: 'culicidae', identification: 'resolved', sampling_protocol: null, count: 1 })
  await expect(page).not.toHaveURL(/step=/)
})

test('a bite, and larvae in water', async ({ page, request, writable }) => {
  for (const [kind, record] of [
    ['A bite', { species_scientific_name: 'Culicidae', sampling_protocol: 'report of a bite', life_stage: null }],
    ['Larvae in water', { species_scientific_name: 'Culicidae', sampling_protocol: 'larvae seen in standing water', life_stage: 'larva' }],
  ] as const) {
    await open(page, writable + '/report')
    await page.getByRole('radio', { name: kind }).check()
    await write(page, kind, 'Culicidae')
    await send(page)
    await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
    expect(await once(page, request, writable, kind)).toMatchObject(record)
  }
})

test('so many are asked back, and wait for a review', async ({ page, writable }) => {
  await open(page, writable + '/report')
  await write(page, 'very many')
  await field(page, 'count').fill('999999')
  await send(page)
  await expect(page.getByText('These are very many for one report.')).toBeVisible()
  await expect(page.getByText('Thank you, it is recorded.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Yes, it is right' }).click()
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
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
