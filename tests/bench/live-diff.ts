import { toCheckRow, type CheckRow } from '#shared/health/check-row.ts'
import { checkSummarySchema } from '#shared/health/check-summary.ts'
import { createListReader } from '#relay/live/feeds/list-reader.ts'
import { VersionedRows } from '#relay/live/feeds/versioned-rows.ts'
import { check } from '#tests/fixtures/health-rows.ts'
import { interleave, type Bench } from './bench.ts'

const rowCount = 10_000
const changed = 100

const timed = (work: () => unknown): number => {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

const createBodies = () => {
  const texts = Array.from({ length: rowCount }, (_, n) => JSON.stringify(check(n)))
  let round = 0
  return {
    same: () => Buffer.from(`[${texts.join(',')}]`).toString(),
    next: () => {
      round += 1
      for (let n = 0; n < changed; n++)
        texts[n * (rowCount / changed)] = JSON.stringify(check(n * (rowCount / changed), { message: `round ${round}` }))
      return Buffer.from(`[${texts.join(',')}]`).toString()
    },
  }
}

const getKey = ({ id }: CheckRow) => id

const createTaker = () => {
  const read = createListReader({ parseRow: (entry) => toCheckRow(checkSummarySchema.parse(entry)), getKey })
  const rows = new VersionedRows(getKey)
  let body = ''
  return (text: string) => {
    if (text === body) return null
    body = text
    const change = rows.changeTo(read(text))
    if (change !== null) rows.apply(change, rows.version() + 1)
    return change
  }
}

const changedBody: Bench = {
  name: 'live: 10,000 rows, 100 changed: body to difference ÷ JSON.parse',
  goal: { atMost: 1 },
  run: async () => {
    const bodies = createBodies()
    const take = createTaker()
    take(bodies.same())
    for (let warmUp = 0; warmUp < 3; warmUp++) take(bodies.next())
    let text = ''
    return interleave(
      9,
      'ms',
      async () => {
        text = bodies.next()
        return timed(() => take(text))
      },
      async () => timed(() => JSON.parse(text === '' ? bodies.same() : text)),
    )
  },
}

const identicalBody: Bench = {
  name: 'live: 10,000 rows, an identical body ÷ JSON.parse',
  goal: { atMost: 0.05 },
  run: async () => {
    const bodies = createBodies()
    const take = createTaker()
    take(bodies.same())
    return interleave(
      9,
      'ms',
      async () => {
        const text = bodies.same()
        return timed(() => take(text))
      },
      async () => {
        const text = bodies.same()
        return timed(() => JSON.parse(text))
      },
    )
  },
}

export const liveDiff: readonly Bench[] = [changedBody, identicalBody]
