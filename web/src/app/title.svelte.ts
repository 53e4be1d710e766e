// What the document is called: the page's own subject, such as a species, where it has one, else the name of the page.

let subject = $state('')

/** The page's own subject, '' for none. Reactive. */
export function pageSubject(): string {
  return subject
}

/** Names the document after what the page shows until the page is left or shows something else. Call it in a component. */
export function nameDocument(name: () => string) {
  $effect(() => {
    subject = name()
    return () => (subject = '')
  })
}
