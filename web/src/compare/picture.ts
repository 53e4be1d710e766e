// Both sides of a comparison as one PNG, each with its title, legend and sources.
import { appName } from '../app/settings'
import { fileName } from '../picture/fileName'
import { address, asPNG, colours, drawPicture } from '../picture/picture'
import { saveFile } from '../ui/saveFile'
import type { Side } from './side.svelte'

/** Makes the picture and saves it as a file. */
export async function saveComparison(sides: Side[]) {
  const images: HTMLCanvasElement[] = []
  // One after the other: a graphics card draws each at twice its size.
  for (const { handle, filter, letter, rows } of sides) if (handle) images.push(await drawPicture(handle, filter, { letter, rows, place: address() }))
  const canvas = document.createElement('canvas')
  canvas.width = images.reduce((sum, { width }) => sum + width, 0)
  canvas.height = Math.max(...images.map(({ height }) => height))
  const context = canvas.getContext('2d')!
  context.fillStyle = colours().card
  context.fillRect(0, 0, canvas.width, canvas.height)
  let x = 0
  for (const image of images) {
    context.drawImage(image, x, 0)
    x += image.width
  }
  saveFile(await asPNG(canvas), fileName(appName, sides[0]!.filter, '-compared.png'))
}
