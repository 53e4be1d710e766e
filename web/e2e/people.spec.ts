// Signing in: by invitation and password, by a passkey of Chromium's virtual authenticator, by a provider of OpenID Connect.
import type { Page } from '@playwright/test'

import type { Source } from '../src/api/types'
import { open } from './support/pages'
import { Program } from './support/program'
import { person, settings, startProvider } from './support/provider'
import { behindPrefix } from './support/proxy'
import { expect, test as base } from './support/test'

const password = 'correct horse battery staple'

/** A server that nobody has an account of yet, by a name: passkeys know no address of a network. It knows a provider. */
const test = base.extend<{ site: string }>({
  site: async ({}, use) => {
    let site = ''
    let stopProvider = async () => {}
    // The provider has to know the server's address, and the server the provider's, before either starts: the proxy has an address first.
    const server = await behindPrefix('', async (url) => {
      site = url.replace('127.0.0.1', 'localhost')
      const provider = await startProvider(site + '/api/v1/sign-in/oidc/callback')
      stopProvider = provider.stop
      const program = await Program.create({ ...settings(provider.issuer), SKEETER_DEMO: 'false' })
      await program.serve()
      return program
    })
    try {
      await use(site)
    } finally {
      await server.stop()
      await stopProvider()
    }
  },
})

const header = (page: Page) => page.getByRole('banner')

async function signOut(page: Page, site: string) {
  await open(page, site + '/account')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(header(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
}

test('invited, signed in by password, passkey and provider', async ({ page, site, complaints }) => {
  await test.step('nobody is asked to sign in on the machine of the server', async () => {
    await open(page, site + '/admin')
    await expect(header(page).getByRole('link', { name: 'Sign in' })).toHaveCount(0)
    await expect(page.getByText('Nobody has to sign in on this machine.')).toBeVisible()
    await expect(page.getByText('SKEETER_OIDC_CLIENT_SECRET')).toBeVisible()
    expect(await page.content()).not.toContain('a secret of the tests')
  })

  await test.step('the places of a data source', async () => {
    const title = 'Traps of the coast'
    const created = await page.request.post(site + '/api/v1/data_sources', { data: { title } })
    expect(created.status()).toBe(201)
    const rule = async () => ((await (await page.request.get(site + '/api/v1/data_sources/traps-of-the-coast')).json()) as Source).obscured_degrees
    await page.reload()
    const places = page.locator('section', { has: page.getByRole('heading', { name: 'Data sources' }) })
    const choice = places.getByLabel('Places of ' + title)
    await expect(choice).toHaveValue('')
    await choice.selectOption({ label: '0.1 degrees (about 10 km)' })
    expect(await rule()).toBeNull()
    await places.getByRole('button', { name: 'Save: ' + title }).click()
    await expect(places.getByText('Saved.')).toBeVisible()
    expect(await rule()).toBe(0.1)
    await choice.selectOption({ label: 'exact' })
    await places.getByRole('button', { name: 'Save: ' + title }).click()
    await expect(places.getByText('Saved.')).toBeVisible()
    expect(await rule()).toBeNull()
  })

  await test.step('a private data source', async () => {
    const sources = page.locator('section', { has: page.getByRole('heading', { name: 'Data sources' }) })
    const save = sources.getByRole('button', { name: 'Save: Traps of the coast' })
    await sources.getByLabel('Traps of the coast is private').check()
    await sources.getByLabel('First public day of Traps of the coast').fill('2999-01-01')
    await save.click()
    await expect(sources.getByText('Saved.')).toBeVisible()
    const record = { species_id: 'culex-pipiens', location: { lat: 41.4, lng: 2.2 }, observed_at: '2026-06-01' }
    const made = await page.request.post(site + '/api/v1/observations?data_source=traps-of-the-coast', { data: record })
    expect(made.status()).toBe(201)
    const { id } = (await made.json()) as { id: string }

    await open(page, site + '/')
    await expect(page.getByText('There are no records yet.')).toBeVisible()
    await page.getByText('Data source', { exact: true }).click()
    await page.getByLabel('Traps of the coast (private)').check()
    await expect(page).toHaveURL(/data_source=traps-of-the-coast/)
    await expect(page.getByText('1 record in view', { exact: true })).toBeVisible()

    await open(page, site + '/records/' + id + '?data_source=traps-of-the-coast')
    await expect(page.getByRole('heading', { name: 'Culex pipiens' })).toBeVisible()
    await page.getByRole('link', { name: 'See it on the map' }).click()
    await expect(page).toHaveURL(/data_source=traps-of-the-coast/)
    complaints.expect(/404 GET .*\/observations\//, /console error: .*404/)
    await open(page, site + '/records/' + id)
    await expect(page.getByRole('heading', { name: 'Culex pipiens' })).toHaveCount(0)

    await open(page, site + '/admin')
    await sources.getByLabel('Traps of the coast is private').uncheck()
    await expect(sources.getByText('Saving shows its records to everybody.')).toBeVisible()
    await save.click()
    await expect(sources.getByText('Saved.')).toBeVisible()
    await open(page, site + '/records/' + id)
    await expect(page.getByRole('heading', { name: 'Culex pipiens' })).toBeVisible()
    await open(page, site + '/admin')
  })

  const link = await test.step('an invitation', async () => {
    const invite = page.locator('section', { has: page.getByRole('heading', { name: 'Invite a person' }) })
    await invite.getByLabel('Name').fill('Ada')
    await invite.getByLabel('Administrator').check()
    await invite.getByRole('button', { name: 'Make a link' }).click()
    return invite.getByRole('status').locator('code').innerText()
  })

  await test.step('is accepted', async () => {
    await page.goto(link)
    await expect(page.getByText('Ada, choose how you will sign in.')).toBeVisible()
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Make the account' }).click()
    await expect(header(page).getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    await expect(page.getByText('this browser')).toBeVisible()
  })

  await test.step('the link works once', async () => {
    complaints.expect(/404 POST .*\/invitations\/read/, /console error: .*404/)
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('This link was used')).toBeVisible()
  })

  await test.step('by password', async () => {
    await signOut(page, site)
    complaints.expect(/401 POST .*\/session/, /console error: .*401/)
    await header(page).getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Login').fill('ada')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('The login or the password is wrong.')).toBeVisible()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(header(page).getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
  })

  await test.step('by passkey', async () => {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    })
    await open(page, site + '/account')
    await page.getByLabel('Name of the passkey').fill('My laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Remove: My laptop' })).toBeVisible()
    await signOut(page, site)
    await open(page, site + '/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(header(page).getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
  })

  await test.step('by provider', async () => {
    await open(page, site + '/account')
    await page.getByRole('button', { name: 'Sign in with localhost' }).click()
    await page.locator('input[name=username]').fill(person.username)
    await page.locator('input[name=password]').fill(person.password)
    await page.getByRole('button').click()
    await expect(header(page).getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    await signOut(page, site)
    await open(page, site + '/sign-in')
    await page.getByRole('link', { name: 'Sign in with localhost' }).click()
    await page.locator('input[name=username]').fill(person.username)
    await page.locator('input[name=password]').fill(person.password)
    await page.getByRole('button').click()
    await expect(header(page).getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
  })

  await test.step('roles and tokens', async () => {
    await open(page, site + '/admin')
    await page.getByRole('button', { name: 'Change: Ada' }).click()
    await expect(page.getByRole('checkbox', { name: 'Administrator' }).first()).toBeChecked()
    const tokens = page.locator('section', { has: page.getByRole('heading', { name: 'Tokens of programs' }) })
    await tokens.getByLabel('Name').fill('trap-app')
    await tokens.getByRole('button', { name: 'Make a token' }).click()
    await expect(tokens.getByRole('status').locator('code')).toHaveText(/^skeeter_/)
    await tokens.getByRole('button', { name: 'Revoke: trap-app' }).click()
    await expect(tokens.getByText('revoked')).toBeVisible()
  })
})
