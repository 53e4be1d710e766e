// The program under test: bin/skeeter, or the one that SKEETER_BINARY names.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const binary = resolve(process.env.SKEETER_BINARY ?? join(import.meta.dirname, '../../../bin/skeeter'))

/** Settings with paths on this machine, which the program keeps. */
const where = new Set(['SKEETER_POSTGRES_BIN', 'SKEETER_ONNXRUNTIME_PATH'])

/** Copies a folder with its owners, as only the command does. */
const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

export class Program {
  /** Address without a slash at its end. */
  url = ''
  #server: ChildProcess | undefined
  #log = ''

  private constructor(
    readonly folder: string,
    readonly settings: Record<string, string>,
  ) {}

  /**
   * A program with a database of its own: a copy of the one that E2E_PREPARED names, if it does. Its folder is open to others: started by root,
   * a database runs as another user.
   */
  static async create(settings: Record<string, string> = {}): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), 'skeeter-e2e-'))
    await chmod(folder, 0o755)
    const prepared = process.env.E2E_PREPARED
    if (prepared && !settings.SKEETER_DATABASE_URL) await copyFolder(prepared, join(folder, 'db'))
    return new Program(folder, { SKEETER_DATABASE_PATH: join(folder, 'db'), ...settings })
  }

  /** Makes the schema and loads the catalog, which takes seconds, and returns a copy of that database, which ends with the program's folder. */
  async prepare(): Promise<string> {
    await this.run('migrate', 'up', '--create-database')
    await this.run('dataset', 'list') // loads the catalog, as every command that reads records does
    const prepared = join(this.folder, 'prepared')
    await copyFolder(join(this.folder, 'db'), prepared)
    return prepared
  }

  /** Address of this program's database for another program. */
  get database(): string {
    return `postgres:///skeeter?host=${join(this.folder, 'db', 'socket')}&user=skeeter`
  }

  /** Runs a command that has to succeed. */
  async run(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(binary, args, this.#options)
    return stdout
  }

  /** Runs statements on the database of a started server. */
  async query(sql: string): Promise<string> {
    const { stdout } = await promisify(execFile)(join(process.env.SKEETER_POSTGRES_BIN ?? '', 'psql'), [this.database, '-v', 'ON_ERROR_STOP=1', '-Atqc', sql])
    return stdout
  }

  /** Starts the server on a free port, and waits until it is ready. */
  async serve(): Promise<void> {
    const server = spawn(binary, ['serve'], { ...this.#options, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#server = server
    server.stderr.on('data', (text) => (this.#log += text))
    for await (const line of createInterface(server.stdout)) {
      const [, url] = / listening on (\S+)/.exec(line) ?? / is ready: (\S+)/.exec(line) ?? []
      if (url) {
        this.url = url.replace(/\/+$/, '')
        server.stdout.resume()
        return
      }
    }
    throw new Error('serve did not start:\n' + this.#log)
  }

  /** Ends the server, waits for it, and removes its folder. */
  async stop(): Promise<void> {
    const server = this.#server
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGTERM')
      const late = setTimeout(() => server.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(late)
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  get #options() {
    const env: Record<string, string | undefined> = { SKEETER_LISTEN_ADDR: '127.0.0.1:0' }
    for (const [name, value] of Object.entries(process.env)) {
      if (!name.startsWith('SKEETER_') || where.has(name)) env[name] = value
    }
    return { cwd: this.folder, env: { ...env, ...this.settings }, maxBuffer: 64 * 1024 * 1024 }
  }
}
