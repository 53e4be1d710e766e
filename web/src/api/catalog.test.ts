import { afterEach, expect, test, vi } from 'vitest'

vi.mock('../app/settings', () => ({ root: '', base: '/api/v1', embedded: false }))

const { countries, species } = await import('./catalog')

/** Answers requests by their address, and returns the list of addresses. */
function serve(answer: (address: URL) => unknown) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const body = answer(new URL(address, 'http://localhost'))
    return new Response(JSON.stringify(body ?? {}), { status: body ? 200 : 503 })
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

test('a list is asked for once in a language', async () => {
  const asked = serve(() => ({ results: [{ id: 'ke', name: 'Kenya', observation_count: 1 }] }))
  const [first, second] = await Promise.all([countries('en'), countries('en')])
  await countries('fr')
  expect(first).toBe(second)
  expect(asked).toEqual(['/api/v1/filters/countries?lang=en', '/api/v1/filters/countries?lang=fr'])
})

test('what failed is asked for again', async () => {
  let up = false
  const asked = serve(() => (up ? { results: [] } : undefined))
  await expect(countries('ru')).rejects.toThrow()
  up = true
  await expect(countries('ru')).resolves.toEqual([])
  expect(asked.length).toBe(2)
})

test('every page of a long list is read', async () => {
  const ids = Array.from({ length: 250 }, (_, i) => ({ id: `s${i}` }))
  serve((address) => {
    const offset = Number(address.searchParams.get('offset'))
    return { count: ids.length, species: ids.slice(offset, offset + 200) }
  })
  expect((await species('en')).map((s) => s.id)).toEqual(ids.map((s) => s.id))
})
