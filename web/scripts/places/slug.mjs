/** A name as part of an id: small letters of ASCII, digits, hyphens. */
export function slug(name) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıøłđð]/g, (letter) => ({ ı: 'i', ø: 'o', ł: 'l', đ: 'd', ð: 'd' })[letter])
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe')
    .replace(/þ/g, 'th')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
