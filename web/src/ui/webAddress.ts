/** The text if it is an http or https address. Imported data may hold anything, and nothing else may become a link. */
export function webAddress(text: string | null | undefined): string | undefined {
  return text && /^https?:\/\/\S+$/i.test(text.trim()) ? text.trim() : undefined
}
