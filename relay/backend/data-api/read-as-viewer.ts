import type { Viewer } from '#shared/access/viewer.ts'
import { toSlices } from '#shared/primitives/to-slices.ts'
import type { Logic } from '#relay/backend/data-api/query/ast.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { createQuery } from '#relay/backend/data-api/query/create-query.ts'
import { readAs } from '#relay/backend/data-api/read-as.ts'
import { joinAll, toField, filter, matchesIds } from '#relay/backend/data-api/query/logic.ts'

type Row = Readonly<Record<string, unknown>>

export interface ViewerReader {
  readonly listRows: (
    relation: string,
    column: string,
    ids: readonly string[],
    more?: readonly Logic[],
  ) => Promise<readonly Row[]>
  readonly cut: ReadonlySet<string>
}

const idsAtOnce = 100
const mostRows = 10_000
const maxCharacters = 64 * 1024 * 1024
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

export const between = (column: string, fromMs: number, toMs: number): readonly Logic[] => {
  const bound = (operator: 'gte' | 'lte', ms: number) =>
    filter(toField(column), { kind: 'quantified', operator, quantifier: undefined, value: new Date(ms).toISOString() })
  return [bound('gte', fromMs), bound('lte', toMs)]
}

export const readerFor = (people: People, viewer: Viewer): ViewerReader => {
  const cut = new Set<string>()
  let characters = 0
  return {
    cut,
    listRows: async (relation, column, ids, more = []) => {
      const all: Row[] = []
      for (const some of toSlices([...new Set(ids)], idsAtOnce)) {
        const query = createQuery([{ kind: 'all' }], joinAll([matchesIds(toField(column), some), ...more]), [])
        const limit = mostRows - all.length + 1
        const from = { kind: 'relation', name: relation } as const
        const { rows } = await readAs(people, viewer, { from, query, limit, offset: 0 })
        for (const row of rows.filter(isRow)) {
          characters += JSON.stringify(row).length
          if (characters <= maxCharacters) all.push(row)
        }
        if (all.length <= mostRows && characters <= maxCharacters) continue
        cut.add(relation)
        break
      }
      return all.slice(0, mostRows)
    },
  }
}
