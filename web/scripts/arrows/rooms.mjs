// Folds Go packages into rooms and rooms into layers. A graph is a Map from a name to the sorted names that it imports.

/** Names of the layers, the top first. Arrows lead downwards. */
export const layers = ['cmd', 'app', 'domains', 'internal', 'sql']
const domains = layers.indexOf('domains')

/** Returns a room's place in layers. Rooms that belong nowhere else are domains. */
export function layer(room) {
  if (room === 'internal/app') return layers.indexOf('app')
  if (room === 'migrations') return layers.indexOf('sql')
  const named = layers.indexOf(room.split('/')[0])
  return named < 0 ? domains : named
}

const room = (name) => name.split('/').slice(0, /^(cmd|internal)\//.test(name) ? 2 : 1).join('/')

/** Folds a graph of packages into rooms: the folder below cmd or internal, else the folder at the top. */
export function rooms(packages) {
  const graph = new Map()
  for (const [name, imports] of packages) {
    const from = room(name)
    const to = new Set([...(graph.get(from) ?? []), ...imports.map(room)])
    to.delete(from)
    graph.set(from, [...to].sort())
  }
  return graph
}

/** Lists the arrows of a graph without those that a longer way implies. Wrong ones lead upwards, between domains or close a circle. */
export function arrows(graph) {
  const implied = (from, to) => graph.get(from).some((via) => via !== to && leads(graph, via, to, new Set([from])))
  const wrong = (from, to) =>
    layer(from) > layer(to) || (layer(from) === layer(to) && (layer(from) === domains || (from > to && leads(graph, to, from))))
  return [...graph].flatMap(([from, imports]) =>
    imports.filter((to) => !implied(from, to)).map((to) => ({ from, to, wrong: wrong(from, to) })),
  )
}

function leads(graph, from, to, seen = new Set()) {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  return graph.get(from).some((next) => leads(graph, next, to, seen))
}
