// A provider of OpenID Connect on loopback: test/provider, which knows one person.
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const person = { username: 'test-user@localhost', password: 'verysecure' }

/** Settings of a server that knows the provider. */
export const settings = (issuer: string) => ({
  SKEETER_OIDC_ISSUER: issuer, SKEETER_OIDC_CLIENT_ID: 'skeeter', SKEETER_OIDC_CLIENT_SECRET: 'a secret of the tests',
})

/** Starts the provider. It sends people back to the callback. */
export async function startProvider(callback: string): Promise<{ issuer: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'skeeter-e2e-provider-'))
  const program = join(folder, 'provider')
  await promisify(execFile)('go', ['build', '-o', program, './test/provider/serve'], { cwd: resolve(import.meta.dirname, '../../..') })
  const provider = spawn(program, [callback], { stdio: ['ignore', 'pipe', 'ignore'] })
  const issuer = await new Promise<string>((found, failed) => {
    provider.stdout.once('data', (line: Buffer) => found(line.toString().trim()))
    provider.once('exit', () => failed(new Error('the provider ended')))
  })
  return {
    issuer,
    stop: async () => {
      const ended = new Promise((done) => provider.once('exit', done))
      provider.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
