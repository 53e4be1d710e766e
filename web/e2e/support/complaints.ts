// Errors that the browser reports. They fail a test that did not expect them.
import type { BrowserContext } from '@playwright/test'

export class Complaints {
  #all: string[] = []
  #expected: RegExp[] = []

  /** Listens to every page of a context, their workers too. */
  async watch(context: BrowserContext) {
    context.on('console', (m) => {
      if (m.text().startsWith('Service Worker registration blocked by Playwright')) return // playwright.config.ts says why
      if (m.type() === 'error' || m.type() === 'warning') this.#add(`console ${m.type()}: ${m.text()} (${m.location().url})`)
    })
    context.on('weberror', (e) => this.#add(`page error: ${e.error().stack ?? e.error().message}`))
    context.on('requestfailed', (r) => {
      const why = r.failure()?.errorText ?? ''
      if (why !== 'net::ERR_ABORTED') this.#add(`request failed: ${r.url()} ${why}`) // the page itself aborted it
    })
    context.on('response', (r) => {
      if (r.status() >= 400) this.#add(`response: ${r.status()} ${r.request().method()} ${r.url()}`)
    })
    await context.exposeBinding('e2eViolation', (_, text: string) => this.#add('Content-Security-Policy: ' + text))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (e) => {
        const report = (window as unknown as { e2eViolation(text: string): void }).e2eViolation
        report(`${e.violatedDirective} forbids ${e.blockedURI} at ${e.sourceFile}:${e.lineNumber} ${e.sample}`)
      })
    })
  }

  #add(text: string) {
    this.#all.push(text)
  }

  /** Expects complaints. Those that never come fail the test as well. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns)
  }

  /** Unexpected complaints, and expected ones that never came. */
  get rest(): string[] {
    const missing = this.#expected.filter((pattern) => !this.#all.some((text) => pattern.test(text)))
    return [
      ...this.#all.filter((text) => !this.#expected.some((pattern) => pattern.test(text))),
      ...missing.map((pattern) => `expected, and did not come: ${pattern}`),
    ]
  }
}
