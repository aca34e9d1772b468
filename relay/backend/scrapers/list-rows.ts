import type { Found } from '#relay/backend/scrapers/scraper-kind.ts'

const rowsMax = 100_000
const lengthMax = 32 * 1024 * 1024

/** Rows of a result as one list, which a script gets at once. */
export async function* listRows(found: AsyncIterable<Found>): AsyncGenerator<Found> {
  const rows: unknown[] = []
  let length = 0
  let isCut = false
  for await (const each of found) {
    if (each.kind !== 'item') {
      yield each
      continue
    }
    length += JSON.stringify(each.config)?.length ?? 0
    isCut = rows.length === rowsMax || length > lengthMax
    if (isCut) break
    rows.push(each.config)
  }
  yield { kind: 'item', config: rows, known: {} }
  if (isCut)
    yield {
      kind: 'error',
      reason: `The script got only the first ${rows.length} rows of the result (at most ${rowsMax} rows and ${lengthMax / 1024 / 1024} MB). Return fewer rows from the query.`,
    }
}
