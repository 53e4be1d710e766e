// Which country of ISO 3166-1 a part of Natural Earth is drawn and named as: where the server counts its records, too
// (catalog/shapes/territories.go, whose tables these are; a test compares them).

/** Features without a code, by name. */
export const unnumbered = {
  Kosovo: 'XK',
  'N. Cyprus': 'CY',
  Somaliland: 'SO',
  'Cyprus U.N. Buffer Zone': 'CY',
  Akrotiri: 'CY',
  Dhekelia: 'CY',
  Baikonur: 'KZ',
  'USNB Guantanamo Bay': 'CU',
  'Clipperton I.': 'FR',
  'Coral Sea Is.': 'AU',
  'Indian Ocean Ter.': 'AU',
  'Bajo Nuevo Bank': 'CO',
  'Serranilla Bank': 'CO',
  'Scarborough Reef': 'CN',
  'Siachen Glacier': 'IN',
  'Spratly Is.': 'VN',
}

/** Parts with a code of their own that Natural Earth counts to another country: from, to, west, south, east, north. */
export const places = [
  ['FR', 'GF', -55, 2, -51, 6],
  ['FR', 'GP', -62, 15.7, -60.9, 16.6],
  ['FR', 'MQ', -61.4, 14.3, -60.7, 15],
  ['FR', 'YT', 44.9, -13.1, 45.4, -12.5],
  ['FR', 'RE', 55, -21.5, 56, -20.7],
  ['NO', 'SJ', -10, 70.5, -7, 71.5],
  ['NO', 'SJ', 10, 74, 35, 81],
  ['NO', 'BV', 3, -55, 4, -54],
  ['NL', 'BQ', -68.5, 11.9, -68.1, 12.4],
  ['NL', 'BQ', -63.4, 17.4, -62.9, 17.7],
  ['NZ', 'TK', -173, -10, -171, -8],
  ['AU', 'CX', 105, -11, 106, -10],
  ['AU', 'CC', 96, -13, 97.5, -11.5],
  ['VN', 'TW', 114.35, 10.36, 114.38, 10.39],
  ['VN', 'PH', 114.2, 11, 115.1, 11.2],
  ['VN', 'PH', 115.7, 10.6, 115.95, 10.9],
]

/** The alpha-2 code of a geometry of world-atlas, whose id is the numeric code. */
export function countryOf({ id, properties }) {
  const code = id === undefined ? unnumbered[properties.name] : new Intl.Locale('und-' + id).region
  if (!/^[A-Z]{2}$/.test(code)) throw new Error(`${properties.name}: ${id} is no country of ISO 3166-1`)
  return code
}

/** The code of one polygon of a country. */
export function ownCountry(code, [exterior]) {
  const place = places.find(
    ([from, , west, south, east, north]) =>
      from === code && exterior.every(([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north),
  )
  return place ? place[1] : code
}
