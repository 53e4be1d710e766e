// One import from the file to the stored records. The server has its state; this browser remembers its id, so that a reload finds it.
import { ApiError } from '../api/client'
import type { Import, ImportChoicesList } from '../api/types'
import { root } from '../app/settings'
import { local, read, write } from '../app/storage'
import { asked, type Chosen, chosenBefore, type Field, nothingChosen, suggested } from './fields'
import * as server from './requests'
import { pause, sendFile } from './upload'

const key = 'skeeter-import' + root

/** Milliseconds between two looks at a job: soon at first, as small files take no time. */
const FIRST_LOOK = 150
const LAST_LOOK = 2000
const MAX_WAIT = 30_000

const running = ['reading', 'checking', 'storing']

export class ImportSession {
  current = $state.raw<Import>()
  chosen = $state<Chosen>(nothingChosen())
  choices = $state.raw<ImportChoicesList>()
  /** The import that the browser remembers is being looked for. */
  opening = $state(true)
  /** The error of the last request, after which the page tries again by itself. */
  trouble = $state.raw<ApiError>()
  /** A request runs that somebody asked for. */
  busy = $state(false)
  error = $state.raw<unknown>()
  /** The file that the server has a part of is another one. */
  otherFile = $state(false)
  /** Parts of the file are being sent. */
  sending = $state(false)
  #file: File | undefined
  #abort = new AbortController()

  readonly tokenRefused = $derived(this.error instanceof ApiError && this.error.status === 401)
  /** What the server says of an option that it refuses, in English, by its name. */
  readonly refused = $derived.by<Record<string, string>>(() =>
    this.error instanceof ApiError ? Object.fromEntries(this.error.errors.map(({ loc, msg }) => [loc[1] ?? '', msg])) : {},
  )
  readonly table = $derived(this.current?.tables?.find(({ sheet }) => sheet === this.chosen.sheet) ?? this.current?.tables?.[0])
  /** The server waits for a file that this page does not have, because it was loaded again. */
  readonly wantsFile = $derived(this.current?.state === 'receiving' && !this.sending)

  /** Takes up the import that this browser remembers. */
  async open() {
    const id = read(local, key)
    if (id) {
      await this.#try(async () => this.#took(await this.#reach(() => server.read(id))))
      if (this.error instanceof ApiError && this.error.status === 404) this.#forget()
    }
    this.opening = false
    void this.#follow()
  }

  close() {
    this.#abort.abort()
  }

  /** Begins with a file, or goes on with the one that the server has a part of. */
  async take(file: File) {
    this.otherFile = false
    if (this.current?.state === 'receiving' && (this.current.size !== file.size || this.current.filename !== file.name)) {
      this.otherFile = true
      return
    }
    this.#file = file
    await this.#try(async () => {
      this.choices = await server.choices()
      if (!this.current) {
        this.#took(await server.begin(file.name.slice(-300), file.size))
        write(local, key, this.current!.id)
      }
    })
    if (!this.error) await this.#send()
  }

  async #send() {
    const { current } = this
    const file = this.#file
    if (!current || !file) return
    const { signal } = this.#abort
    this.sending = true
    try {
      await sendFile(file, current.received, {
        send: async (offset, part) => {
          const now = await server.part(current.id, offset, part, signal)
          if (!signal.aborted) this.#took(now)
          return now.received
        },
        ask: async () => {
          const now = await server.read(current.id)
          if (!signal.aborted) this.#took(now)
          return now.received
        },
        wait: (milliseconds) => pause(milliseconds, signal),
        trouble: (error) => (this.trouble = error),
        now: () => performance.now(),
        signal,
      })
    } catch (error) {
      if (signal.aborted) return
      this.error = error
    }
    this.sending = false
    if (this.error) return
    this.#file = undefined
    void this.#follow()
  }

  /** Asks for the state of a job until it ends. */
  async #follow() {
    const { signal } = this.#abort
    for (let wait = FIRST_LOOK; this.current && running.includes(this.current.state); wait = Math.min(LAST_LOOK, wait * 1.5)) {
      await pause(wait, signal)
      if (signal.aborted) return
      const { id } = this.current
      await this.#try(async () => {
        const now = await this.#reach(() => server.read(id))
        if (!signal.aborted) this.#took(now)
      })
      if (this.error) return
    }
  }

  /** Makes a request until the server can be reached. */
  async #reach<T>(request: () => Promise<T>): Promise<T> {
    const { signal } = this.#abort
    for (let wait = 1000; ; wait = Math.min(MAX_WAIT, wait * 2)) {
      try {
        const answer = await request()
        this.trouble = undefined
        return answer
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError && error.temporary)) throw error
        this.trouble = error
        await pause(wait, signal)
      }
    }
  }

  #took(now: Import) {
    const first = this.current?.tables == null && now.tables != null
    this.current = now
    if (first) this.#suggest()
  }

  /** Chooses what the server suggests for the present table, and what was chosen for the last check. */
  #suggest() {
    this.chosen = chosenBefore(this.current?.options ?? {})
    this.chosen.columns = { ...suggested(this.table), ...this.chosen.columns }
    for (const field of Object.keys(this.chosen.constants)) delete this.chosen.columns[field as Field]
    if (!this.choices) void server.choices().then((choices) => (this.choices = choices), () => undefined)
  }

  /** Chooses another sheet of the workbook. */
  chooseSheet(sheet: string) {
    this.chosen.sheet = sheet
    this.chosen.columns = suggested(this.table)
    this.chosen.constants = {}
    this.chosen.touched = []
  }

  /** Checks the file. Stored records that it seems to correct are asked about anew, unless it is said what becomes of them. */
  async check(correction: Chosen['correction'] = '') {
    this.chosen.correction = correction
    await this.#job((id) => server.check(id, asked($state.snapshot(this.chosen) as Chosen, this.table)))
  }

  async store(replace: boolean) {
    await this.#job((id) => server.store(id, replace))
  }

  /** Asks for a job. One whose answer was lost may run already: it is asked for again only if the import is as before. */
  async #job(request: (id: string) => Promise<Import>) {
    const { current } = this
    if (!current) return
    const { signal } = this.#abort
    let asked = false
    this.busy = true
    await this.#try(async () => {
      const now = await this.#reach(async () => {
        const found = asked ? await server.read(current.id) : current
        asked = true
        return found.state === current.state ? request(current.id) : found
      })
      if (!signal.aborted) this.#took(now)
    })
    this.busy = false
    if (!this.error) await this.#follow()
  }

  /** Forgets the import, here and on the server, and begins anew. */
  async again() {
    const id = this.current?.id
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#forget()
    if (id) await server.forget(id).catch(() => undefined) // the server forgets it by itself after a day
  }

  /** Tries again what failed. */
  async retry() {
    this.error = undefined
    if (this.#file) await this.take(this.#file)
    else if (this.current) await this.#follow()
    else await this.open()
  }

  #forget() {
    write(local, key, '')
    this.current = undefined
    this.error = undefined
    this.trouble = undefined
    this.sending = false
    this.otherFile = false
    this.#file = undefined
    this.chosen = nothingChosen()
  }

  async #try(what: () => Promise<void>) {
    const { signal } = this.#abort
    this.error = undefined
    try {
      await what()
    } catch (error) {
      if (!signal.aborted) this.error = error
    }
  }
}
