// A photograph before it is sent: its format, its metadata, and a version that the server accepts.

/** Largest upload that the API accepts, in bytes. */
export const MAX_UPLOAD = 10 * 1024 * 1024
/** Longest side that is sent, in pixels. Models use less, and mobile data costs time and money in the field. */
const MAX_SIDE = 2048
const JPEG_QUALITY = 0.9

type Format = 'jpeg' | 'png' | 'heic' | 'webp' | 'gif' | 'avif' | 'tiff' | 'bmp' | 'unknown'

/** What a draft stores about its photograph. Its own place and date are used only if the user chooses them. */
export interface PhotoFacts {
  name: string
  /** Bytes and pixels as they will be sent. */
  size: number
  width: number
  height: number
  /** Whether it was made smaller or converted for sending. */
  changed: boolean
  place: { lat: number; lng: number; accuracy: number | null } | null
  taken: { date: string; time: string } | null
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** The format of a picture by its first 32 bytes. */
export function formatOf(bytes: Uint8Array): Format {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  if (ascii(bytes, 0, 4) === 'GIF8') return 'gif'
  if (ascii(bytes, 0, 2) === 'BM') return 'bmp'
  if (ascii(bytes, 0, 4) === 'II*\0' || ascii(bytes, 0, 4) === 'MM\0*') return 'tiff'
  if (ascii(bytes, 4, 8) === 'ftyp') {
    const brand = ascii(bytes, 8, 12)
    if (brand.startsWith('avi')) return 'avif'
    if (/^(hei|hev|mif|msf)/.test(brand)) return 'heic'
  }
  return 'unknown'
}

/** Whether the file itself can be sent; otherwise it is converted to a smaller JPEG. */
export function fits(format: Format, bytes: number, width: number, height: number): boolean {
  return (format === 'jpeg' || format === 'png') && bytes <= MAX_UPLOAD && Math.max(width, height) <= MAX_SIDE
}

/** The size at which a picture is sent. */
export function fitted(width: number, height: number): [width: number, height: number] {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/** A file that cannot be sent, and why. */
export class PhotoError extends Error {
  constructor(readonly format: Format) {
    super('not a picture that this browser can open: ' + format)
    this.name = 'PhotoError'
  }
}

/** Prepares a file for sending. Throws a PhotoError for a file that this browser cannot open as a picture. */
export async function prepare(file: File): Promise<{ photo: Blob; facts: PhotoFacts }> {
  const format = formatOf(new Uint8Array(await file.slice(0, 32).arrayBuffer()))
  if (format === 'unknown') throw new PhotoError(format)
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    throw new PhotoError(format)
  }
  try {
    const metadata = await metadataOf(file)
    const [width, height] = [bitmap.width, bitmap.height]
    if (fits(format, file.size, width, height)) {
      // A copy in memory: a file on a card or in a cloud may be gone when the draft is sent.
      const photo = new Blob([await file.arrayBuffer()], { type: 'image/' + format })
      return { photo, facts: { name: file.name, size: photo.size, width, height, changed: false, ...metadata } }
    }
    const [w, h] = fitted(width, height)
    const photo = await jpeg(bitmap, w, h)
    return { photo, facts: { name: file.name, size: photo.size, width: w, height: h, changed: true, ...metadata } }
  } finally {
    bitmap.close()
  }
}

async function jpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', JPEG_QUALITY)
  })
}

/** Place and date from a photograph's metadata (Exif), read on this device. */
async function metadataOf(file: File): Promise<Pick<PhotoFacts, 'place' | 'taken'>> {
  try {
    const { default: exifr } = await import('exifr')
    const tags: unknown = await exifr.parse(file, { gps: true, exif: true, xmp: false, icc: false, iptc: false, reviveValues: false })
    return placeAndDate((tags ?? {}) as Record<string, unknown>)
  } catch {
    return { place: null, taken: null } // unreadable metadata counts as none
  }
}

/** Place and date from Exif tags. */
export function placeAndDate(tags: Record<string, unknown>): Pick<PhotoFacts, 'place' | 'taken'> {
  const { latitude: lat, longitude: lng, GPSHPositioningError: accuracy, DateTimeOriginal: original } = tags
  const valid = typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  // Cameras without a GPS fix write zeros.
  const place = valid && (lat !== 0 || lng !== 0) ? { lat, lng, accuracy: typeof accuracy === 'number' && accuracy > 0 ? accuracy : null } : null
  const match = typeof original === 'string' ? /^(\d{4}):(\d\d):(\d\d)(?: (\d\d):(\d\d))?/.exec(original) : null
  const [, year = '', month = '', day = '', hour, minute] = match ?? []
  const taken = match && year !== '0000' ? { date: `${year}-${month}-${day}`, time: hour && minute ? `${hour}:${minute}` : '' } : null
  return { place, taken }
}
