// The queue as this page has it: its pages so far, decisions, and the undo of the last ones.
import { ApiError, get, request, send, url } from '../api/client'
import type { HistoryPage, Observation, ReviewQueue, ReviewResults } from '../api/types'
import { decisionsOf, type Draft, type Queued, type Result, waits } from './decision'

/** What became of the last decisions. */
export interface Outcome {
  done: number
  noted: number
  undone: number
  /** Somebody else decided, changed or withdrew these. */
  meanwhile: Observation[]
  /** Refused for another reason. */
  refused: { record: Observation; detail: string }[]
}

export class Queue {
  items = $state.raw<Queued[]>([])
  next = $state.raw<string | null>(null)
  /** Whether a first page has come. */
  begun = $state(false)
  loading = $state(false)
  deciding = $state(false)
  error = $state.raw<unknown>()
  /** Of the last decision or undo. */
  failure = $state.raw<unknown>()
  outcome = $state.raw<Outcome>()
  /** What the last decisions changed, to be undone. */
  last = $state.raw<{ item: Queued; status: string | undefined }[]>([])
  /** Ids in the order of the queue, those decided since too. */
  #order: string[] = []
  #params = new URLSearchParams()
  #abort = new AbortController()

  /** Reads the first page of a queue. */
  open(params: URLSearchParams) {
    this.#params = params
    this.next = null
    return this.#read(null)
  }

  more() {
    return this.next && !this.loading ? this.#read(this.next) : undefined
  }

  again() {
    return this.#read(this.items.length ? this.next : null)
  }

  close() {
    this.#abort.abort()
  }

  async #read(cursor: string | null) {
    this.#abort.abort()
    const { signal } = (this.#abort = new AbortController())
    this.loading = true
    this.error = undefined
    try {
      const params = new URLSearchParams(this.#params)
      if (cursor) params.set('cursor', cursor)
      const page = await get<ReviewQueue>('/review/queue', params, signal)
      if (signal.aborted) return
      const known = new Set(cursor ? this.items.map((item) => item.observation.id) : [])
      this.items = [...(cursor ? this.items : []), ...page.items.filter((item) => !known.has(item.observation.id))]
      this.#order = [...(cursor ? this.#order : []), ...page.items.map((item) => item.observation.id)]
      this.next = page.next
      this.begun = true
    } catch (cause) {
      if (signal.aborted) return
      this.error = cause
    }
    this.loading = false
  }

  /** Sends what a reviewer says of records. False: nothing was decided. */
  async decide(draft: Draft, items: Queued[]): Promise<boolean> {
    if (this.deciding) return false
    this.deciding = true
    this.failure = undefined
    this.outcome = undefined
    try {
      const decisions = decisionsOf(draft, items.map((item) => item.observation))
      const { results } = await send<ReviewResults>('POST', '/review/decisions', { decisions })
      await this.#take(items, results)
      return true
    } catch (cause) {
      this.failure = cause
      return false
    } finally {
      this.deciding = false
    }
  }

  async #take(items: Queued[], results: Result[]) {
    const of = (result: Result) => items.find((item) => item.observation.id === result.observation_id)!
    const done = results.filter(({ result }) => result === 'done')
    const noted = results.filter(({ result }) => result === 'noted')
    const refused = results.filter(({ result }) => result === 'refused')
    const changed = refused.filter(({ type }) => type === 'conflict' || type === 'not_found')
    this.last = done.map((result) => ({ item: of(result), status: result.status }))
    const gone = new Set(done.map(({ observation_id }) => observation_id))
    const said = new Set(noted.map(({ observation_id }) => observation_id))
    let left = this.items.map((item) => (said.has(item.observation.id) ? { ...item, identifications: item.identifications + 1 } : item))
    for (const result of changed) {
      const now = await recordNow(result.observation_id)
      // What waits still is shown as it is now.
      if (now && waits(now)) left = left.map((item) => (item.observation.id === now.id ? { ...item, observation: now } : item))
      else gone.add(result.observation_id)
    }
    this.outcome = {
      done: done.length,
      noted: noted.length,
      undone: 0,
      meanwhile: changed.map((result) => of(result).observation),
      refused: refused.filter((result) => !changed.includes(result)).map((result) => ({ record: of(result).observation, detail: result.detail ?? '' })),
    }
    this.items = left.filter((item) => !gone.has(item.observation.id))
  }

  /** Undoes the last decisions: their records wait again. Returns the first of them, '' for none. */
  async undo(): Promise<string> {
    if (this.deciding || this.last.length === 0) return ''
    this.deciding = true
    this.failure = undefined
    const outcome: Outcome = { done: 0, noted: 0, undone: 0, meanwhile: [], refused: [] }
    const back: Queued[] = []
    const rest = [...this.last]
    try {
      for (let one = rest[0]; one; one = rest[0]) {
        const now = await undone(one.item.observation.id, one.status)
        if (!now) outcome.meanwhile.push(one.item.observation)
        else if (waits(now)) back.push({ ...one.item, observation: now, identifications: one.item.identifications + 1 })
        if (now) outcome.undone++
        rest.shift()
      }
    } catch (cause) {
      this.failure = cause
    }
    this.last = rest
    const place = (item: Queued) => this.#order.indexOf(item.observation.id)
    this.items = [...back, ...this.items].sort((a, b) => place(a) - place(b))
    this.outcome = outcome
    this.deciding = false
    return back[0]?.observation.id ?? ''
  }
}

/** The record as it is, undefined where this reader gets none. */
async function recordNow(id: string): Promise<Observation | undefined> {
  try {
    return (await (await request(url('/observations/' + id), { cache: 'no-cache' })).json()) as Observation
  } catch (cause) {
    if (cause instanceof ApiError) return undefined
    throw cause
  }
}

/** Undoes a review that gave a record a status; undefined where somebody changed the record since. */
async function undone(id: string, status: string | undefined): Promise<Observation | undefined> {
  const { entries } = await get<HistoryPage>(`/observations/${id}/history`, { limit: 1 })
  const newest = entries[0]
  if (!newest || !['reviewed', 'published'].includes(newest.action) || (newest.is as { status?: string } | null)?.status !== status) return undefined
  try {
    return await send<Observation>('POST', `/observations/${id}/history/${newest.id}/undo`, {})
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 409) return undefined
    throw cause
  }
}
