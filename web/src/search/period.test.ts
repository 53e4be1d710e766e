import { expect, test } from 'vitest'

import { period } from './period'

const named = (language: string, until: string[]) => ({
  until,
  months: Array.from({ length: 12 }, (_, i) => {
    const at = Date.UTC(2024, i, 1)
    const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(at)
    const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', timeZone: 'UTC' }).formatToParts(at)
    return [alone, parts.find(({ type }) => type === 'month')!.value]
  }),
})
const english = named('en', ['to', 'until'])
const dates = (start_date: string, end_date: string) => ({ start_date, end_date })

test.each([
  ['2017', dates('2017-01-01', '2017-12-31')],
  ['2017-06', dates('2017-06-01', '2017-06-30')],
  ['2016-02', dates('2016-02-01', '2016-02-29')],
  ['06/2017', dates('2017-06-01', '2017-06-30')],
  ['2017-06-05', dates('2017-06-05', '2017-06-05')],
  ['June 2017', dates('2017-06-01', '2017-06-30')],
  ['2017 jun', dates('2017-06-01', '2017-06-30')],
  ['June to August 2017', dates('2017-06-01', '2017-08-31')],
  ['June – August 2017', dates('2017-06-01', '2017-08-31')],
  ['Dec 2016 to Feb 2017', dates('2016-12-01', '2017-02-28')],
  ['2017-06/2017-08', dates('2017-06-01', '2017-08-31')],
  ['2015 - 2017', dates('2015-01-01', '2017-12-31')],
  ['2015..2017', dates('2015-01-01', '2017-12-31')],
  ['June', { months: ['6'] }],
  ['december to february', { months: ['12', '1', '2'] }],
])('%s', (text, part) => expect(period(text, english)).toEqual(part))

test.each(['', 'ju', 'Junction City', '2017-13', '2017-02-30', '2018 to 2017', '6/7/2017', '1492', '12345', 'June 2017 Florida', '2017 to June', 'may may', '39.1, -94.6'])(
  'no time: %s',
  (text) => expect(period(text, english)).toBeUndefined(),
)

test('in other languages', () => {
  expect(period('junio a agosto de 2017', named('es', ['a']))).toEqual(dates('2017-06-01', '2017-08-31'))
  expect(period('fevrier 2016', named('fr', ['à']))).toEqual(dates('2016-02-01', '2016-02-29'))
  expect(period('mai à août 2017', named('fr', ['à']))).toEqual(dates('2017-05-01', '2017-08-31'))
  expect(period('março de 2017', named('pt', ['a']))).toEqual(dates('2017-03-01', '2017-03-31'))
  expect(period('май по август 2017', named('ru', ['по']))).toEqual(dates('2017-05-01', '2017-08-31'))
  expect(period('мая 2017', named('ru', ['по']))).toEqual(dates('2017-05-01', '2017-05-31'))
})
