import { expect, test } from 'vitest'

import { fits, fitted, formatOf, MAX_UPLOAD, placeAndDate } from './photo'

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe1', 'jpeg'], ['\x89PNG\r\n\x1a\n', 'png'], ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'], ['GIF89a', 'gif'], ['BM\0\0', 'bmp'],
  ['MM\0*', 'tiff'], ['\0\0\0\x18ftypheic\0', 'heic'], ['\0\0\0\x18ftypmif1\0', 'heic'], ['\0\0\0\x18ftypavif\0', 'avif'],
  ['\0\0\0\x18ftypisom\0', 'unknown'], ['<svg xmlns=', 'unknown'], ['', 'unknown'],
])('%j is %s', (head, format) => expect(formatOf(bytes(head))).toBe(format))

test('what the API takes is sent as it is', () => {
  expect(fits('jpeg', MAX_UPLOAD, 2048, 1536)).toBe(true)
  expect(fits('png', MAX_UPLOAD + 1, 100, 100)).toBe(false)
  expect(fits('jpeg', 1000, 100, 2049)).toBe(false)
  expect(fits('webp', 1000, 100, 100)).toBe(false)
})

test('the sides keep their proportion', () => {
  expect(fitted(4000, 3000)).toEqual([2048, 1536])
  expect(fitted(800, 600)).toEqual([800, 600])
  expect(fitted(1, 100_000)).toEqual([1, 2048])
})

test('a photograph has its own place and time', () => {
  expect(placeAndDate({ latitude: 43.7, longitude: -7.25, GPSHPositioningError: 5, DateTimeOriginal: '2024:08:13 18:05:09' })).toEqual({
    place: { lat: 43.7, lng: -7.25, accuracy: 5 }, taken: { date: '2024-08-13', time: '18:05' },
  })
  expect(placeAndDate({ latitude: 0, longitude: 0, DateTimeOriginal: '0000:00:00 00:00:00' })).toEqual({ place: null, taken: null })
  expect(placeAndDate({ latitude: NaN, longitude: 3, DateTimeOriginal: '2024:08:13' })).toEqual({ place: null, taken: { date: '2024-08-13', time: '' } })
  expect(placeAndDate({})).toEqual({ place: null, taken: null })
})
