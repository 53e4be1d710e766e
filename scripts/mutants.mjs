// Puts small faults into the code, one at a time, and says which of them the tests of the nearest package, or of one above it, catch:
//
//   node scripts/mutants.mjs [seed] [number]      (default: 1 60)
//
// It works in a copy of the committed state, in a folder of temporary files. A seed draws the same faults from the same state. A fault that does
// not compile is drawn anew. Run it by hand: a fault takes a minute or two, one of a command five.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const [seed, wanted] = [Number(process.argv[2] ?? 1), Number(process.argv[3] ?? 60)]
const repository = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()
const limit = 10 * 60 * 1000 // ms that the tests of a fault may take; a fault that makes them hang is caught

/** What is replaced in code, and by what. Strings and comments are left out. */
const faults = [
  [/ < /g, ' <= '], [/ <= /g, ' < '], [/ > /g, ' >= '], [/ >= /g, ' > '], [/ == /g, ' != '], [/ != /g, ' == '], [/ === /g, ' !== '], [/ !== /g, ' === '],
  [/ && /g, ' || '], [/ \|\| /g, ' && '], [/ \+ /g, ' - '], [/ - /g, ' + '], [/ \* /g, ' / '], [/ \/ /g, ' * '],
  [/\btrue\b/g, 'false'], [/\bfalse\b/g, 'true'], [/(?<=[\s(])!(?=\w)/g, ''], [/\bmin\(/g, 'max('], [/\bmax\(/g, 'min('],
  [/\bcontinue$/g, 'break'], [/(?<=[ ([])\d+(?=[),\];:]|$)/g, (n) => String(Number(n) + 1)], [/^(\s*)(\w+(?:\.\w+)*\(.*\)|\w+(?:\.\w+)* \+?= .*)$/g, '$1'],
]
const sqlFaults = [
  [/ < /g, ' <= '], [/ <= /g, ' < '], [/ > /g, ' >= '], [/ >= /g, ' > '], [/ = /g, ' <> '], [/\bis null\b/g, 'is not null'], [/\bis not null\b/g, 'is null'],
  [/\btrue\b/g, 'false'], [/\bfalse\b/g, 'true'], [/\bmin\(/g, 'max('], [/\bmax\(/g, 'min('], [/ and (?!.*between)/g, ' or '], [/ or /g, ' and '],
  [/\bnot (?=exists)/g, ''], [/\bdesc\b/g, ''], [/ \+ /g, ' - '], [/ - /g, ' + '], [/^\s*and .*$/g, ''], [/\bleft join\b/g, 'join'],
]

const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
process.on('SIGINT', () => process.exit(130))
execFileSync('git', ['clone', '--quiet', '--shared', repository, copy])
for (const built of ['web/dist', 'internal/lang/dist']) {
  rmSync(join(copy, built), { recursive: true })
  cpSync(join(repository, built), join(copy, built), { recursive: true })
}
symlinkSync(join(repository, 'web/node_modules'), join(copy, 'web/node_modules'))
mkdirSync(join(copy, 'bin'))
for (const library of readdirSync(join(repository, 'bin')).filter((name) => name.startsWith('libonnxruntime'))) {
  symlinkSync(join(repository, 'bin', library), join(copy, 'bin', library))
}

const random = generator(seed)
const tracked = execFileSync('git', ['ls-files', '*.go', 'sql/*.sql', 'web/src/*.ts'], { cwd: copy, encoding: 'utf8' }).trim().split('\n')
const packages = new Map(tracked.filter((path) => /^(?!test|cmd).*\.go$/.test(path)).map((path) => [basename(dirname(path)), dirname(path)]))
const files = tracked
  .filter((path) => !/_test\.go$|\.test\.ts$|testdata|^test\/|^cmd\/bench|test\/\w+test\.go$|schema\.d\.ts$/.test(path) && suites(path).length > 0)
const rooms = new Map()
for (const path of files) {
  const [room] = path.split('/')
  rooms.set(room, [...(rooms.get(room) ?? []), path])
}

let caught = 0
const drawn = new Set()
for (let made = 0; made < wanted; ) {
  const room = pick([...rooms.values()])
  const path = pick(room)
  const fault = draw(path)
  if (!fault || drawn.has(`${path} ${fault.line} ${fault.after}`)) continue
  drawn.add(`${path} ${fault.line} ${fault.after}`)
  const verdict = tried(path, fault)
  if (verdict === 'does not compile') continue
  made++
  if (verdict !== 'survived') caught++
  console.log(`${verdict.padEnd(8)} ${path}:${fault.line}\n    - ${fault.before.trim()}\n    + ${fault.after.trim()}`)
}
console.log(`seed ${seed}: ${caught} of ${wanted} caught`)

/** Draws a fault of a file: a line, and what it becomes. */
function draw(path) {
  const lines = readFileSync(join(copy, path), 'utf8').split('\n')
  const all = []
  lines.forEach((before, i) => {
    const code = before.replace(/(\/\/|--).*$/, '').trimEnd()
    if (!code || /^\s*(import|package|panic|"|`|'|\/?\*)/.test(code) || /^const .*=|log\.|Logf|errors\.New|fmt\.Errorf/.test(code)) return
    for (const [pattern, by] of path.endsWith('.sql') ? sqlFaults : faults) {
      for (const match of code.matchAll(pattern)) {
        if (quoted(code, match.index)) continue
        const changed = typeof by === 'function' ? by(match[0]) : by.replace('$1', match[1])
        const replaced = code.slice(0, match.index) + changed + code.slice(match.index + match[0].length)
        if (replaced !== code) all.push({ line: i + 1, before: code, after: replaced })
      }
    }
  })
  return all.length ? pick(all) : undefined
}

/** Whether a position lies in a string. */
function quoted(code, at) {
  return ['"', '`', "'"].some((mark) => code.slice(0, at).split(mark).length % 2 === 0)
}

/** Puts a fault in, runs the tests, and takes it out. */
function tried(path, fault) {
  const whole = readFileSync(join(copy, path), 'utf8')
  const lines = whole.split('\n')
  lines[fault.line - 1] = fault.after
  writeFileSync(join(copy, path), lines.join('\n'))
  try {
    if (path.endsWith('.go') && run('go', ['vet', '-printf=false', './' + dirname(path)], copy).status !== 0) return 'does not compile'
    for (const [command, args, folder] of suites(path)) {
      if (run(command, args, join(copy, folder)).status !== 0) return 'caught'
    }
    return 'survived'
  } finally {
    writeFileSync(join(copy, path), whole)
  }
}

/** Runs a command. Go leaves folders out of what it compiles, so that the copies of several runs share it. */
function run(command, args, cwd) {
  const env = { ...process.env, GOFLAGS: '-trimpath' }
  return spawnSync(command, args, { cwd, env, encoding: 'utf8', timeout: limit, killSignal: 'SIGQUIT', maxBuffer: 64 << 20 })
}

/** The tests of the package that a file belongs to, and of those above it: commands with their arguments and folders. */
function suites(path) {
  if (path.endsWith('.ts')) return [['npx', ['vitest', 'related', '--run', path.replace(/^web\//, '')], 'web']]
  const found = path.startsWith('cmd/') ? ['test/program', 'test/databases'] : []
  for (let at = path.endsWith('.sql') ? caller(path) : dirname(path); at && at !== '.'; at = dirname(at)) {
    if (tests(at)) found.push(at)
  }
  return found.map((folder) => ['go', ['test', '-vet=off', './' + folder], '.'])
}

/** The folder of the package that a query names as its caller. */
function caller(path) {
  const name = /^-- Caller: (\w+)/m.exec(readFileSync(join(copy, path), 'utf8'))?.[1]
  return packages.get(name)
}

function tests(folder) {
  return readdirSync(join(copy, folder)).some((name) => name.endsWith('_test.go'))
}

function pick(list) {
  return list[Math.floor(random() * list.length)]
}

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
