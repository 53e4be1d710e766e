import { expect, test, vi } from 'vitest'

vi.mock('../app/settings', () => ({ root: '/skeeter' }))
vi.stubGlobal('location', new URL('https://example.org/skeeter/records'))

const { pictureOf } = await import('./picture')

test('a picture of this server lies below its path', () => {
  expect(pictureOf('/static/predictions/a.jpg')).toEqual({ address: 'https://example.org/skeeter/static/predictions/a.jpg', here: true })
})

test('pictures of others keep their address', () => {
  expect(pictureOf('https://example.com/a.jpg')).toEqual({ address: 'https://example.com/a.jpg', here: false })
  expect(pictureOf(null)).toBeUndefined()
})
