// What single keys do on the page. Who uses speech or types elsewhere can turn them off (WCAG 2.1.4).
export const keys = {
  j: 'next', k: 'previous', c: 'confirm', e: 'correct', r: 'reject', m: 'needs_more', x: 'select', u: 'undo',
} as const
export type Action = (typeof keys)[keyof typeof keys]

/** The key of an action. */
export const keyOf = (action: Action) => Object.entries(keys).find(([, does]) => does === action)?.[0] ?? ''

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
  defaultPrevented: boolean
  target: EventTarget | null
}

/** What a pressed key does; nothing where text is written or chosen. */
export function actionOf(event: Pressed): Action | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const target = event.target as { matches?: (selector: string) => boolean } | null
  if (target?.matches?.('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
  const name = event.key.toLowerCase()
  const action = Object.hasOwn(keys, name) ? keys[name as keyof typeof keys] : undefined
  // A key that is held down decides once.
  return event.repeat && action !== 'next' && action !== 'previous' ? undefined : action
}
