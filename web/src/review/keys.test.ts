import { expect, it } from 'vitest'

import { actionOf, keyOf } from './keys'

const pressed = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false, target: null, ...more })

it('keys decide, but not where text is written, nor with another key held', () => {
  expect(actionOf(pressed('c'))).toBe('confirm')
  expect(actionOf(pressed('C'))).toBe('confirm')
  expect(actionOf(pressed('c', { ctrlKey: true }))).toBeUndefined()
  expect(actionOf(pressed('c', { target: { matches: (s: string) => s.includes('textarea') } }))).toBeUndefined()
  expect(actionOf(pressed('toString'))).toBeUndefined()
})

it('a key that is held down moves on, and decides once', () => {
  expect(actionOf(pressed('j', { repeat: true }))).toBe('next')
  expect(actionOf(pressed('c', { repeat: true }))).toBeUndefined()
})

it('every action has its key', () => {
  expect(keyOf('needs_more')).toBe('m')
})
