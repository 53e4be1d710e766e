// The title of the document: the page's subject, such as a species, else the name of the page.

let subject = $state('')

/** The page's own subject, '' for none. Reactive. */
export function pageSubject(): string {
  return subject
}

/** Sets the title to the page's subject until the component is destroyed or the subject changes. Call it in a component. */
export function nameDocument(name: () => string) {
  $effect(() => {
    subject = name()
    return () => (subject = '')
  })
}
