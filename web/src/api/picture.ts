import { root } from '../app/settings'

/** The address of a record's picture. The Content-Security-Policy lets pages show only pictures of this server (`here`). */
export function pictureOf(image_url: string | null): { address: string; here: boolean } | undefined {
  if (!image_url) return
  const address = new URL(image_url.startsWith('/') ? root + image_url : image_url, location.href)
  return { address: address.href, here: address.origin === location.origin }
}
