// Writes the names of countries that the Go package internal/lang embeds: official ones and other usual ones, by alpha-2 codes of
// ISO 3166-1. The package's Portuguese list confuses the two Congos, so Portuguese has CLDR's names alone.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const listed = ['en', 'es', 'fr', 'ru']
const languages = [...listed, 'pt']
// Names that files have and neither list.
const others = {
  bo: ['Plurinational State of Bolivia', 'Estado Plurinacional de Bolivia', 'État plurinational de Bolivie'],
  cd: ['DR Congo', 'DRC', 'RDC', 'Democratic Republic of Congo', 'Zaire', 'Zaïre'],
  cg: ['Republic of Congo'],
  cv: ['Cape Verde'],
  fm: ['Federated States of Micronesia'],
  gb: ['UK', 'United Kingdom of Great Britain and Northern Ireland', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  ir: ['Islamic Republic of Iran'],
  kp: ["Democratic People's Republic of Korea"],
  md: ['Republic of Moldova'],
  mk: ['Macedonia', 'The former Yugoslav Republic of Macedonia'],
  mm: ['Burma'],
  mo: ['Macau'],
  nl: ['Holland'],
  sz: ['Swaziland'],
  tl: ['East Timor'],
  va: ['Holy See'],
  ve: ['Bolivarian Republic of Venezuela'],
  vi: ['United States Virgin Islands'],
}
const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const require = createRequire(import.meta.url)

const names = {}
for (const language of listed) {
  const { countries } = JSON.parse(await readFile(require.resolve(`i18n-iso-countries/langs/${language}.json`), 'utf8'))
  for (const [code, known] of Object.entries(countries)) (names[code.toLowerCase()] ??= []).push(...[known].flat())
}
for (const language of languages) {
  const cldr = new Intl.DisplayNames([language], { type: 'region' })
  for (const code of Object.keys(names)) names[code].push(cldr.of(code.toUpperCase()))
}
for (const [code, known] of Object.entries(others)) names[code].push(...known)
for (const code of Object.keys(names)) names[code] = [...new Set(names[code])]
await writeFile(join(repository, 'internal', 'lang', 'dist', 'country-names.json'), JSON.stringify(names))
