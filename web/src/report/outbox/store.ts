// Drafts and their photographs on this device (IndexedDB).
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

import { root } from '../../app/settings'
import { completed, type Draft } from './draft'

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft }
  photos: { key: string; value: Blob }
}

let opened: Promise<IDBPDatabase<Schema>> | undefined

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('skeeter-reports' + root, 1, {
    upgrade(db) {
      db.createObjectStore('drafts', { keyPath: 'id' })
      db.createObjectStore('photos')
    },
    // The browser closed the database because its data was cleared: the next use opens it again.
    terminated: () => (opened = undefined),
  })
  opened.catch(() => (opened = undefined))
  return opened
}

/** Drafts by their last change, newest first. */
export async function all(): Promise<Draft[]> {
  return (await (await database()).getAll('drafts')).map(completed).sort((a, b) => b.changed - a.changed)
}

export async function get(id: string): Promise<Draft | undefined> {
  const draft = await (await database()).get('drafts', id)
  return draft && completed(draft)
}

export async function put(draft: Draft): Promise<void> {
  await (await database()).put('drafts', draft)
}

export async function photo(id: string): Promise<Blob | undefined> {
  return (await database()).get('photos', id)
}

export async function putPhoto(id: string, blob: Blob): Promise<void> {
  await (await database()).put('photos', blob, id)
}

export async function removePhoto(id: string): Promise<void> {
  await (await database()).delete('photos', id)
}

/** Removes a draft with its photograph. */
export async function remove(id: string): Promise<void> {
  const transaction = (await database()).transaction(['drafts', 'photos'], 'readwrite')
  await Promise.all([transaction.objectStore('drafts').delete(id), transaction.objectStore('photos').delete(id), transaction.done])
}
