// Reads the events of `go test -json` and prints what `go test` prints: a line a package, and the output of tests that fail or are
// skipped. In the end it lists the slowest packages and tests, so that growth is seen. It fails when a test or a build did.
import { createInterface } from 'node:readline'

const listed = 10

const output = new Map() // of tests and packages that have not ended, by name
const packages = []
const tests = []
let failed = false

for await (const line of createInterface({ input: process.stdin })) {
  let event
  try {
    event = JSON.parse(line)
  } catch {
    console.log(line) // what go test says itself
    continue
  }
  take(event)
}
console.log()
table('The slowest packages', packages)
table('The slowest tests', tests)
process.exitCode = failed ? 1 : 0

function take({ Action: action, Package: pkg, ImportPath: path, Test: test, Output: text, Elapsed: seconds }) {
  const name = test ? `${pkg} ${test}` : (pkg ?? path)
  switch (action) {
    case 'output':
    case 'build-output':
      output.set(name, (output.get(name) ?? '') + text)
      return
    case 'build-fail':
      failed = true
      print(name)
      return
    case 'pass':
    case 'fail':
    case 'skip':
      break
    default:
      return
  }
  if (action === 'fail') failed = true
  if (test) {
    if (action !== 'pass') print(name) // why it was skipped, too
    if (!test.includes('/')) tests.push([seconds, name])
  } else {
    for (const other of [...output.keys()].filter((key) => key.startsWith(`${pkg} `))) {
      if (action === 'fail') print(other) // a test that the end of the process cut off
      output.delete(other)
    }
    const text = output.get(name) ?? ''
    process.stdout.write(action === 'fail' ? text : text.replace(/^(PASS|testing: .*|coverage: .*)\n/gm, ''))
    packages.push([seconds, name])
  }
  output.delete(name)
}

/** Prints what a test has said. */
function print(name) {
  process.stdout.write((output.get(name) ?? '').replace(/^=== (RUN|PAUSE|CONT|NAME) .*\n/gm, ''))
}

function table(title, rows) {
  console.log(title)
  for (const [seconds, name] of rows.sort(([a], [b]) => b - a).slice(0, listed)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${name.replace('github.com/skeeter-surveillance/skeeter/', '')}`)
  }
}
