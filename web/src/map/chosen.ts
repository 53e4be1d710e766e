// How the reader chose to see the records: addresses that say nothing of it follow.
import { local, read, write } from '../app/storage'
import { type Colouring, colourings, type Display, displays } from './view'

const key = 'map.look'

export interface Chosen {
  display: Display
  colouring: Colouring
}

/** The last choice, else a grid whose colours are the numbers of records. */
export function chosen(): Chosen {
  const [display, colouring] = read(local, key).split(' ')
  return { display: displays.find((d) => d === display) ?? 'grid', colouring: colourings.find((c) => c === colouring) ?? 'mixed' }
}

export function choose({ display, colouring }: Chosen) {
  write(local, key, `${display} ${colouring}`)
}
