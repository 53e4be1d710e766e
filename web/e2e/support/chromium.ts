import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The browser that CHROMIUM names, else the first one in PATH, else undefined. */
export const chromium = process.env.CHROMIUM || names.map(inPath).find((path) => path !== undefined)

function inPath(name: string): string | undefined {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)).find(executable)
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
