// Writes what a package contains that others made: NOTICE, their licences, and sbom.cdx.json, a CycloneDX list of them.
// node scripts/inventory.mjs GO_SBOM ONNXRUNTIME_VERSION ONNXRUNTIME_LICENCES FOLDER [without-model]
// GO_SBOM is what cyclonedx-gomod wrote of the binary; the npm packages and ONNX Runtime are added to it. Something without a licence fails.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [goSBOM, onnxVersion, onnxLicences, folder, variant] = process.argv.slice(2)
const licenceFile = /^(licen[cs]e|copying|copyright|notice|patents|third.?party.?notices)/i

/** The texts of the licence files in a folder. */
function licences(where) {
  return readdirSync(where)
    .filter((name) => licenceFile.test(name) && statSync(join(where, name)).isFile())
    .map((name) => readFileSync(join(where, name), 'utf8').trim())
}

/** Names by text of a licence: many packages share one. */
const owners = new Map()
function note(name, texts) {
  if (texts.length === 0) throw new Error(`${name} has no licence`)
  for (const text of texts) owners.set(text, (owners.get(text) ?? new Set()).add(name))
}

// Files beside a package count as much as those of its module: some packages hold code of others.
const goPackages = execFileSync('go', ['list', '-deps', '-f', '{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$.Dir}}{{end}}{{end}}', './cmd/skeeter'], { encoding: 'utf8', maxBuffer: 1 << 26 })
for (const line of new Set(goPackages.split('\n').filter(Boolean))) {
  const [path, version, root, own] = line.split('\t')
  const texts = []
  for (let at = own; at.startsWith(root); at = dirname(at)) texts.push(...licences(at))
  note(`${path} ${version}`, texts)
}
note('Go', licences(execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim()))
note(`ONNX Runtime ${onnxVersion}`, licences(onnxLicences))

const npm = Object.entries(JSON.parse(readFileSync('web/package-lock.json', 'utf8')).packages)
  .filter(([at, entry]) => at && !entry.dev && !entry.devOptional && existsSync(join('web', at)))
  .map(([at, entry]) => ({ at: join('web', at), name: at.replace(/^.*node_modules\//, ''), ...entry }))
for (const { at, name, version } of npm) {
  const { license, author } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
  const said = license && `Licence: ${license}. The package has no copy of it.${author ? ` Author: ${author.name ?? author}` : ''}`
  const texts = licences(at)
  note(`${name} ${version}`, texts.length > 0 || !said ? texts : [said])
}

const model = variant === 'without-model' ? '' : 'The bundled model was trained on AMID v1.0 and has its licence, CC BY-NC 4.0: no commercial use. Its training started from EfficientNet-Lite0 weights of ImageNet (Apache-2.0).\n'
const heading = `Skeeter contains the work of others. These are their notices and licences.

${model}Shapes of countries, states, rivers, lakes and towns: Natural Earth (public domain).
`
const rule = '='.repeat(80)
const parts = [...owners].map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`).sort()
writeFileSync(join(folder, 'NOTICE'), [heading, ...parts].join(`\n${rule}\n`))

const bom = JSON.parse(readFileSync(goSBOM, 'utf8'))
// An old package.json says BSD, which is no identifier of SPDX.
const licensed = (license) => (/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: license === 'BSD' ? { name: license } : { id: license } })
const component = (purl, name, version, license, hashes) => ({
  'bom-ref': purl, type: 'library', name, version, ...(hashes && { hashes }), ...(license && { licenses: [licensed(license)] }), purl,
})
const added = new Map()
for (const { name, version, license, integrity } of npm) {
  const [algorithm, digest] = integrity.split('-')
  const hashes = [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  added.set(purl, component(purl, name, version, license, hashes))
}
const onnx = `pkg:npm/onnxruntime-node@${onnxVersion}`
added.set(onnx, component(onnx, 'onnxruntime-node', onnxVersion, 'MIT'))
bom.components.push(...added.values())
bom.dependencies.find((d) => d.ref === bom.metadata.component['bom-ref']).dependsOn.push(...added.keys())
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(bom, null, 1) + '\n')
console.log(`NOTICE: ${owners.size} texts; sbom.cdx.json: ${bom.components.length} components`)
