// A plugin of the build: texts that take values are parsed when they are built, so that the browser needs no parser, as FormatJS
// recommends (formatjs.github.io/docs/guides/advanced-usage).
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

export function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source === '@formatjs/icu-messageformat-parser') return this.resolve('@formatjs/icu-messageformat-parser/no-parser.js')
    },
    transform(code, id) {
      if (!/\/i18n\/[a-z]+\.json$/.test(id)) return
      const texts = Object.entries(JSON.parse(code) as Record<string, string>)
      return { code: JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, parsed(text)]))), map: null }
    },
  }
}

/** What format() takes: the text itself where it takes no values. */
function parsed(text: string) {
  const elements = parse(text, { captureLocation: false })
  const [only] = elements
  return elements.length === 1 && only?.type === TYPE.literal ? only.value : elements
}
