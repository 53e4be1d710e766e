// Draws which packages of the program import which: docs/arrows.svg shows the rooms, docs/arrows.txt lists every package. With --check
// it writes nothing and fails if the files are stale.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { instance } from '@viz-js/viz'

import { arrows, layer, layers, rooms } from './arrows/rooms.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// Colours of Okabe and Ito, which people with any colour vision can tell apart. CSS wins over the attributes that Graphviz writes.
const style = `<title>Imports between the rooms of the program</title>
<style>
text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1b1f24; } .title text { fill: #5a6470; }
.graph > polygon, .node path { fill: #ffffff; } .cluster polygon { fill: #f3f5f7; stroke: none; } .node path { stroke-width: 1.5; }
.app, .cmd { color: #5a6470; } .domains { color: #0072b2; } .internal { color: #b35900; } .sql { color: #00795c; } .wrong { color: #d00000; }
.node path, .edge path, .edge polygon { stroke: currentColor; } .edge polygon { fill: currentColor; } .wrong path { stroke-width: 3; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .title text { fill: #9aa5b1; } .graph > polygon, .node path { fill: #0d1117; } .cluster polygon { fill: #161b22; }
.app, .cmd { color: #9aa5b1; } .domains { color: #56b4e9; } .internal { color: #e69f00; } .sql { color: #2fbf97; } .wrong { color: #ff6b6b; }
}
</style>
`

/** Returns the packages of this module that the program is built from, without tests and tools. */
function programPackages() {
  const format = '{{with .Module}}{{if .Main}}{{.Path}} {{$.ImportPath}} {{join $.Imports " "}}{{end}}{{end}}'
  const env = { ...process.env, GOOS: 'linux', GOARCH: 'amd64', CGO_ENABLED: '1' } // on another system the files of a package may differ
  const lines = execFileSync('go', ['list', '-deps', '-f', format, './cmd/skeeter'], { cwd: root, env, encoding: 'utf8' }).trim().split('\n')
  const packages = lines.map((line) => {
    const [module, ...names] = line.trim().split(' ')
    const [name, ...imports] = names.filter((n) => n.startsWith(module + '/')).map((n) => n.slice(module.length + 1))
    return [name, imports.sort()]
  })
  return new Map(packages.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function list(packages) {
  const lines = [...packages].map(([name, imports]) => `${name.padEnd(28)} -> ${imports.join(', ')}\n`)
  return 'Imports between the packages of the program, written by `make arrows`.\n\n' + lines.join('')
}

/** Returns the name of a layer's title among the nodes. */
const title = (layer) => `title ${layer}`

async function draw(graph) {
  const names = [...graph.keys()].sort()
  const box = (room) => ({ name: room, attributes: { label: room.replace(/^internal\//, ''), class: layers[layer(room)] } })
  const heading = (i) => ({ name: title(i), attributes: { label: layers[i], class: 'title', shape: 'plaintext', height: 0.2 } })
  const subgraphs = layers.map((name, i) => ({
    name: `cluster_${name}`,
    nodes: [heading(i), ...names.filter((room) => layer(room) === i).map(box)],
  }))
  const edges = arrows(graph).map(({ from, to, wrong }) => ({
    tail: from,
    head: to,
    attributes: { class: layers[layer(from)] + (wrong ? ' wrong' : ''), constraint: !wrong },
  }))
  // Invisible edges keep each layer's title above its rooms and below those of the layer before.
  const order = names.flatMap((room) => [
    { tail: title(layer(room)), head: room },
    ...(layer(room) + 1 < layers.length ? [{ tail: room, head: title(layer(room) + 1) }] : []),
  ])
  // Graphviz knows the widths of Courier, which other monospace fonts share.
  const font = { fontname: 'Courier', fontsize: 13 }
  const drawing = {
    graphAttributes: { newrank: true, ranksep: 0.25, nodesep: 0.25 },
    nodeAttributes: { ...font, shape: 'box', style: 'rounded', height: 0.4, margin: '0.15,0.05' },
    edgeAttributes: { arrowsize: 0.6 },
    subgraphs,
    edges: [...edges, ...order.map((edge) => ({ ...edge, attributes: { style: 'invis', weight: 0 } }))],
  }
  const svg = (await instance()).renderString(drawing, { format: 'svg' })
  return svg.replace(/<!--.*?-->\n/gs, '').replace(/^.*?(<svg.*?>\n)/s, `$1${style}`)
}

const packages = programPackages()
const documents = { 'docs/arrows.txt': list(packages), 'docs/arrows.svg': await draw(rooms(packages)) }
for (const [name, content] of Object.entries(documents)) {
  const path = join(root, name)
  if (!process.argv.includes('--check')) writeFileSync(path, content)
  else if (readFileSync(path, 'utf8') !== content) {
    console.error(`${name} does not show the imports of today: run make arrows`)
    process.exitCode = 1
  }
}
