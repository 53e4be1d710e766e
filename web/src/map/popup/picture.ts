/** Whether a picture is on this server. The Content-Security-Policy allows no others in the page; they get a link. */
export function ownPicture(address: string): boolean {
  return new URL(address, location.href).origin === location.origin
}
