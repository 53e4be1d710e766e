// The server's write token. The browser keeps it until the tab is closed; each deployment on a host has its own.
import { root } from './settings'
import { read, session, write } from './storage'

const key = 'skeeter-token' + root

export const writeToken = () => read(session, key)
export const rememberToken = (token: string) => write(session, key, token.trim())
