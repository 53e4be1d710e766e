// The pages by their paths. A page's code is loaded when the reader opens it. The server answers the same paths (web.go).
import type { Component } from 'svelte'

import type { MessageKey } from '../i18n/message'

export interface Page {
  title: MessageKey
  load: () => Promise<{ default: Component<never> }>
}

const pages: [pattern: RegExp, page: Page][] = [
  [/^\/$/, { title: 'app.map', load: () => import('../explore/MapPage.svelte') }],
  [/^\/species$/, { title: 'app.species', load: () => import('../species/SpeciesListPage.svelte') }],
  [/^\/species\/([^/]+)$/, { title: 'app.species', load: () => import('../species/SpeciesPage.svelte') }],
  [/^\/diseases$/, { title: 'app.diseases', load: () => import('../diseases/DiseaseListPage.svelte') }],
  [/^\/diseases\/([^/]+)$/, { title: 'app.diseases', load: () => import('../diseases/DiseasePage.svelte') }],
  [/^\/report$/, { title: 'app.report', load: () => import('../report/ReportPage.svelte') }],
  [/^\/import$/, { title: 'app.import', load: () => import('../import/ImportPage.svelte') }],
  [/^\/records$/, { title: 'app.records', load: () => import('../report/RecordsPage.svelte') }],
  [/^\/records\/([^/]+)$/, { title: 'app.record', load: () => import('../report/RecordPage.svelte') }],
  [/^\/sources$/, { title: 'about.sources', load: () => import('../sources/SourceListPage.svelte') }],
  [/^\/sources\/([^/]+)$/, { title: 'about.sources', load: () => import('../sources/SourcePage.svelte') }],
  [/^\/bulletin$/, { title: 'bulletin.title', load: () => import('../bulletin/BulletinPage.svelte') }],
  [/^\/about$/, { title: 'app.about', load: () => import('../about/AboutPage.svelte') }],
  [/^\/sign-in$/, { title: 'people.signIn', load: () => import('../people/SignInPage.svelte') }],
  [/^\/account$/, { title: 'people.account', load: () => import('../people/AccountPage.svelte') }],
  [/^\/invitation$/, { title: 'people.invitation', load: () => import('../people/InvitationPage.svelte') }],
  [/^\/review$/, { title: 'review.title', load: () => import('../review/ReviewPage.svelte') }],
  [/^\/admin$/, { title: 'people.admin', load: () => import('../people/AdminPage.svelte') }],
]

/** The page at a path with its properties: the id in the path, where it has one. */
export function pageAt(path: string): { page: Page; props: { id?: string } } | undefined {
  for (const [pattern, page] of pages) {
    const match = pattern.exec(path)
    if (match) return { page, props: match[1] ? { id: match[1] } : {} }
  }
}

/** Loads a page's component, which takes the properties that the page's pattern finds. */
export async function load(page: Page): Promise<Component<{ id?: string }>> {
  return (await page.load()).default as Component<{ id?: string }>
}
