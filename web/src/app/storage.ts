// What this browser remembers. Browsers may refuse storage: values then last until the page is closed. The storage is a function,
// because a page without storage may not even name it.
const unstored = new Map<string, string>()

export const local = () => localStorage
export const session = () => sessionStorage

/** The value of a key, '' for none. */
export function read(storage: () => Storage, key: string): string {
  try {
    return storage().getItem(key) ?? unstored.get(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

/** Keeps a value; '' removes it. */
export function write(storage: () => Storage, key: string, value: string) {
  unstored.set(key, value)
  try {
    if (value) storage().setItem(key, value)
    else storage().removeItem(key)
  } catch {
    // `unstored` has it.
  }
}
