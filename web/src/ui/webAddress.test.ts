import { expect, test } from 'vitest'

import { webAddress } from './webAddress'

test.each<[string | null | undefined, string | undefined]>([
  ['https://doi.org/10.15468/x', 'https://doi.org/10.15468/x'],
  [' http://example.org ', 'http://example.org'],
  ['CC BY 4.0', undefined],
  ['javascript:alert(1)', undefined],
  ['see https://example.org', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('%j', (text, want) => expect(webAddress(text)).toBe(want))
