// The drafts on this device: stores them, and sends each once.
import { ApiError } from '../../api/client'
import type { Observation } from '../../api/types'
import { root } from '../../app/settings'
import { local, read, write } from '../../app/storage'
import { language } from '../../i18n/locale.svelte'
import { problemsOf } from '../entry/entry'
import { predict } from '../photo/predict'
import { keepReceipt } from '../record/receipts'
import { deliver } from './deliver'
import { userId } from './device'
import type { Draft } from './draft'
import * as store from './store'

/** What could not be stored: the photograph, or the whole draft. `full`: the device has no room; else the browser stores nothing. */
export interface Unkept {
  what: 'photo' | 'draft'
  full: boolean
}

const AUTOMATIC_KEY = 'skeeter-send-automatically' + root
const RETRY_MS = 60_000
/** Statuses that any other draft would get too: no answer, no write token yet, a request that took too long, too many requests. */
const STOPS_ALL: ReadonlySet<number> = new Set([0, 401, 408, 429])

class Outbox {
  /** Sorted by their last change, newest first. */
  drafts = $state.raw<Draft[]>([])
  /** Ids of drafts that this tab is sending. */
  sending = $state.raw<ReadonlySet<string>>(new Set())
  unkept = $state.raw<Unkept>()
  /** Records that this tab has sent. */
  sent = $state.raw<Observation[]>([])
  #automatic = $state(read(local, AUTOMATIC_KEY) !== 'no')
  // Drafts and photographs that could not be stored last until the tab is closed.
  #unstored = new Map<string, Draft>()
  #photos = new Map<string, Blob>()
  #removed = new Set<string>()
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('skeeter-outbox' + root) : undefined
  #started = false

  /** Whether waiting drafts are sent automatically when the server can be reached, while a page is open. */
  get automatic(): boolean {
    return this.#automatic
  }

  set automatic(yes: boolean) {
    this.#automatic = yes
    write(local, AUTOMATIC_KEY, yes ? 'yes' : 'no')
    if (yes) void this.sendWaiting()
  }

  /** Reads the stored drafts, and sends waiting ones from now on. */
  async start() {
    await this.refresh()
    if (this.#started) return
    this.#started = true
    this.#channel?.addEventListener('message', () => void this.refresh())
    // Warns on every page of the site: what could not be stored is lost with the tab.
    addEventListener('beforeunload', (event) => {
      if (this.#unstored.size || this.#photos.size) event.preventDefault()
    })
    addEventListener('online', () => void this.sendAutomatically())
    setInterval(() => void this.sendAutomatically(), RETRY_MS)
    await this.sendAutomatically()
  }

  async refresh() {
    try {
      const kept = (await store.all()).filter((d) => !this.#unstored.has(d.id) && !this.#removed.has(d.id))
      this.drafts = [...this.#unstored.values(), ...kept].sort((a, b) => b.changed - a.changed)
    } catch {
      this.drafts = [...this.#unstored.values()]
    }
  }

  async find(id: string): Promise<Draft | undefined> {
    return this.#unstored.get(id) ?? (await store.get(id).catch(() => undefined))
  }

  async photo(id: string): Promise<Blob | undefined> {
    return this.#photos.get(id) ?? (await store.photo(id).catch(() => undefined))
  }

  /** Stores a draft. If that fails, `unkept` says so, and the draft lasts as long as the tab. */
  async keep(draft: Draft) {
    if (this.#removed.has(draft.id)) return
    try {
      await this.#put(draft)
      this.#unstored.delete(draft.id)
      if (this.unkept?.what === 'draft') this.unkept = undefined
    } catch (error) {
      this.#unstored.set(draft.id, draft)
      this.unkept = { what: 'draft', full: isFull(error) }
    }
    await this.#changed()
  }

  /** Stores a draft. If its photograph leaves no room for its text, the photograph is moved to memory. */
  async #put(draft: Draft) {
    try {
      await store.put(draft)
    } catch (error) {
      if (!draft.photo || !isFull(error)) throw error
      const photo = await store.photo(draft.id)
      // A copy in memory: the browser may not read a blob after it was removed from the store.
      if (photo) this.#photos.set(draft.id, new Blob([await photo.arrayBuffer()], { type: photo.type }))
      await store.removePhoto(draft.id)
      await store.put(draft)
      this.unkept = { what: 'photo', full: true }
    }
  }

  /** Stores a photograph with its draft. If there is no room, it lasts as long as the tab. */
  async keepPhoto(id: string, photo: Blob) {
    try {
      await store.putPhoto(id, photo)
      this.#photos.delete(id)
      if (this.unkept?.what === 'photo') this.unkept = undefined
    } catch (error) {
      this.#photos.set(id, photo)
      // Browsers count a file that did not fit until its place is cleared.
      await store.removePhoto(id).catch(() => undefined)
      if (this.unkept?.what !== 'draft') this.unkept = { what: 'photo', full: isFull(error) }
    }
  }

  async dropPhoto(id: string) {
    this.#photos.delete(id)
    if (this.unkept?.what === 'photo') this.unkept = undefined
    await store.removePhoto(id).catch(() => undefined)
  }

  /** Removes a draft: it was discarded, or is a record now. */
  async remove(id: string) {
    this.#removed.add(id)
    this.#unstored.delete(id)
    this.#photos.delete(id)
    if (!this.#unstored.size && !this.#photos.size) this.unkept = undefined
    await store.remove(id).catch(() => undefined)
    await this.#changed()
  }

  /** Sends a waiting draft and returns the record; undefined if that failed (the draft's state and failure say why) or another tab sends it. */
  async send(id: string): Promise<Observation | undefined> {
    if (this.sending.has(id)) return
    this.sending = new Set([...this.sending, id])
    try {
      return await exclusively('send-' + id, () => this.#deliver(id))
    } finally {
      this.sending = new Set([...this.sending].filter((other) => other !== id))
    }
  }

  /** Sends all waiting drafts, one after the other. */
  async sendWaiting() {
    for (const { id, state } of this.drafts) {
      if (state !== 'waiting') continue
      await this.send(id)
      // The same failure would stop the others.
      const failure = (await this.find(id))?.failure
      if (failure && STOPS_ALL.has(failure.status)) return
    }
  }

  async sendAutomatically() {
    if (this.#automatic && navigator.onLine) await this.sendWaiting()
  }

  async #deliver(id: string): Promise<Observation | undefined> {
    const draft = await this.find(id)
    if (draft?.state !== 'waiting') return
    // A clock that was set back, or an older version of the page, may have left a draft with problems. Only the server checks changes.
    if (!draft.base && Object.keys(problemsOf(draft.entry, new Date())).length) {
      await this.keep({ ...draft, state: 'writing' })
      return
    }
    let latest = draft
    try {
      const record = await deliver(draft, {
        user: userId(),
        now: Date.now(),
        photo: () => this.photo(id),
        predict: (photo, box) => predict(photo, { language: language(), box }),
        keep: (next) => this.keep((latest = next)),
      })
      keepReceipt(record)
      this.sent = [record, ...this.sent]
      await this.remove(id)
      return record
    } catch (error) {
      // Another tab opened the draft meanwhile: its text counts.
      if ((await this.find(id))?.state !== 'waiting') return
      const failure = error instanceof ApiError ? error : new ApiError(0, 'unknown', String(error))
      const { status, type, message, errors } = failure
      const waits = failure.temporary || status === 401 // for the write token
      await this.keep({ ...latest, state: waits ? 'waiting' : 'refused', failure: { status, type, detail: message, errors } })
    }
  }

  async #changed() {
    this.#channel?.postMessage('changed')
    await this.refresh()
  }
}

export const outbox = new Outbox()

/** Runs a task unless another tab runs it. Browsers have no locks on pages without https: there the record's id prevents doubles. */
async function exclusively<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return task()
  return navigator.locks.request('skeeter' + root + '-' + name, { ifAvailable: true }, async (lock) => (lock ? task() : undefined))
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
