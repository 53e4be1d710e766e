// Settings from the server: attributes of <html>, because the Content-Security-Policy allows no inline script.
import type { Welcome } from '../api/types'

const data = document.documentElement.dataset

/** Path of this deployment, "" at the root of its host; without a trailing slash. */
export const root = data.root ?? ''

/** Path of the API, such as /api/v1. */
export const base = root + (data.base ?? '/api/v1')

export const appName = data.appName ?? 'Skeeter'

export const version = data.version ?? ''

/** Address of this deployment's own basemap style, "" for the built-in basemap. */
export const basemapStyle = data.basemap ?? ''

/** Version of the tiles of the built-in basemap. */
export const basemapVersion = data.basemapVersion ?? ''

/** Version of the deployment's own street map, "" for none. */
export const streetsVersion = data.streets ?? ''

/** Which notice about synthetic records every page shows, "" for none. */
export const notice = (data.notice ?? '') as '' | 'demonstration' | 'synthetic'

/** Who is signed in, '' for nobody. */
export const person = data.person ?? ''

/** Whether the visitor sits at the machine of the server, and need not sign in. */
export const local = data.local !== undefined

/** Origins whose pages may read answers of the API; "*" is all of them. */
export const readOrigins = (data.readOrigins ?? '').split(' ').filter(Boolean)

/** Whether some other site may show the map in a frame. */
export const embeddable = data.embeddable !== undefined

/** Whether this is the map in a page of another site: without a header, a panel and whoever is signed in. */
export const embedded = data.embedded !== undefined

/** What the server does with reports (Welcome in openapi.yaml). */
export const reports = JSON.parse(data.reports ?? '{"pictures_kept":false,"largest_counts":{}}') as Welcome['reports']

/** What the visitor may do without a token: report, edit, import, review, administer. */
export const may: ReadonlySet<string> = new Set((data.may ?? '').split(' '))
