// One report from the empty form to the record: opens a draft, keeps every change, sends it.
import type { Observation } from '../api/types'
import { router } from '../app/router.svelte'
import { reports } from '../app/settings'
import { emptyEntry, isMany, localDay, problemsFrom, problemsOf, type Entry, type Field, type Problems } from './entry/entry'
import { claim } from './outbox/claim'
import { observerName, rememberObserver, uuid } from './outbox/device'
import { newDraft, untouched, type Draft } from './outbox/draft'
import { outbox } from './outbox/outbox.svelte'
import { fieldsOf, stepOf, type Step } from './steps'

type Phase = 'opening' | 'writing' | 'sending' | 'sent' | 'waiting' | 'missing'

export class ReportSession {
  phase = $state<Phase>('opening')
  /** The open draft; the form is bound to its fields. */
  draft = $state<Draft>()
  /** The record of the last report. */
  record = $state.raw<Observation>()
  /** The draft that could not be sent at once. */
  left = $state('')
  /** The steps that the user wanted to leave forwards: problems are shown only there. */
  #tried = $state<readonly Step[]>([])
  /** The count that the user confirmed, because it is unusual. */
  #confirmed = $state('')
  #release: (() => void) | undefined
  /** The draft in the address that was opened last. */
  #followed: string | undefined
  /** The content of the stored draft, to detect changes. */
  #content = ''
  #fresh: Entry = emptyEntry('')

  readonly #server = $derived(problemsFrom(this.draft?.failure?.errors ?? []))

  /** Problems by field. */
  readonly problems = $derived.by<Problems>(() => {
    if (!this.draft) return {}
    const { entry } = this.draft
    const all: Problems = { ...this.#server.problems, ...problemsOf(entry, new Date()) }
    if (isMany(entry, reports.largest_counts) && entry.count !== this.#confirmed) all.count ??= { is: 'many' }
    const tried = Object.entries(all).filter(([field]) => this.#tried.includes(stepOf(field as Field)))
    return Object.fromEntries(tried) as Problems
  })

  /** Errors of the server that belong to no field. */
  readonly refusals = $derived.by<string[]>(() => {
    const failure = this.draft?.failure
    if (!failure || failure.status === 0 || failure.status === 401) return []
    return failure.errors.length ? this.#server.others : [failure.detail]
  })

  readonly tokenRefused = $derived(this.draft?.failure?.status === 401)

  /** Opens the draft that the address names; '' opens the last draft that no other tab has open, or a new one. */
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
    else await this.#start()
  }

  /** Begins another report. */
  async another() {
    this.#leaveAddress()
    await this.#start()
  }

  async #start() {
    this.close()
    const draft = newDraft(uuid(), emptyEntry(localDay(new Date()), observerName()), Date.now())
    this.#begin(draft, await claim(draft.id, true))
  }

  /** Closes the draft and releases it for other tabs. */
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
    this.#tried = draft.failure ? ['photo', 'place', 'what'] : []
    this.#confirmed = ''
    // A draft in state 'writing' is not sent automatically.
    if (draft.state !== 'writing') void outbox.keep({ ...draft, state: 'writing' })
    this.draft = { ...draft, state: 'writing' }
    this.phase = 'writing'
  }

  /** Stores the draft if it has changed. Call it after every change. */
  keep() {
    if (!this.draft || this.phase !== 'writing') return
    const draft = $state.snapshot(this.draft) as Draft
    const content = contentOf(draft)
    if (content === this.#content) return
    this.#content = content
    // The request that was sent is outdated.
    this.draft.body = null
    if (untouched(draft, this.#fresh) && !outbox.drafts.some(({ id }) => id === draft.id)) return
    void outbox.keep({ ...draft, body: null, changed: Date.now() })
  }

  /** Whether a step may be left forwards: nothing of it is missing or wrong. */
  leave(step: Step): boolean {
    if (!this.#tried.includes(step)) this.#tried = [...this.#tried, step]
    return fieldsOf(step).every((field) => !this.problems[field])
  }

  /** The user means the count, though it is unusual. */
  confirmCount() {
    this.#confirmed = this.draft?.entry.count ?? ''
  }

  /** Sends the report. False: the user has to correct something first. */
  async send(): Promise<boolean> {
    if (!this.draft || this.phase !== 'writing') return true
    this.#tried = ['photo', 'place', 'what']
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

  /** Discards the draft and begins a new report. */
  async discard() {
    const id = this.draft?.id
    this.close()
    if (id) await outbox.remove(id)
    await this.another()
  }

  #leaveAddress() {
    this.#followed = ''
    if (router.query.has('draft') || router.query.has('step')) router.set({ draft: null, step: null }, 'replace')
  }
}

function contentOf({ entry, photo, showPhoto, prediction, unpredictable }: Draft): string {
  return JSON.stringify([entry, photo, showPhoto, prediction, unpredictable])
}
