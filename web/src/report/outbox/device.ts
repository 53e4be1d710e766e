// What this browser remembers of its user: an id, and a name if one was given. Each deployment on a host has its own.
import { root } from '../../app/settings'
import { local, read, write } from '../../app/storage'

const userKey = 'skeeter-user' + root
const nameKey = 'skeeter-observer' + root

/** A random UUID (version 4). Browsers have crypto.randomUUID only on pages with https. */
export function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((b, i) => (i === 6 ? (b & 0x0f) | 0x40 : i === 8 ? (b & 0x3f) | 0x80 : b).toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

let user: string | undefined

/** The user id of this browser's records. Without storage it lasts until the page is closed. */
export function userId(): string {
  user ??= read(local, userKey)
  if (!user) {
    user = uuid()
    write(local, userKey, user)
  }
  return user
}

/** The name that the user gave last, '' for none. */
export const observerName = () => read(local, nameKey)
export const rememberObserver = (name: string) => write(local, nameKey, name.trim())
