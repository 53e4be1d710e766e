/** Whether a picture comes from this server: the Content-Security-Policy shows no others in the page, they are linked to. */
export function ownPicture(address: string): boolean {
  return new URL(address, location.href).origin === location.origin
}
