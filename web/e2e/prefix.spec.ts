// A deployment below a path: an address outside of the path gets the proxy's 404, which fails the test.
import { open, pages, pathOf } from './support/pages'
import { expect, test } from './support/test'

for (const place of pages) {
  test(`${place.name} below a path`, async ({ page, prefixed, request }) => {
    await open(page, prefixed + (await pathOf(place, request)))
  })
}

test('links stay below the path', { tag: '@quick' }, async ({ page, prefixed }) => {
  await page.goto(prefixed + '/about')
  const nav = page.getByRole('navigation').first()
  await nav.getByRole('link', { name: 'Species' }).click()
  await expect(page).toHaveURL(prefixed + '/species?lang=en')
  await nav.getByRole('link', { name: 'Map' }).click()
  await expect(page).toHaveURL(new RegExp('^' + prefixed + '/\\?'))
  await expect(nav.locator('[aria-current=page]')).toHaveText('Map')
  await page.reload()
  await expect(nav.locator('[aria-current=page]')).toHaveText('Map')
  await page.goBack()
  await expect(nav.locator('[aria-current=page]')).toHaveText('Species')
})
