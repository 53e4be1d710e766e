// Known records for the tests, beside the synthetic ones, as a file with Darwin Core columns.

/** A row of records over the antimeridian, one every twentieth of a degree, among the islands of Fiji. */
export const row = { source: 'row', species: 'Aedes polynesiensis', latitude: -17, records: 80, reach: 2 }

/** A place far from every other record, in the South Atlantic: a trap site and two records near it. */
export const island = {
  source: 'island',
  country: 'none',
  latitude: -37.1,
  longitude: -12.3,
  /** Records at one and the same place. */
  trap: [
    { species: 'Aedes aegypti', date: '2021-02-03', count: 4 },
    { species: 'Aedes aegypti', date: '2021-02-10', count: 2 },
    { species: 'Culex quinquefasciatus', date: '2021-02-03', count: 30 },
  ],
  /** A quarter of a degree east, known to five kilometres, its date to a month. */
  coarse: { species: 'Anopheles gambiae', date: '2021-03', accuracy: 5000 },
  /** A quarter of a degree west, of a species that the catalog does not have. */
  stranger: { species: 'Culex insularis', date: '2021-04-01' },
}

/** Records of a place far from every other one: one of them is known only by its year. */
export const years = { source: 'years', species: 'Aedes albopictus', latitude: -54.4, longitude: 3.4, dates: ['2019-03-05', '2019', '2020-02-10'] }

const columns = 'occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,coordinateUncertaintyInMeters'

/** A file for each data source. */
export function files(): Record<string, string> {
  return { [row.source]: text(rowLines()), [island.source]: text(islandLines()), [years.source]: text(years.dates.map((date, i) => [`years${i}`, years.species, years.latitude, years.longitude, date, 1, ''])) }
}

function rowLines() {
  return Array.from({ length: row.records }, (_, i) => {
    const longitude = 180 - row.reach + (2 * row.reach * (i + 0.5)) / row.records
    return [`row${i}`, row.species, row.latitude, (longitude > 180 ? longitude - 360 : longitude).toFixed(3), '2024-03-01', 1, '']
  })
}

function islandLines() {
  const { latitude, longitude, trap, coarse, stranger } = island
  return [
    ...trap.map((r, i) => [`trap${i}`, r.species, latitude, longitude, r.date, r.count, 10]),
    ['coarse', coarse.species, latitude, longitude + 0.25, coarse.date, 1, coarse.accuracy],
    ['stranger', stranger.species, latitude, longitude - 0.25, stranger.date, 1, ''],
  ]
}

function text(lines: (string | number)[][]): string {
  return [columns, ...lines.map((line) => line.join())].join('\n') + '\n'
}
