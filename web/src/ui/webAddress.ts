/** The text when it is an address of the web; imported data may say anything, so that nothing else becomes a link. */
export function webAddress(text: string | null | undefined): string | undefined {
  return text && /^https?:\/\/\S+$/i.test(text.trim()) ? text.trim() : undefined
}
