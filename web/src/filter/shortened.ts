// Lists that are too long to write out.

/** The first items of a list, and a count of the others. A single other item is kept, because its count is as long. */
export function shortened(items: readonly string[], most: number, more: (n: number) => string): { items: string[]; more: string } {
  if (items.length <= most + 1) return { items: [...items], more: '' }
  return { items: items.slice(0, most), more: more(items.length - most) }
}
