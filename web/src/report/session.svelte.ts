// One report from the empty form to the record: which draft is open, that every change is kept, that sending ends somewhere.
import type { Observation } from '../api/types'
import { router } from '../app/router.svelte'
import { emptyEntry, localDay, problemsFrom, problemsOf, type Entry, type Problems } from './entry/entry'
import { claim } from './outbox/claim'
import { observerName, rememberObserver, uuid } from './outbox/device'
import { newDraft, untouched, type Draft } from './outbox/draft'
import { outbox } from './outbox/outbox.svelte'

type Phase = 'opening' | 'writing' | 'sending' | 'sent' | 'waiting' | 'missing'

export class ReportSession {
  phase = $state<Phase>('opening')
  /** What is being written; its fields are bound to the form. */
  draft = $state<Draft>()
  /** What the last report became. */
  record = $state.raw<Observation>()
  /** The draft that could not be sent at once. */
  left = $state('')
  /** Whether the user has pressed send: only then is told what is wrong. */
  #tried = $state(false)
  #release: (() => void) | undefined
  /** The draft in the address that was followed last. */
  #followed: string | undefined
  /** What the kept draft says, to see changes by. */
  #content = ''
  #fresh: Entry = emptyEntry('')

  readonly #server = $derived(problemsFrom(this.draft?.failure?.errors ?? []))

  /** What is wrong with the fields. */
  readonly problems = $derived.by<Problems>(() => {
    if (!this.draft || !this.#tried) return {}
    return { ...this.#server.problems, ...problemsOf(this.draft.entry, new Date()) }
  })

  /** What the server refused beside the fields. */
  readonly refusals = $derived.by<string[]>(() => {
    const failure = this.draft?.failure
    if (!failure || failure.status === 0 || failure.status === 401) return []
    return failure.errors.length ? this.#server.others : [failure.detail]
  })

  readonly tokenRefused = $derived(this.draft?.failure?.status === 401)

  /** Opens the draft that the address names; '' is the last one that no other tab is writing, or a new one. */
  async follow(id: string) {
    if (id === this.#followed) return
    this.#followed = id
    this.close()
    this.phase = 'opening'
    await outbox.refresh()
    const reports = outbox.drafts.filter((draft) => !draft.base)
    const candidates = reports.filter((draft) => (id ? draft.id === id : draft.state === 'writing'))
    for (const candidate of candidates) {
      const release = candidate && !outbox.sending.has(candidate.id) ? await claim(candidate.id) : undefined
      if (this.#followed !== id) return release?.()
      if (!candidate || !release) continue
      this.#begin(candidate, release)
      return
    }
    if (id) this.phase = 'missing'
    else await this.another()
  }

  /** Begins a new report. */
  async another() {
    this.close()
    this.#leaveAddress()
    const draft = newDraft(uuid(), emptyEntry(localDay(new Date()), observerName()), Date.now())
    this.#begin(draft, await claim(draft.id, true))
  }

  /** Lets other tabs have the draft. */
  close() {
    this.#release?.()
    this.#release = undefined
    this.draft = undefined
    this.record = undefined
  }

  #begin(draft: Draft, release: (() => void) | undefined) {
    this.#release = release
    this.#fresh = { ...draft.entry }
    this.#content = contentOf(draft)
    this.#tried = draft.failure !== null
    // While it is written it is not sent by itself.
    if (draft.state !== 'writing') void outbox.keep({ ...draft, state: 'writing' })
    this.draft = { ...draft, state: 'writing' }
    this.phase = 'writing'
  }

  /** Keeps the draft as it is now, if something has changed. To be called with every change. */
  keep() {
    if (!this.draft || this.phase !== 'writing') return
    const draft = $state.snapshot(this.draft) as Draft
    const content = contentOf(draft)
    if (content === this.#content) return
    this.#content = content
    // What was sent is no longer what is meant.
    this.draft.body = null
    if (untouched(draft, this.#fresh) && !outbox.drafts.some(({ id }) => id === draft.id)) return
    void outbox.keep({ ...draft, body: null, changed: Date.now() })
  }

  /** Sends the report. False: something has to be mended first. */
  async send(): Promise<boolean> {
    if (!this.draft || this.phase !== 'writing') return true
    this.#tried = true
    this.draft.failure = null
    if (Object.keys(this.problems).length) return false
    const draft: Draft = { ...($state.snapshot(this.draft) as Draft), state: 'waiting', changed: Date.now() }
    this.phase = 'sending'
    rememberObserver(draft.entry.observer_name)
    await outbox.keep(draft)
    const record = await outbox.send(draft.id)
    const left = record ? undefined : await outbox.find(draft.id)
    if (left && (left.state !== 'waiting' || left.failure?.status === 401)) {
      this.#begin(left, this.#release)
      return false
    }
    this.close()
    this.#leaveAddress()
    this.record = record
    this.left = draft.id
    this.phase = record ? 'sent' : 'waiting'
    return true
  }

  /** Throws the draft away and begins anew. */
  async discard() {
    const id = this.draft?.id
    this.close()
    if (id) await outbox.remove(id)
    await this.another()
  }

  #leaveAddress() {
    this.#followed = ''
    if (router.query.has('draft')) router.set({ draft: null }, 'replace')
  }
}

function contentOf({ entry, photo, showPhoto, prediction, unpredictable }: Draft): string {
  return JSON.stringify([entry, photo, showPhoto, prediction, unpredictable])
}
