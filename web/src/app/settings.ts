// What the server tells the application: attributes of <html>, because the Content-Security-Policy allows no inline script.

const data = document.documentElement.dataset

/** Path below which this deployment lives, "" for none; without a trailing slash. */
export const root = data.root ?? ''

/** Path of the API, such as /api/v1. */
export const base = root + (data.base ?? '/api/v1')

export const appName = data.appName ?? 'Skeeter'

export const version = data.version ?? ''

/** Address of a deployment's own basemap style, "" for the one that comes with the program. */
export const basemapStyle = data.basemap ?? ''

/** Version of the tiles of our own basemap. */
export const basemapVersion = data.basemapVersion ?? ''

/** Which synthetic records the server shows, "" for none. */
export const notice = (data.notice ?? '') as '' | 'demonstration' | 'synthetic'

/** Whether the server wants a token for writing. */
export const writesNeedToken = data.writeToken === 'needed'
