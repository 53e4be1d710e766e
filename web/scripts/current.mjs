// What a step of the build need not make again.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a file is newer than these files, and than these folders with all that is in them. */
export function current(file, ...inputs) {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return inputs.flatMap(within).every((input) => statSync(input).mtimeMs < made)
}

/** A path, and where it is a folder, the paths in it. */
function within(path) {
  return statSync(path).isDirectory() ? [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, name))] : [path]
}
