import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('../app/settings', () => ({ root: '', base: '/api/v1', embedded: false }))

const { Results } = await import('./results.svelte')

interface Asked {
  filter: string
  signal: AbortSignal
  answer: (count: number) => void
  fail: () => void
}

let asked: Asked[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      const params = new URL(address, 'http://localhost').searchParams
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      asked.push({
        filter: params.get('species') ?? '',
        signal,
        answer: (count) => resolve(new Response(JSON.stringify({ count }))),
        fail: () => resolve(new Response('{"detail":"busy"}', { status: 503 })),
      })
    }))
})
afterEach(() => vi.unstubAllGlobals())

const species = (name: string) => new URLSearchParams({ species: name })
/** Lets answers arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve))
const open = () => asked.filter((a) => !a.signal.aborted)

test('the page’s own Filter is counted first, the others one after another', async () => {
  const results = new Results()
  results.ask('histogram', species('b'), 'en')
  results.ask('facet', species('c'), 'en')
  results.load(species('a'), 'en')
  await settle()
  expect(asked.map((a) => a.filter)).toEqual(['a'])
  asked[0]!.answer(1)
  await settle()
  expect(results.stats?.count).toBe(1)
  expect(asked.map((a) => a.filter)).toEqual(['a', 'b'])
  asked[1]!.answer(2)
  await settle()
  expect(asked.map((a) => a.filter)).toEqual(['a', 'b', 'c'])
  expect(results.answer('histogram')?.count).toBe(2)
})

test('the same question is asked once', async () => {
  const results = new Results()
  results.load(species('a'), 'en')
  results.ask('histogram', species('a'), 'en')
  await settle()
  asked[0]!.answer(7)
  await settle()
  expect(results.answer('histogram')?.count).toBe(7)
  results.load(species('b'), 'en')
  await settle()
  asked[1]!.answer(8)
  await settle()
  results.load(species('a'), 'en')
  await settle()
  expect(results.stats?.count).toBe(7)
  expect(asked.length).toBe(2)
})

test('a newer Filter aborts what is under way, and the old number stays until it is counted', async () => {
  const results = new Results()
  results.load(species('a'), 'en')
  await settle()
  asked[0]!.answer(1)
  await settle()
  results.load(species('b'), 'en')
  await settle()
  results.load(species('c'), 'en')
  await settle()
  expect(open().map((a) => a.filter)).toEqual(['a', 'c'])
  expect([results.loading, results.stats?.count]).toEqual([true, 1])
  asked[2]!.answer(3)
  await settle()
  expect([results.loading, results.stats?.count]).toEqual([false, 3])
})

test('what was interrupted is asked for again', async () => {
  const results = new Results()
  results.ask('facet', species('b'), 'en')
  await settle()
  results.load(species('a'), 'en')
  await settle()
  expect(open().map((a) => a.filter)).toEqual(['a'])
  asked[1]!.answer(1)
  await settle()
  expect(open().map((a) => a.filter)).toEqual(['a', 'b'])
})

test('what failed can be tried again', async () => {
  const results = new Results()
  results.load(species('a'), 'en')
  await settle()
  asked[0]!.fail()
  await settle()
  expect([results.error !== undefined, results.loading]).toEqual([true, false])
  results.again()
  await settle()
  asked[1]!.answer(4)
  await settle()
  expect([results.error, results.stats?.count]).toEqual([undefined, 4])
})

test('what failed is not asked for again by itself', async () => {
  const results = new Results()
  results.ask('view', species('a'), 'en')
  await settle()
  asked[0]!.fail()
  await settle()
  results.ask('view', species('a'), 'en')
  await settle()
  expect(asked).toHaveLength(1)
  expect(results.error).toBeDefined()
  results.ask('view', species('b'), 'en')
  await settle()
  expect(asked).toHaveLength(2)
})

test('what nobody wants any more is not waited for', async () => {
  const results = new Results()
  results.ask('facet', species('a'), 'en')
  await settle()
  results.drop('facet')
  await settle()
  expect(open()).toEqual([])
})

test('names follow the language', async () => {
  const results = new Results()
  results.load(species('a'), 'en')
  await settle()
  asked[0]!.answer(1)
  await settle()
  results.load(species('a'), 'ru')
  await settle()
  expect(asked.length).toBe(2)
})
