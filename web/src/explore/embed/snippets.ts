// What somebody copies into a page of their own to show the same map there.

/** Parameters that say nothing about the map. */
const ours = ['embed']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A frame with the map; `service` is the address of this server with a slash at its end. */
export function frame(service: string, query: URLSearchParams, title: string): string {
  const address = new URL(service)
  for (const [name, value] of query) if (!ours.includes(name)) address.searchParams.set(name, value)
  address.searchParams.set('embed', '1')
  return `<iframe src="${escaped(address.href)}" title="${escaped(title)}" width="100%" height="480" loading="lazy" allow="fullscreen" style="border:0"></iframe>`
}

/** The element of embed.js with the map. */
export function element(service: string, query: URLSearchParams, title: string): string {
  const attributes = [...query].filter(([name]) => !ours.includes(name)).map(([name, value]) => ` ${name.replaceAll('_', '-')}="${escaped(value)}"`)
  return `<script src="${escaped(service)}embed.js" async></script>\n<skeeter-map label="${escaped(title)}"${attributes.join('')}></skeeter-map>`
}
