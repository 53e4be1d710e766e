// One Filter, one number: statistics, tiles of every zoom, table of species and export agree.
import { csvRows, stats } from './support/api'
import { randomFilters } from './support/random'
import { expect, test } from './support/test'
import { recordsOf, specimensOf, zoomPlaces } from './support/tiles'

const parts = 10
const each = 10

for (let part = 0; part < parts; part++) {
  test(`random filters, part ${part + 1} of ${parts}`, { tag: part === 0 ? '@quick' : [] }, async ({ request }) => {
    let found = 0
    for (const filter of await randomFilters(request, each, 20260 + part)) {
      await test.step(filter.toString(), async () => {
        const { count, specimens, species, months } = await stats(request, filter)
        const counted = (items: { count: number }[]) => items.reduce((sum, item) => sum + item.count, 0)
        const zooms = await Promise.all([0, 1, 2].map((z) => zoomPlaces(request, z, filter)))
        const seen = {
          zooms: zooms.map(recordsOf),
          specimens: zooms.map(specimensOf),
          species: counted(species),
          rows: await csvRows(request, filter),
        }
        expect(seen, filter.toString()).toEqual({ zooms: [count, count, count], specimens: [specimens, specimens, specimens], species: count, rows: count })
        expect(counted(months), filter.toString()).toBeLessThanOrEqual(count)
        if (count > 0) found++
      })
    }
    expect(found, 'filters that match something').toBeGreaterThan(each / 4)
  })
}
