// Coordinates as people type them: decimal degrees with a point or a comma, or degrees, minutes and seconds.
import { metresPerPixel } from '../../map/camera/area'

type Axis = 'lat' | 'lng'

const LIMIT = { lat: 90, lng: 180 }
const number = String.raw`\d+(?:[.,]\d+)?`
const angle = new RegExp(
  String.raw`^([NSEWO])?\s*([+-])?\s*(${number})\s*(?:[°º]\s*|(?=\s\d)|$|(?=\s*[NSEWO]$))(?:\s*(${number})\s*(?:['’′]|(?=\s\d)|$|(?=\s*[NSEWO]$)))?(?:\s*(${number})\s*(?:["”″]|''|′′)?)?\s*([NSEWO])?$`,
  'i',
)

/** Reads a coordinate such as '48,8566', '-2.35', `48° 51' 24" N` in degrees; undefined if it is none. O is west (oeste, ouest). */
export function parseCoordinate(text: string, axis: Axis): number | undefined {
  const match = angle.exec(text.trim().replaceAll('−', '-'))
  if (!match) return
  const [, before, sign, degrees = '', minutes, seconds, after] = match
  if (before && after) return
  const letter = (before ?? after ?? '').toUpperCase()
  if (letter && 'NS'.includes(letter) !== (axis === 'lat')) return
  if (letter && sign) return
  const parts = [degrees, minutes, seconds].filter((part) => part !== undefined).map((part) => Number(part.replace(',', '.')))
  // Only the last part may have a fraction, and minutes and seconds are below 60.
  if (parts.slice(0, -1).some((part) => !Number.isInteger(part)) || parts.slice(1).some((part) => part >= 60)) return
  const value = parts.reduce((sum, part, i) => sum + part / 60 ** i, 0)
  if (value > LIMIT[axis]) return
  const negative = sign === '-' || (letter !== '' && 'SWO'.includes(letter))
  return negative && value > 0 ? -value : value
}

/** Reads a latitude and a longitude from one text, as other maps write them. */
export function parsePair(text: string): { lat: number; lng: number } | undefined {
  const trimmed = text.trim()
  // A comma with a blank separates two numbers; without a blank it may be a decimal point.
  const separators = [/\s*;\s*/, /,\s+/, /\s*\/\s*/, /(?<=[NSEWO])[\s,]+/i, /(?<=\.\d+)\s*,\s*/, /\s+/]
  for (const separator of separators) {
    const parts = trimmed.split(separator)
    if (parts.length !== 2) continue
    const lat = parseCoordinate(parts[0] ?? '', 'lat')
    const lng = parseCoordinate(parts[1] ?? '', 'lng')
    if (lat !== undefined && lng !== undefined) return { lat, lng }
  }
}

/** The accuracy of a finger or a mouse on a map: ten pixels, in metres, rounded up to one digit. */
export function pointingAccuracy(zoom: number, lat: number): number {
  const metres = Math.max(1, metresPerPixel(zoom, lat) * 10)
  const digit = 10 ** Math.floor(Math.log10(metres))
  return Math.ceil(metres / digit) * digit
}
