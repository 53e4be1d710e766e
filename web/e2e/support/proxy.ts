// A reverse proxy for a deployment below a path: it removes the path, and answers everything else with 404. The path may be empty.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Program } from './program'

/** Starts the proxy on a free port, and the program with the proxy's address as its public one. */
export async function behindPrefix(prefix: string, start: (publicURL: string) => Promise<Program>) {
  let target = ''
  const proxy = createServer((incoming, answer) => {
    const path = incoming.url ?? ''
    if (path !== prefix && !path.startsWith(prefix + '/')) {
      answer.writeHead(404).end('outside of ' + prefix)
      return
    }
    const outgoing = request(target + (path.slice(prefix.length) || '/'), { method: incoming.method, headers: incoming.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}`
  const program = await start(url)
  target = program.url
  return {
    url,
    async stop() {
      proxy.closeAllConnections()
      await new Promise((done) => proxy.close(done))
      await program.stop()
    },
  }
}
