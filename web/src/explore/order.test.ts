import { expect, test } from 'vitest'

import { sorted, type Order } from './order'

const rows = [['Éthiopie', 2], ['Espagne', 2], ['France', 5], ['Andorre', 1]].map(([name, count]) => ({ id: '', name, count }) as { id: string; name: string; count: number })
const names = (order: Order) => sorted(rows, order, 'fr').map((r) => r.name)

test.each([
  [{ by: 'count', down: true }, ['France', 'Espagne', 'Éthiopie', 'Andorre']],
  [{ by: 'count', down: false }, ['Andorre', 'Espagne', 'Éthiopie', 'France']],
  [{ by: 'name', down: false }, ['Andorre', 'Espagne', 'Éthiopie', 'France']],
  [{ by: 'name', down: true }, ['France', 'Éthiopie', 'Espagne', 'Andorre']],
] as const)('%j', (order, want) => expect(names(order)).toEqual(want))
