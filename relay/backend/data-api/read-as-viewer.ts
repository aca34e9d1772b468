import type { Viewer } from '#shared/access/viewer.ts'
import type { Logic } from '#relay/backend/data-api/query/ast.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { queryOf } from '#relay/backend/data-api/query/query-of.ts'
import { readAs } from '#relay/backend/data-api/read-as.ts'
import { allOf, fieldOf, filter, isOneOf } from '#relay/backend/search/logic.ts'

/** A row as the data API shows it to somebody. */
type Row = Readonly<Record<string, unknown>>

export interface ViewerReader {
  /** The rows of a relation whose column is one of these ids, as many as may be; nothing of one that is not for them. */
  readonly rowsOf: (
    relation: string,
    column: string,
    ids: readonly string[],
    more?: readonly Logic[],
  ) => Promise<readonly Row[]>
  /** Relations of which there was more than may be read. */
  readonly cut: ReadonlySet<string>
}

const idsAtOnce = 100
const mostRows = 10_000
/** Of what is read whole, by one reader: documents may be large. */
const mostLetters = 64 * 1024 * 1024
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** That a time of a row lies between two. */
export const between = (column: string, fromMs: number, toMs: number): readonly Logic[] => {
  const bound = (operator: 'gte' | 'lte', ms: number) =>
    filter(fieldOf(column), { kind: 'quantified', operator, quantifier: undefined, value: new Date(ms).toISOString() })
  return [bound('gte', fromMs), bound('lte', toMs)]
}

/** Reads whole relations as somebody sees them. */
export const readerFor = (people: People, viewer: Viewer): ViewerReader => {
  const cut = new Set<string>()
  let letters = 0
  return {
    cut,
    rowsOf: async (relation, column, ids, more = []) => {
      const all: Row[] = []
      const wanted = [...new Set(ids)]
      for (let at = 0; at < wanted.length; at += idsAtOnce) {
        const some = isOneOf(fieldOf(column), wanted.slice(at, at + idsAtOnce))
        const query = queryOf([{ kind: 'all' }], allOf([some, ...more]), [])
        const limit = mostRows - all.length + 1
        const from = { kind: 'relation', name: relation } as const
        const { rows } = await readAs(people, viewer, { from, query, limit, offset: 0 })
        for (const row of rows.filter(isRow)) {
          letters += JSON.stringify(row).length
          if (letters <= mostLetters) all.push(row)
        }
        if (all.length <= mostRows && letters <= mostLetters) continue
        cut.add(relation)
        break
      }
      return all.slice(0, mostRows)
    },
  }
}
