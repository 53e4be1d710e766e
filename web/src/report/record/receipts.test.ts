import { describe, expect, it, vi } from 'vitest'

import type { Observation } from '../../api/types'
import { hasReceipt, keepReceipt, receiptHeader } from './receipts'

vi.mock('../../app/settings', () => ({ root: '/' }))

describe('receipts', () => {
  it('belong to one record', () => {
    keepReceipt({ id: 'a', receipt: 'receipt_1' } as Observation)
    keepReceipt({ id: 'b' } as Observation)
    expect(receiptHeader('a')).toEqual({ 'Skeeter-Receipt': 'receipt_1' })
    expect(receiptHeader('b')).toEqual({})
    expect(hasReceipt('a')).toBe(true)
    expect(hasReceipt('b')).toBe(false)
  })
})
