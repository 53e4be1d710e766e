// Sends a file in parts and goes on after a lost connection.
import { ApiError } from '../api/client'

/** What `sendFile` needs of the server and the page. */
export interface Line {
  /** Sends a part that begins at an offset; returns how many bytes the server has then. */
  send: (offset: number, part: Blob) => Promise<number>
  /** How many bytes the server has. */
  ask: () => Promise<number>
  /** Waits before another try. */
  wait: (milliseconds: number) => Promise<void>
  /** Is called with the error of a request that will be tried again, and with nothing after one that went well. */
  trouble: (error?: ApiError) => void
  now: () => number
  signal: AbortSignal
}

const MIN_PART = 256 * 1024
const MAX_PART = 8 * 1024 * 1024
/** Milliseconds that a part should take: a lost one costs little, and the page shows that it goes on. */
const PART_TIME = 2000
const FIRST_WAIT = 1000
const MAX_WAIT = 30_000

/** Whether another try may help: the connection, a part that broke off, another tab that sends, or the server's load. */
export function passes(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.temporary || error.status === 400 || error.status === 409)
}

/** Sends what the server lacks of a file. Throws what no further try mends, and the signal's reason. */
export async function sendFile(file: Blob, received: number, line: Line): Promise<void> {
  let size = 4 * MIN_PART
  let wait = 0
  while (received < file.size) {
    line.signal.throwIfAborted()
    try {
      if (wait) received = await line.ask()
      const began = line.now()
      if (received < file.size) received = await line.send(received, file.slice(received, received + size))
      const took = line.now() - began
      if (took < PART_TIME / 2) size = Math.min(MAX_PART, size * 2)
      if (took > PART_TIME * 2) size = Math.max(MIN_PART, size / 2)
      wait = 0
      line.trouble()
    } catch (error) {
      line.signal.throwIfAborted()
      if (!passes(error)) throw error
      line.trouble(error)
      size = MIN_PART
      wait = Math.min(MAX_WAIT, wait * 2 || FIRST_WAIT)
      await line.wait(wait)
    }
  }
}

/** Waits, but no longer than until the device is online again or the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
