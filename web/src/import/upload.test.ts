import { describe, expect, test, vi } from 'vitest'

import type { Line } from './upload'

vi.stubGlobal('document', { documentElement: { dataset: {} } })
const { ApiError } = await import('../api/client')
const { passes, sendFile } = await import('./upload')

const SIZE = 5 * 1024 * 1024 + 3
const content = new Uint8Array(SIZE).map((_, i) => i % 251)

/** A server that keeps what it gets, and a line that fails as `faults` say, one for each request. */
function server(size: number, faults: (string | undefined)[] = []) {
  const file = new Blob([content.subarray(0, size)])
  const kept: Uint8Array[] = []
  let received = 0
  const waits: number[] = []
  const trouble: boolean[] = []
  const abort = new AbortController()
  const fail = () => {
    const fault = faults.shift()
    if (fault === 'lost') throw new ApiError(0, 'unreachable', '')
    if (fault && Number(fault)) throw new ApiError(Number(fault), 'x', '')
    return fault
  }
  const line: Line = {
    async send(offset, part) {
      if (offset !== received) throw new ApiError(409, 'conflict', '')
      const bytes = new Uint8Array(await part.arrayBuffer())
      const fault = fail()
      const half = fault === 'half' ? bytes.slice(0, Math.floor(bytes.length / 2)) : bytes
      kept.push(half)
      received += half.length
      if (fault) throw new ApiError(0, 'unreachable', '')
      return received
    },
    ask: async () => (fail(), received),
    wait: async (milliseconds) => void waits.push(milliseconds),
    trouble: (error) => void trouble.push(error !== undefined),
    now: () => 0,
    signal: abort.signal,
  }
  /** Whether what the server has is the file. */
  const whole = async () => Buffer.concat(kept).equals(Buffer.from(await file.arrayBuffer()))
  return { file, line, waits, trouble, abort, kept, whole }
}

describe('a file arrives whole', () => {
  test.each([
    ['over a good line', []],
    ['after a lost request', ['lost']],
    ['after a part that came without its answer', ['answer']],
    ['after half a part', [undefined, 'half']],
    ['after a part that another tab sends', ['409', undefined, '503', 'lost', 'lost']],
  ])('%s', async (_, faults) => {
    const s = server(SIZE, faults)
    await sendFile(s.file, 0, s.line)
    expect(await s.whole()).toBe(true)
    expect(s.trouble.at(-1)).toBe(false)
  })
})

test('it waits longer from try to try, and not after one that went well', async () => {
  const s = server(SIZE, ['lost', 'lost', 'lost', undefined, undefined, 'lost'])
  await sendFile(s.file, 0, s.line)
  expect(s.waits).toEqual([1000, 2000, 4000, 1000])
})

test.each([401, 404, 413, 415, 422])('%d ends it', async (status) => {
  const s = server(SIZE, [String(status)])
  await expect(sendFile(s.file, 0, s.line)).rejects.toMatchObject({ status })
  expect(s.waits).toEqual([])
})

test('an aborted one sends nothing', async () => {
  const s = server(SIZE)
  s.abort.abort()
  await expect(sendFile(s.file, 0, s.line)).rejects.toThrow()
  expect(s.kept).toEqual([])
})

test('what no try mends', () => {
  expect(passes(new ApiError(0, '', ''))).toBe(true)
  expect(passes(new TypeError())).toBe(false)
})
