// Locks on drafts: a draft is never open in two tabs.
import { root } from '../../app/settings'

/** Milliseconds for other tabs to answer that they have a draft, where the browser has no locks. */
const ANSWER_MS = 1500
/** Milliseconds for a page that is being closed or reloaded to release its draft. */
const RELEASE_MS = 600

interface Message {
  about: 'asked' | 'held'
  id: string
}

const held = new Set<string>()
const channel = 'locks' in navigator || !('BroadcastChannel' in globalThis) ? undefined : new BroadcastChannel('skeeter-claims' + root)
channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.about === 'asked' && held.has(data.id)) channel.postMessage({ about: 'held', id: data.id } satisfies Message)
})

/** Locks a draft for this tab until the returned function is called; undefined when another tab has it. No other tab has a new draft. */
export function claim(id: string, isNew = false): Promise<(() => void) | undefined> {
  return 'locks' in navigator ? lock(id) : ask(id, isNew)
}

function lock(id: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    navigator.locks
      .request('skeeter' + root + '-write-' + id, { signal: AbortSignal.timeout(RELEASE_MS) }, () => new Promise<void>((release) => resolve(release)))
      .catch(() => resolve(undefined))
  })
}

/** Asks the other tabs: browsers have no locks on pages without https. */
async function ask(id: string, isNew: boolean): Promise<(() => void) | undefined> {
  if (held.has(id)) return
  held.add(id)
  if (!isNew && (await heldElsewhere(id))) {
    held.delete(id)
    return
  }
  return () => held.delete(id)
}

function heldElsewhere(id: string): Promise<boolean> {
  if (!channel) return Promise.resolve(false)
  return new Promise((resolve) => {
    const end = (elsewhere: boolean) => {
      clearTimeout(timer)
      channel.removeEventListener('message', hear)
      resolve(elsewhere)
    }
    const hear = ({ data }: MessageEvent<Message>) => {
      if (data.about === 'held' && data.id === id) end(true)
    }
    const timer = setTimeout(() => end(false), ANSWER_MS)
    channel.addEventListener('message', hear)
    channel.postMessage({ about: 'asked', id } satisfies Message)
  })
}
