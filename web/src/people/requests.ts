// Requests about people: who is signed in, accounts, invitations, tokens.
import { ApiError, authorized, send, url } from '../api/client'
import type { Role } from '../api/types'
import { href } from '../app/router.svelte'
import type { MessageKey } from '../i18n/message'

/** What an account may do, while it is edited. */
export interface Grant {
  roles: Role[]
  taxa: string[]
  countries: string[]
  sources: string[]
}

/** Deletes what a path names. */
export async function remove(path: string): Promise<void> {
  await authorized(url(path), { method: 'DELETE' })
}

/** Signs out, and shows the map to nobody. */
export async function signOut(): Promise<void> {
  await remove('/session')
  location.assign(href('/'))
}

/** Signs in with a password. */
export const signIn = (login: string, password: string) => send('POST', '/session', { login, password })

/** The page to show after signing in: one of this server that the address names, else the map. */
export function destination(wanted: string | null): string {
  return href(wanted && /^\/[a-z]+(\/[\w-]+)?$/.test(wanted) ? wanted : '/')
}

/** What went wrong in words, where the words for it are known. */
export function problemOf(error: unknown): MessageKey | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 401) return 'people.wrong'
  if (error.status === 429) return 'people.tooMany'
  return undefined
}

/** The items of a text with commas. */
export const items = (text: string) => text.split(',').map((item) => item.trim()).filter(Boolean)
