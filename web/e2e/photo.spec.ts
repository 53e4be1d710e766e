// Photographs in reports: prediction, correction, files that cannot be sent.
import { open } from './support/pages'
import { drawing, photograph, withPlace } from './support/photo'
import { field, once, send, step, write } from './support/report'
import { expect, test } from './support/test'

test('a photograph is identified; the name is corrected; the picture goes with the record', { tag: '@quick' }, async ({ page, context, request, writable }) => {
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  const said = page.locator('section.prediction')
  await expect(said).toBeVisible()
  await expect.poll(() => said.locator('li').count()).toBeGreaterThanOrEqual(5)
  const health = (await (await request.get(writable + '/health')).json()) as { checks: { model: { status: string } } }
  expect(health.checks.model.status).toBe('ok')
  await expect(said).toContainText('knows only')
  await write(page, 'photographed', 'Aedes vexans')
  await step(page, 'Photo')
  await field(page, 'show_photo').check()
  await step(page, 'When and what')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(page, request, writable, 'photographed')
  expect(record.species_scientific_name).toBe('Aedes vexans')
  expect(record.prediction_id).not.toBeNull()
  expect(record.image_url).not.toBeNull()
  await page.getByRole('link', { name: 'See the record' }).click()
  const shown = page.getByRole('img', { name: /Photograph of this record/ })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('the box around the insect is moved by keys and by pointer, and that part is identified', async ({ page, context, writable }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, writable + '/report')
  await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
  await expect(page.locator('section.prediction')).toBeVisible()
  const mark = page.getByRole('button', { name: 'Mark the insect' })
  const body = page.getByRole('button', { name: 'The box around the insect' })
  if (await mark.isVisible()) await mark.click() // the drawing is no insect: the model may find one
  const corner = page.getByRole('button', { name: 'The corner of the box' })
  await corner.focus()
  for (let i = 0; i < 20; i++) await page.keyboard.press('Shift+ArrowLeft') // as narrow as it gets
  for (let i = 0; i < 20; i++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await body.focus()
  for (let i = 0; i < 20; i++) await page.keyboard.press('Shift+ArrowLeft')
  for (let i = 0; i < 20; i++) await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowRight')
  const ask = page.getByRole('button', { name: 'Identify this part' })
  const answered = () => page.waitForResponse((r) => r.url().includes('/predict') && r.request().method() === 'POST')
  type Answer = { box: { x: number; y: number; width: number; height: number } }
  const [byKeys] = await Promise.all([answered(), ask.click()])
  const first = ((await byKeys.json()) as Answer).box
  expect(first).toMatchObject({ x: 0.01, width: 0.1 })
  await expect(page.locator('section.prediction')).toBeVisible()
  await expect(ask).toHaveCount(0)

  await page.getByRole('img', { name: 'Your photograph' }).scrollIntoViewIfNeeded()
  const picture = (await page.getByRole('img', { name: 'Your photograph' }).boundingBox())!
  const from = (await body.boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + picture.width / 2, from.y + 20, { steps: 4 })
  await page.mouse.up()
  const [byPointer] = await Promise.all([answered(), ask.click()])
  const second = ((await byPointer.json()) as Answer).box
  expect(second.x).toBeCloseTo(first.x + 0.5, 2)
  expect(second).toMatchObject({ y: first.y, width: first.width, height: first.height })
  await expect(ask).toHaveCount(0)

  await page.setViewportSize({ width: 1280, height: 900 }) // the text beside the photograph is taller or wider than it
  const image = page.getByRole('img', { name: 'Your photograph' })
  const frame = (await image.locator('..').boundingBox())!
  const shown = (await image.boundingBox())!
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(frame[side]).toBeCloseTo(shown[side], 0)
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
  await step(page, 'When and what')
  await expect(field(page, 'species')).toHaveValue(/^Aedes/)
  const species = await field(page, 'species').inputValue()
  await write(page, 'recognized', species)
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  const record = await once(page, request, writable, 'recognized')
  expect(record.species_scientific_name).toBe(species)
  expect(record.model_id).toBe('skeeter-amid-3')
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
          model_licence: { id: 'CC-BY-NC-4.0', notice: 'Given.', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
          in_catalog: !none, uncertain: none, reason: null, taxon_rank: null, genus: null, box: null,
        },
      }),
    )
    await open(page, writable + '/report')
    await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
    await expect(page.locator('.advice')).toContainText(says)
    await expect(page.getByRole('link', { name: 'Licence of the model: CC-BY-NC-4.0.' })).toBeVisible()
    await expect(page.getByText('It allows no commercial use.')).toBeVisible()
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
  await once(page, request, writable, 'no model')
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
  expect((await once(page, request, writable, 'too slow')).image_url).toBeNull()
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
  await step(page, 'Place')
  await expect(field(page, 'lat')).toHaveValue('')
  await step(page, 'Photo')
  await page.getByRole('button', { name: 'Use this place' }).click()
  await page.getByRole('button', { name: 'Use this date' }).click()
  await step(page, 'Place')
  expect(Number(await field(page, 'lat').inputValue())).toBeCloseTo(40.5, 4)
  expect(Number(await field(page, 'lng').inputValue())).toBeCloseTo(-3.75, 4)
  await step(page, 'When and what')
  await expect(field(page, 'date')).toHaveValue('2023-05-06')
})

test('without a network the page promises what the server does with photographs', async ({ page, context, writable, guarded, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  for (const [server, said, shown] of [
    [writable, 'The photograph is kept with the report.', 1],
    [guarded, 'The server does not keep photographs: the record will have none.', 0],
  ] as const) {
    await open(page, server + '/report')
    await context.setOffline(true)
    await page.locator('input[name="photo"]').setInputFiles(await drawing(context))
    await expect(page.getByText(said)).toBeVisible()
    await expect(field(page, 'show_photo')).toHaveCount(shown)
    await context.setOffline(false)
  }
})
