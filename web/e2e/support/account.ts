// Accounts of people, made as the command line and the pages make them.
import type { Page } from '@playwright/test'

import type { Program } from './program'
import { expect } from './test'

const password = 'correct horse battery staple'

/** Makes an account by an invitation, and signs in. */
export async function invited(page: Page, program: Program, name: string, role: string) {
  const link = new URL((await program.run('user', 'invite', '--name', name, '--role', role)).trim(), program.url)
  await page.goto(program.url + link.pathname + link.search + link.hash)
  await page.getByLabel('Login').fill(name.toLowerCase())
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Make the account' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name, exact: true })).toBeVisible()
}
