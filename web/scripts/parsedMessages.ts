// A plugin of the build: texts are parsed when they are built, so that the browser needs no parser (the way that FormatJS itself
// recommends: formatjs.github.io/docs/guides/advanced-usage).
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { runnerImport, type Plugin } from 'vite'

export function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source === '@formatjs/icu-messageformat-parser') return this.resolve('@formatjs/icu-messageformat-parser/no-parser.js')
    },
    async transform(_code, id) {
      if (!id.endsWith('/messages.ts')) return
      const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false })
      const exports = Object.entries(module).map(([name, value]) => `export const ${name} = ${JSON.stringify(parsed(value))}\n`)
      return { code: exports.join(''), map: null }
    },
  }
}

/** A value with the texts in it parsed: messages stand in objects by their names. */
function parsed(value: unknown): unknown {
  if (typeof value === 'string') return parsedText(value)
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, parsed(inner)]))
}

/** What format() takes: the text itself where it holds no values. */
function parsedText(text: string) {
  const elements = parse(text, { captureLocation: false })
  const [only] = elements
  return elements.length === 1 && only?.type === TYPE.literal ? only.value : elements
}
