// Fills the numbers of the start page from the API.

interface Stats {
  count: number
  countries: unknown[]
  first_observed: string | null
  last_observed: string | null
}

interface SpeciesList {
  count: number
}

const numbers = new Intl.NumberFormat('en')

async function get<T>(address: string): Promise<T> {
  const response = await fetch(address, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as T
}

function show(name: string, text: string): void {
  const element = document.querySelector(`[data-number="${name}"]`)
  if (element) element.textContent = text
}

function say(text: string): void {
  const element = document.querySelector('[data-state]')
  if (element) element.textContent = text
}

/** Every request stands for itself: one that fails leaves its own numbers out, not those of the other. */
async function fill(base: string): Promise<void> {
  const parts = [
    get<Stats>(`${base}/stats`).then((stats) => {
      show('records', numbers.format(stats.count))
      show('countries', numbers.format(stats.countries.length))
      show('first', stats.first_observed ?? 'none yet')
      show('last', stats.last_observed ?? 'none yet')
    }),
    get<SpeciesList>(`${base}/species?limit=1`).then((list) => show('species', numbers.format(list.count))),
  ]
  const failed = (await Promise.allSettled(parts)).some((part) => part.status === 'rejected')
  say(failed ? 'The numbers cannot be read right now.' : '')
}

const base = document.querySelector<HTMLElement>('[data-base]')?.dataset.base
if (base !== undefined) void fill(base)
