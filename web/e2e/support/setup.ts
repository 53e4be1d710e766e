// Before all tests: one server with records, which every test reads and none writes to.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect } from '@playwright/test'

import { trapEvents, traps } from './events'
import { Program } from './program'
import { files } from './records'

export default async function setup() {
  const program = await Program.create()
  try {
    process.env.E2E_PREPARED = await program.prepare() // for the servers that tests start
    await program.run('demo', '--count', process.env.E2E_RECORDS ?? '200000')
    for (const [source, content] of Object.entries(files())) {
      const file = join(program.folder, source + '.csv')
      await writeFile(file, content)
      await program.run('import', file, '--dataset', source)
    }
    const testdata = process.env.SKEETER_TESTDATA
    if (testdata) {
      const kraemer = join(testdata, 'occurrence/kraemer2015-aegypti-albopictus.csv')
      await program.run('import', kraemer, '--map', 'species=VECTOR,lat=Y,lon=X,date=YEAR', '--rejects', join(program.folder, 'rejected.csv'))
    }
    await program.serve()
    await program.query(trapEvents)
    await known(program)
  } catch (error) {
    await program.stop()
    throw error
  }
  process.env.E2E_URL = program.url
  process.env.E2E_DATABASE = program.database
  return () => program.stop()
}

/** Waits until the server has read the sampling events. */
async function known(program: Program) {
  const answer = async () => (await fetch(`${program.url}/api/v1/analytics/abundance?data_source=${traps.source}`)).ok
  await expect.poll(answer, { message: 'the server knows the sampling events', timeout: 60_000 }).toBe(true)
}
