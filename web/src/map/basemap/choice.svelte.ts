// Which basemap the maps have: the reader's choice on this device, of those that this deployment has.
import * as settings from '../../app/settings'
import { local, read, write } from '../../app/storage'

const key = 'skeeter-basemap'

/** The built-in one, the street map, and a style of the deployment's own. */
export type Basemap = 'plain' | 'streets' | 'own'

/** What this deployment has. */
export const basemaps = [
  'plain', ...(settings.streetsVersion ? ['streets'] : []), ...(settings.basemapStyle ? ['own'] : []),
] as readonly Basemap[]

class BasemapChoice {
  #chosen = $state(read(local, key))

  /** The present basemap. Reactive. */
  get current(): Basemap {
    return basemaps.find((one) => one === this.#chosen) ?? (settings.basemapStyle ? 'own' : 'plain')
  }

  choose(one: Basemap) {
    this.#chosen = one
    write(local, key, one)
  }
}

export const basemap = new BasemapChoice()

/** Whether a map needs room to name its sources: the built-in basemap is in the public domain, others are not. */
export const othersThanPlain = basemaps.length > 1
