// Photographs to report with.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BrowserContext } from '@playwright/test'

export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture that the browser draws. It shows no mosquito, so tests accept any answer of the model. */
export async function drawing(context: BrowserContext, width = 640, height = 480): Promise<File> {
  const helper = await context.newPage()
  try {
    const base64 = await helper.evaluate(async ([w, h]) => {
      const canvas = new OffscreenCanvas(w!, h!)
      const draw = canvas.getContext('2d')!
      draw.fillStyle = '#e8e4da'
      draw.fillRect(0, 0, w!, h!)
      draw.fillStyle = '#222'
      draw.beginPath()
      draw.ellipse(w! / 2, h! / 2, w! / 5, h! / 20, 0.3, 0, 2 * Math.PI)
      draw.fill()
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    }, [width, height])
    return { name: 'drawing.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') }
  } finally {
    await helper.close()
  }
}

/** A real photograph of Aedes aegypti, where SKEETER_TESTDATA has one. */
export async function photograph(): Promise<File | undefined> {
  const testdata = process.env.SKEETER_TESTDATA
  if (!testdata) return
  const folder = join(testdata, 'training/amid/Aedes_aegypti')
  const [first] = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort()
  if (!first) return
  return { name: first, mimeType: 'image/jpeg', buffer: await readFile(join(folder, first)) }
}

/**
 * Adds the place and time of a picture: an APP1 segment with a TIFF of three directories (EXIF 2.3, sections 4.5 and 4.6). Whole degrees
 * and minutes, north and west.
 */
export function withPlace({ buffer, ...file }: File, lat: [number, number], lng: [number, number], taken: string): File {
  const tiff = Buffer.alloc(400)
  let data = 200
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  const entry = (at: number, tag: number, type: number, count: number, value: Buffer) => {
    tiff.writeUInt16BE(tag, at)
    tiff.writeUInt16BE(type, at + 2)
    tiff.writeUInt32BE(count, at + 4)
    if (value.length <= 4) value.copy(tiff, at + 8)
    else {
      tiff.writeUInt32BE(data, at + 8)
      value.copy(tiff, data)
      data += value.length
    }
  }
  const long = (n: number) => {
    const b = Buffer.alloc(4)
    b.writeUInt32BE(n)
    return b
  }
  const angle = ([degrees, minutes]: [number, number]) => Buffer.concat([degrees, 1, minutes, 1, 0, 1].map(long))
  tiff.writeUInt16BE(2, 8)
  entry(10, 0x8769, 4, 1, long(40)) // Exif
  entry(22, 0x8825, 4, 1, long(80)) // GPS
  tiff.writeUInt16BE(1, 40)
  entry(42, 0x9003, 2, 20, Buffer.from(taken + '\0', 'latin1')) // DateTimeOriginal
  tiff.writeUInt16BE(4, 80)
  entry(82, 1, 2, 2, Buffer.from('N\0', 'latin1'))
  entry(94, 2, 5, 3, angle(lat))
  entry(106, 3, 2, 2, Buffer.from('W\0', 'latin1'))
  entry(118, 4, 5, 3, angle(lng))
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, 2), head, body, buffer.subarray(2)]) }
}
