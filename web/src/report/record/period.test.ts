import { expect, it, vi } from 'vitest'

import { period } from './period'

vi.mock('../../i18n/locale.svelte', () => ({ observed: (at: string, precision: string, until?: string) => [at, precision, until].filter(Boolean).join(' ') }))

it('a period says no more than is known', () => {
  expect(period({ started_at: '2024-05-01', ended_at: '2024-05-02', date_precision: 'day' })).toBe('2024-05-01 interval 2024-05-02')
  expect(period({ started_at: null, ended_at: '2024-05-02', date_precision: 'day' })).toBe('2024-05-02 day')
  expect(period({ started_at: '2024-05-02', ended_at: '2024-05-02', date_precision: 'day' })).toBe('2024-05-02 day')
  expect(period({ started_at: '2024-05-01', ended_at: '2024-05-31', date_precision: 'month' })).toBe('2024-05-31 month')
  expect(period({ started_at: '2024-05-01T18:00:00Z', ended_at: '2024-05-02T06:00:00Z', date_precision: 'time' })).toBe('2024-05-01T18:00:00Z time – 2024-05-02T06:00:00Z time')
})
