// Which country of ISO 3166-1 a part of Natural Earth counts to: its records are counted there, and the basemap draws and names
// it so. The tables express no opinion about any claim.

/**
 * Features that Natural Earth draws without an ISO 3166-1 code, by name. Each goes to the country whose code its places are
 * written under, so that no point on land is without a country.
 */
export const unnumbered = {
  // States that administer themselves without a code of ISO 3166-1. Kosovo goes by the user-assigned code of CLDR; the others
  // count to the country whose code is in use there.
  Kosovo: 'XK',
  'N. Cyprus': 'CY',
  Somaliland: 'SO',

  // On the island of Cyprus, patrolled by the UN or under British sovereignty, and without a code of their own.
  'Cyprus U.N. Buffer Zone': 'CY',
  Akrotiri: 'CY',
  Dhekelia: 'CY',

  // Leased to another state, under the sovereignty of the lessor.
  Baikonur: 'KZ',
  'USNB Guantanamo Bay': 'CU',

  // Counted by ISO 3166-1 to the state that administers them.
  'Clipperton I.': 'FR',
  'Coral Sea Is.': 'AU',
  'Indian Ocean Ter.': 'AU', // Christmas and Cocos Islands: `places` takes them apart

  // Claimed by several states, given to the one that administers them.
  'Bajo Nuevo Bank': 'CO',
  'Serranilla Bank': 'CO',
  'Scarborough Reef': 'CN',
  'Siachen Glacier': 'IN',
  'Spratly Is.': 'VN', // holds the most of them; `places` takes the others' apart
}

/**
 * Parts with an ISO 3166-1 code of their own that Natural Earth counts to another country, and the Spratly Islands that are held
 * by others than Vietnam: from, to, west, south, east, north in degrees. A part is every polygon of the country that lies inside
 * the box; the box holds nothing else of that country.
 */
export const places = [
  ['FR', 'GF', -55, 2, -51, 6], // French Guiana
  ['FR', 'GP', -62, 15.7, -60.9, 16.6], // Guadeloupe with Les Saintes and Marie-Galante
  ['FR', 'MQ', -61.4, 14.3, -60.7, 15], // Martinique
  ['FR', 'YT', 44.9, -13.1, 45.4, -12.5], // Mayotte
  ['FR', 'RE', 55, -21.5, 56, -20.7], // Réunion
  ['NO', 'SJ', -10, 70.5, -7, 71.5], // Jan Mayen
  ['NO', 'SJ', 10, 74, 35, 81], // Svalbard with Bear Island
  ['NO', 'BV', 3, -55, 4, -54], // Bouvet Island
  ['NL', 'BQ', -68.5, 11.9, -68.1, 12.4], // Bonaire
  ['NL', 'BQ', -63.4, 17.4, -62.9, 17.7], // Saba and Sint Eustatius
  ['NZ', 'TK', -173, -10, -171, -8], // Tokelau
  ['AU', 'CX', 105, -11, 106, -10], // Christmas Island
  ['AU', 'CC', 96, -13, 97.5, -11.5], // Cocos (Keeling) Islands
  ['VN', 'TW', 114.35, 10.36, 114.38, 10.39], // Itu Aba
  ['VN', 'PH', 114.2, 11, 115.1, 11.2], // Thitu and West York
  ['VN', 'PH', 115.7, 10.6, 115.95, 10.9], // Nanshan and Flat Island
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
