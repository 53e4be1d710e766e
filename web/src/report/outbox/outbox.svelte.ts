// The reports and changes that are not with the server yet: kept on this device, sent once.
import { ApiError } from '../../api/client'
import type { Observation } from '../../api/types'
import { root } from '../../app/settings'
import { language } from '../../i18n/locale.svelte'
import { problemsOf } from '../entry/entry'
import { predict } from '../photo/predict'
import { deliver } from './deliver'
import { userId, writeToken } from './device'
import type { Draft } from './draft'
import * as store from './store'

/** What could not be kept: only the photograph, or nothing. Other reasons than a full device are a browser that stores nothing. */
export interface Unkept {
  what: 'photo' | 'draft'
  full: boolean
}

const AUTOMATIC_KEY = 'skeeter-send-automatically' + root
const RETRY_MS = 60_000
/** No write token yet, a request that took too long, too many of them. */
const MENDED_BY_WAITING: ReadonlySet<number> = new Set([401, 408, 429])

/** Whether what the server answered with a status (0 for nothing) may be taken by it later. */
export const waits = (status: number) => status === 0 || status >= 500 || MENDED_BY_WAITING.has(status)

class Outbox {
  /** The one changed last first. */
  drafts = $state.raw<Draft[]>([])
  /** Ids of what is being sent by this tab. */
  sending = $state.raw<ReadonlySet<string>>(new Set())
  unkept = $state.raw<Unkept>()
  /** Records that this tab has sent, by their drafts. */
  sent = $state.raw<Observation[]>([])
  #automatic = $state(stored() !== 'no')
  // What the device would not take is at least known until the tab is closed.
  #unstored = new Map<string, Draft>()
  #photos = new Map<string, Blob>()
  #removed = new Set<string>()
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('skeeter-outbox' + root) : undefined
  #started = false

  /** Whether what could not be sent goes by itself as soon as the server can be reached, while a page is open. */
  get automatic(): boolean {
    return this.#automatic
  }

  set automatic(yes: boolean) {
    this.#automatic = yes
    try {
      localStorage.setItem(AUTOMATIC_KEY, yes ? 'yes' : 'no')
    } catch {
      // Then it is asked again in the next tab.
    }
    if (yes) void this.sendWaiting()
  }

  /** Reads what is kept, and sends what waits. */
  async start() {
    await this.refresh()
    if (this.#started) return
    this.#started = true
    this.#channel?.addEventListener('message', () => void this.refresh())
    // On every page of the site: what the device did not take is gone with the tab.
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

  /** Keeps a draft. When the device takes no more, unkept says so, and the draft lasts as long as the tab. */
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

  /** Stores a draft; where its own photograph takes the room that its text needs, the text goes first. */
  async #put(draft: Draft) {
    try {
      await store.put(draft)
    } catch (error) {
      if (!draft.photo || !isFull(error)) throw error
      const photo = await store.photo(draft.id)
      // Read into memory: what is removed from the store may no longer be read from there.
      if (photo) this.#photos.set(draft.id, new Blob([await photo.arrayBuffer()], { type: photo.type }))
      await store.removePhoto(draft.id)
      await store.put(draft)
      this.unkept = { what: 'photo', full: true }
    }
  }

  /** Keeps a photograph with its draft. When it has no place, the text is kept without it. */
  async keepPhoto(id: string, photo: Blob) {
    try {
      await store.putPhoto(id, photo)
      this.#photos.delete(id)
      if (this.unkept?.what === 'photo') this.unkept = undefined
    } catch (error) {
      this.#photos.set(id, photo)
      // Browsers count a file that did not fit until something is removed in its place.
      await store.removePhoto(id).catch(() => undefined)
      if (this.unkept?.what !== 'draft') this.unkept = { what: 'photo', full: isFull(error) }
    }
  }

  async dropPhoto(id: string) {
    this.#photos.delete(id)
    if (this.unkept?.what === 'photo') this.unkept = undefined
    await store.removePhoto(id).catch(() => undefined)
  }

  /** Throws a draft away, or forgets one that is a record now. */
  async remove(id: string) {
    this.#removed.add(id)
    this.#unstored.delete(id)
    this.#photos.delete(id)
    if (!this.#unstored.size && !this.#photos.size) this.unkept = undefined
    await store.remove(id).catch(() => undefined)
    await this.#changed()
  }

  /**
   * Sends a draft that waits, and returns the record; undefined when that did not work, which the draft's state and failure then tell, or when
   * another tab is sending it.
   */
  async send(id: string): Promise<Observation | undefined> {
    if (this.sending.has(id)) return
    this.sending = new Set([...this.sending, id])
    try {
      return await exclusively('send-' + id, () => this.#deliver(id))
    } finally {
      this.sending = new Set([...this.sending].filter((other) => other !== id))
    }
  }

  /** Sends everything that waits, one after the other. */
  async sendWaiting() {
    for (const { id, state } of this.drafts) {
      if (state !== 'waiting') continue
      await this.send(id)
      // What stopped this one would stop the others.
      const failure = (await this.find(id))?.failure
      if (failure && (failure.status === 0 || MENDED_BY_WAITING.has(failure.status))) return
    }
  }

  async sendAutomatically() {
    if (this.#automatic && navigator.onLine) await this.sendWaiting()
  }

  async #deliver(id: string): Promise<Observation | undefined> {
    const draft = await this.find(id)
    if (draft?.state !== 'waiting') return
    // A clock that was set back, or a draft of an older version, may have made it wrong. Of a change only the server knows that.
    if (!draft.base && Object.keys(problemsOf(draft.entry, new Date())).length) {
      await this.keep({ ...draft, state: 'writing' })
      return
    }
    let latest = draft
    try {
      const record = await deliver(draft, {
        user: userId(),
        token: writeToken(),
        now: Date.now(),
        photo: () => this.photo(id),
        predict: (photo) => predict(photo, { language: language() }),
        keep: (next) => this.keep((latest = next)),
      })
      this.sent = [record, ...this.sent]
      await this.remove(id)
      return record
    } catch (error) {
      // Meanwhile opened for writing in another tab: what is written there counts.
      if ((await this.find(id))?.state !== 'waiting') return
      const { status, type, message, errors } = error instanceof ApiError ? error : new ApiError(0, 'unknown', String(error))
      await this.keep({ ...latest, state: waits(status) ? 'waiting' : 'refused', failure: { status, type, detail: message, errors } })
    }
  }

  async #changed() {
    this.#channel?.postMessage('changed')
    await this.refresh()
  }
}

export const outbox = new Outbox()

/** Runs a task unless another tab is at it. Browsers have no locks on pages without https: there the record's id alone prevents doubles. */
async function exclusively<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
  if (!('locks' in navigator)) return task()
  return navigator.locks.request('skeeter' + root + '-' + name, { ifAvailable: true }, async (lock) => (lock ? task() : undefined))
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

function stored(): string | null {
  try {
    return localStorage.getItem(AUTOMATIC_KEY)
  } catch {
    return null
  }
}
