// The page that imports a file: columns matched, checked, stored; a lost connection, a reload, a refused token.
import type { Page } from '@playwright/test'

import { open } from './support/pages'
import { expect, test, token } from './support/test'
import { workbook } from './support/workbook'

const header = 'Trap,Mosquito,Northing,Easting,Collected,Number\n'

/** A file with odd headers; `place` keeps the records of one test apart, and two of its rows are rejected. */
const traps = (place: string, rows = 2) =>
  header +
  Array.from({ length: rows }, (_, i) => `${place}-${i},Culex torrentium,${(-41 + i / 1e6).toFixed(6)},${place},2021-03-04,${i + 1}\n`).join('') +
  `${place}-x,Culex torrentium,95,${place},2021-03-04,1\n${place}-y,,-41,${place},2021-03-04,1\n`

const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const choose = (page: Page, name: string, content: string) => page.locator('input[type="file"]').setInputFiles(file(name, content))

const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`)

/** Says which columns are which. */
async function match(page: Page) {
  for (const [name, column] of Object.entries({ species: 'Mosquito', lat: 'Northing', lon: 'Easting', date: 'Collected', count: 'Number' })) {
    await field(page, name).selectOption(column)
  }
}

const check = (page: Page) => page.getByRole('button', { name: /^Check/ }).first().click()
const count = (page: Page, name: string) => page.locator('dl.counts div', { hasText: name }).locator('dd')

test('a file with odd headers: matched, checked, stored, rejected rows saved', { tag: '@quick' }, async ({ page, request, writable }) => {
  await open(page, writable + '/about')
  await page.getByRole('link', { name: 'Import a file of records' }).click()
  await choose(page, 'odd.csv', traps('10.5'))
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeFocused()
  await match(page)
  await expect(page.getByText('Culex torrentium', { exact: true })).toBeVisible()
  await field(page, 'dataset').fill('Odd traps')
  await check(page)

  await expect(page.getByRole('heading', { name: 'What would become of the rows' })).toBeFocused()
  await expect(count(page, 'New')).toHaveText('2')
  await expect(count(page, 'Rejected')).toHaveText('2')
  const stored = async () => ((await (await request.get(writable + '/api/v1/observations?bbox=10.4,-42,10.6,-40')).json()) as { count: number }).count
  expect(await stored()).toBe(0)
  await page.locator('summary', { hasText: 'no name' }).click()
  await expect(page.getByRole('cell', { name: '10.5-y' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Mar 4, 2021' })).toHaveCount(2)
  await page.getByRole('heading', { name: 'Where the first rows would be' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', { name: /Line \d: Culex torrentium/ })).toHaveCount(2)
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the rejected rows' }).click()])
  expect(saved.suggestedFilename()).toBe('odd.csv.rejected.csv')

  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The records are stored' })).toBeFocused()
  expect(await stored()).toBe(2)
  await page.getByRole('link', { name: 'See them on the map' }).click()
  await expect(page).toHaveURL(/data_source=odd-traps/)
})

test('a lost connection and a reload lose nothing', async ({ page, context, writable, complaints }) => {
  complaints.expect(/imports.*ERR_INTERNET_DISCONNECTED/, /imports.*ERR_CONNECTION_FAILED/, /Failed to load resource/)
  const content = traps('20.5', 60_000) // several parts
  await open(page, writable + '/import')
  let parts = 0
  await page.route('**/imports/*/file*', async (route) => {
    parts++
    if (parts === 2) return route.abort('connectionfailed')
    if (parts === 3) {
      await route.fetch() // the part arrives, its answer does not
      return route.abort('connectionfailed')
    }
    return route.continue()
  })
  await choose(page, 'long.csv', content)
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  expect(parts).toBeGreaterThan(3)
  await match(page)
  await check(page)
  await expect(page.getByRole('status').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'What would become of the rows' })).toBeVisible()
  await expect(count(page, 'New')).toHaveText('60,000')
  await expect(field(page, 'species')).toHaveValue('Mosquito')

  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await context.setOffline(true)
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'The records are stored' })).toBeVisible()
  await expect(count(page, 'New')).toHaveText('60,000')
})

test('a reload while a file is sent goes on with the same file only', async ({ page, writable, complaints }) => {
  complaints.expect(/imports.*ERR_CONNECTION_FAILED/, /Failed to load resource/)
  const content = traps('30.5', 40_000)
  await open(page, writable + '/import')
  let parts = 0
  await page.route('**/imports/*/file*', (route) => (++parts > 1 ? route.abort('connectionfailed') : route.continue()))
  await choose(page, 'half.csv', content)
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await page.unroute('**/imports/*/file*')
  await page.reload()
  await expect(page.getByText(/The server has .* of .*\. Choose half\.csv again/)).toBeVisible()
  await choose(page, 'other.csv', header)
  await expect(page.getByText('This is another file')).toBeVisible()
  await choose(page, 'half.csv', content)
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
})

test('dates of two readings are asked for', async ({ page, writable }) => {
  await open(page, writable + '/import')
  await choose(page, 'dates.csv', 'scientificName,decimalLatitude,decimalLongitude,eventDate\nCulex torrentium,-41,40.5,03/04/2021\nCulex torrentium,-41,40.5,05/06/2021\n')
  await check(page)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('The file does not tell how its dates are written.')
  await field(page, 'dates').selectOption('Day, month, year')
  await check(page)
  await expect(page.getByRole('cell', { name: 'Apr 3, 2021' })).toBeVisible()
})

test('records that a newer file does not have go only when somebody says so', async ({ page, request, writable }) => {
  const rows = (...ids: string[]) => 'occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n' + ids.map((id) => `${id},Culex torrentium,-41,50.5,2021-01-02\n`).join('')
  const send = async (content: string) => {
    await open(page, writable + '/import')
    await choose(page, 'newer.csv', content)
    await field(page, 'dataset').fill('Newer traps')
    await check(page)
    await expect(page.getByRole('heading', { name: 'Store them?' })).toBeVisible()
  }
  await send(rows('a', 'b', 'c'))
  await page.getByRole('button', { name: 'Store', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The records are stored' })).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await send(rows('a', 'd'))
  await expect(page.getByText('2 stored records of this data source are not in the file.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Store', exact: true })).toBeDisabled()
  await page.getByLabel('Remove 2 records').check()
  await page.getByRole('button', { name: 'Store, and remove 2 records' }).click()
  await expect(page.getByText('2 records that the file does not have were removed.')).toBeVisible()
  const { observations } = (await (await request.get(writable + '/api/v1/observations?data_source=newer-traps')).json()) as { observations: { occurrence_id: string }[] }
  expect(observations.map((o) => o.occurrence_id).sort()).toEqual(['a', 'd'])
})

test('of a corrected file somebody says whether it adds, replaces the catch of its events, or everything', async ({ page, request, writable }) => {
  const rows = (...catches: [event: string, count: number][]) =>
    'eventID,scientificName,decimalLatitude,decimalLongitude,eventDate,samplingEffort,individualCount\n' + catches.map(([event, n]) => `${event},Culex torrentium,-41,70.5,2021-01-0${event.slice(1)},1 trap night,${n}\n`).join('')
  const send = async (content: string) => {
    await open(page, writable + '/import')
    await choose(page, 'corrected.csv', content)
    await field(page, 'dataset').fill('Corrected traps')
    await check(page)
    await expect(page.getByRole('heading', { name: 'Store them?' })).toBeVisible()
  }
  const counts = async () => {
    const { observations } = (await (await request.get(writable + '/api/v1/observations?data_source=corrected-traps')).json()) as { observations: { count: number }[] }
    return observations.map((o) => o.count).sort()
  }
  const store = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('heading', { name: 'The records are stored' })).toBeVisible()
    await page.getByRole('button', { name: 'Another file' }).click()
  }
  await send(rows(['e1', 1], ['e2', 2], ['e3', 3]))
  await store('Store')

  await send(rows(['e1', 5], ['e2', 6]))
  await expect(page.getByText(/The file looks like a correction/)).toBeVisible()
  await page.getByLabel('Replace the catch of the file’s sampling events').check()
  await check(page)
  await expect(page.getByText('2 stored records of the file’s sampling events are not in the file.')).toBeVisible()
  await store('Store, and remove 2 records')
  expect(await counts()).toEqual([3, 5, 6])

  await send(rows(['e1', 7]))
  await page.getByLabel('Keep both').check()
  await check(page)
  await expect(page.getByLabel('Keep both')).toBeChecked()
  await store('Store')
  expect(await counts()).toEqual([3, 5, 6, 7])

  await send(rows(['e1', 9]))
  await page.getByLabel('Remove 4 records and 2 sampling events').check()
  await store('Store, and remove 4 records and 2 sampling events')
  expect(await counts()).toEqual([9])
})

test('a server with a token takes no file without it', async ({ page, guarded, complaints }) => {
  complaints.expect(/401/)
  await open(page, guarded + '/import')
  await choose(page, 'guarded.csv', traps('60.5'))
  await expect(page.locator('[name="token"]')).toBeFocused()
  await page.locator('[name="token"]').fill('wrong')
  await choose(page, 'guarded.csv', traps('60.5'))
  await expect(page.getByText('The server did not take this token.')).toBeVisible()
  await page.locator('[name="token"]').fill(token)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await page.getByRole('button', { name: 'Give it up' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('a file is dropped', async ({ page, writable }) => {
  await open(page, writable + '/import')
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }))
    return transfer
  }, traps('70.5'))
  const zone = page.getByRole('group', { name: 'Drop a file here' })
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await zone.dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByRole('heading', { name: 'dropped.csv' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
})

test('of a workbook one sheet after the other', async ({ page, writable }) => {
  const sheet = (place: string) => [['species', 'lat', 'lon', 'date'], ['Culex torrentium', '-41', place, '2021-03-04']]
  await open(page, writable + '/import')
  await page.locator('input[type="file"]').setInputFiles({ name: 'book.xlsx', mimeType: 'application/octet-stream', buffer: workbook({ May: sheet('80.5'), June: sheet('80.6'), Empty: [] }) })
  await expect(field(page, 'sheet').locator('option')).toHaveText(['May', 'June'])
  for (const name of ['May', 'June']) {
    await field(page, 'sheet').selectOption(name)
    await field(page, 'dataset').fill('Book, ' + name)
    await check(page)
    await page.getByRole('button', { name: 'Store', exact: true }).click()
    await expect(page.getByText(`1 row for “Book, ${name}”.`, { exact: true })).toBeVisible()
  }
})

test('what a file lacks is said once for all rows', async ({ page, writable }) => {
  await open(page, writable + '/import')
  await choose(page, 'lacks.csv', 'Northing,Easting,Collected\n-41,90.5,2021-03-04\n')
  await field(page, 'lat').selectOption('Northing')
  await field(page, 'lon').selectOption('Easting')
  await field(page, 'date').selectOption('Collected')
  await field(page, 'species').selectOption('The same in all rows')
  await page.getByLabel('Species, in all rows').fill('Culex torrentium')
  await check(page)
  await expect(page.getByRole('cell', { name: 'Culex torrentium' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Species, in all rows')).toHaveValue('Culex torrentium')
  await field(page, 'species').selectOption('No column')
  await check(page)
  await expect(page.getByRole('alert')).toContainText('No column is chosen for: Species.')
})

test('a profile of one’s own says what values and weeks mean', async ({ page, writable, complaints }) => {
  complaints.expect(/422/)
  await open(page, writable + '/import')
  await choose(page, 'weeks.csv', 'SEASON,WEEK,Y,X,RESULT\n2012,28,-41,95.5,pos\n2012,28,-41.1,95.5,neg\n')
  await field(page, 'profile').selectOption('chicago-mosquito-tests')
  await field(page, 'profile').selectOption('One of your own')
  await expect(field(page, 'profile_text')).toHaveValue(/weeks: mmwr/)
  await field(page, 'profile_text').fill('weeks: never')
  await check(page)
  await expect(page.getByLabel('Your profile, in YAML')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'profile_text').fill(
    'map: { year: SEASON, week: WEEK, lat: Y, lon: X, status: RESULT }\nconstants: { species: Culex torrentium }\nvalues: { status: { pos: present, neg: absent } }\nweeks: mmwr\ndataset: Weeks\n',
  )
  await check(page)
  await expect(count(page, 'Absences')).toHaveText('1')
  await expect(page.getByRole('cell', { name: 'Jul 8' }).first()).toBeVisible()
})
