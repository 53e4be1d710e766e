import { expect, test } from 'vitest'

import { everything, type Filter } from '../filter/filter'
import { fileName } from './fileName'

const cases: [Partial<Filter>, string][] = [
  [{}, 'skeeter.png'],
  [{ species: ['aedes-aegypti'], start_date: '2020-01-01', end_date: '2020-12-31' }, 'skeeter-aedes-aegypti-2020.png'],
  [{ start_date: '2018-01-01', end_date: '2020-12-31' }, 'skeeter-2018-2020.png'],
  [{ start_date: '2020-02-01', end_date: '2020-02-29' }, 'skeeter-2020-02.png'],
  [{ start_date: '2020-02-01', end_date: '2020-02-28' }, 'skeeter-2020-02-01-2020-02-28.png'],
  [{ start_date: '2020-02-01' }, 'skeeter-since-2020-02-01.png'],
  [{ species: ['a', 'b', 'c'], country: ['br', 'ar'] }, 'skeeter-3-species-br-ar.png'],
  [{ country: ['br', 'ar', 'cl'] }, 'skeeter-3-countries.png'],
  [{ data_source: ['MODIRISK: Études/été'] }, 'skeeter-modirisk-etudes-ete.png'],
]

test.each(cases)('%j', (filter, want) => expect(fileName('Skeeter', { ...everything(), ...filter })).toBe(want))

test('other files have their own ending', () => expect(fileName('Skeeter', everything(), '-seasons.csv')).toBe('skeeter-seasons.csv'))

test('long ones end', () => expect(fileName('Skeeter', { ...everything(), data_source: ['x'.repeat(300)] }).length).toBeLessThan(130))
