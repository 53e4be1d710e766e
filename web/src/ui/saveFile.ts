/** Saves a file on the device. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser needs the address until it has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
