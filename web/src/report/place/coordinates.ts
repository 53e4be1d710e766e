// Coordinates as people type them: decimal degrees with a point or a comma, or degrees, minutes and seconds.

export type Axis = 'lat' | 'lng'

const LIMIT = { lat: 90, lng: 180 }
const number = String.raw`\d+(?:[.,]\d+)?`
const angle = new RegExp(
  String.raw`^([NSEWO])?\s*([+-])?\s*(${number})\s*(?:[°º]\s*|(?=\s\d)|$|(?=\s*[NSEWO]$))(?:\s*(${number})\s*(?:['’′]|(?=\s\d)|$|(?=\s*[NSEWO]$)))?(?:\s*(${number})\s*(?:["”″]|''|′′)?)?\s*([NSEWO])?$`,
  'i',
)

/** Reads one coordinate in degrees, such as '48,8566', '-2.35', `48° 51' 24" N`. Undefined: it is none. O is west (oeste, ouest). */
export function parseCoordinate(text: string, axis: Axis): number | undefined {
  const match = angle.exec(text.trim().replaceAll('−', '-'))
  if (!match) return
  const [, before, sign, degrees = '', minutes, seconds, after] = match
  if (before && after) return
  const letter = (before ?? after ?? '').toUpperCase()
  if (letter && 'NS'.includes(letter) !== (axis === 'lat')) return
  if (letter && sign) return
  const parts = [degrees, minutes, seconds].filter((part) => part !== undefined).map((part) => Number(part.replace(',', '.')))
  // Only the last part may have a fraction, and minutes and seconds end at 60.
  if (parts.slice(0, -1).some((part) => !Number.isInteger(part)) || parts.slice(1).some((part) => part >= 60)) return
  const value = parts.reduce((sum, part, i) => sum + part / 60 ** i, 0)
  if (value > LIMIT[axis]) return
  const negative = sign === '-' || (letter !== '' && 'SWO'.includes(letter))
  return negative && value > 0 ? -value : value
}

/** Reads a latitude and a longitude in one text, as maps and messages hand them over. */
export function parsePair(text: string): { lat: number; lng: number } | undefined {
  const trimmed = text.trim()
  // A comma with a blank parts two numbers; without one it may stand for a decimal point.
  const separators = [/\s*;\s*/, /,\s+/, /\s*\/\s*/, /(?<=[NSEWO])[\s,]+/i, /(?<=\.\d+)\s*,\s*/, /\s+/]
  for (const separator of separators) {
    const parts = trimmed.split(separator)
    if (parts.length !== 2) continue
    const lat = parseCoordinate(parts[0] ?? '', 'lat')
    const lng = parseCoordinate(parts[1] ?? '', 'lng')
    if (lat !== undefined && lng !== undefined) return { lat, lng }
  }
}

/** A coordinate as a text field shows it: 6 decimals are about 10 cm. */
export function coordinateText(degrees: number): string {
  return String(Number(degrees.toFixed(6)))
}

/** A longitude within -180 to 180: a map that was dragged around the world counts on. */
export function wrap(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

const EARTH_RADIUS_M = 6_371_008.8
const radians = Math.PI / 180

/** The circle around a place as a closed ring of positions, so that it has its true size on every map. */
export function circle(lat: number, lng: number, radius: number, corners = 64): [lng: number, lat: number][] {
  const distance = Math.min(radius / EARTH_RADIUS_M, Math.PI / 2)
  const ring: [number, number][] = []
  for (let i = 0; i <= corners; i++) {
    const bearing = (2 * Math.PI * i) / corners
    const y = Math.asin(Math.sin(lat * radians) * Math.cos(distance) + Math.cos(lat * radians) * Math.sin(distance) * Math.cos(bearing))
    const x = Math.atan2(
      Math.sin(bearing) * Math.sin(distance) * Math.cos(lat * radians),
      Math.cos(distance) - Math.sin(lat * radians) * Math.sin(y),
    )
    ring.push([lng + x / radians, y / radians])
  }
  return ring
}

/** How exact a finger or a mouse points on a map: ten pixels, in metres rounded up to one digit. */
export function pointingAccuracy(zoom: number, lat: number): number {
  const metresPerPixel = (2 * Math.PI * EARTH_RADIUS_M * Math.cos(lat * radians)) / (512 * 2 ** zoom)
  const metres = Math.max(1, metresPerPixel * 10)
  const digit = 10 ** Math.floor(Math.log10(metres))
  return Math.ceil(metres / digit) * digit
}
