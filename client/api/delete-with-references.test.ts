import { afterEach, expect, test, vi } from 'vitest'
import { deleteWithReferences } from './delete-with-references.ts'

afterEach(() => vi.unstubAllGlobals())

interface Row {
  readonly id: string
  readonly [column: string]: string
}

const foreignKeys = [
  ['evidences', 'hypothesis_id', 'hypotheses'],
  ['comments', 'hypothesis_id', 'hypotheses'],
  ['hypotheses', 'parent_id', 'hypotheses'],
  ['incident_histories', 'evidence_id', 'evidences'],
  ['playbook_runs', 'evidence_id', 'evidences'],
] as const

/** Foreign keys as production has them: nothing cascades. */
const startDatabase = (tables: Record<string, Row[]>) => {
  const select = (table: string, column: string, values: readonly string[]) =>
    (tables[table] ?? []).filter((row) => values.includes(row[column] ?? ''))
  const handle = (method: string, address: string) => {
    const url = new URL(address, 'http://console')
    const table = url.pathname.split('/').at(-1) ?? ''
    const [column = '', condition = ''] = [...url.searchParams].find(([, value]) => value.startsWith('in.')) ?? []
    const values = [...condition.matchAll(/"([^"]+)"/g)].map(([, value = '']) => value)
    const rows = select(table, column, values)
    if (method === 'GET') return Response.json(rows)
    for (const [from, key, to] of foreignKeys) {
      if (
        to !== table ||
        select(
          from,
          key,
          rows.map(({ id }) => id),
        ).length === 0
      )
        continue
      const message = `update or delete on table "${to}" violates foreign key constraint "${from}_${key}_fkey" on table "${from}"`
      return Response.json({ code: '23503', message, details: null, hint: null }, { status: 409 })
    }
    tables[table] = (tables[table] ?? []).filter((row) => !rows.includes(row))
    return Response.json(rows)
  }
  vi.stubGlobal('fetch', async (address: string, init?: { readonly method?: string }) =>
    handle(init?.method ?? 'GET', address),
  )
  return tables
}

const parts = ['hypotheses', 'evidences', 'comments', 'incident_histories']

test('deletes a hypothesis with everything below it, in the order of the foreign keys', async () => {
  const tables = startDatabase({
    hypotheses: [{ id: 'h1' }, { id: 'h2', parent_id: 'h1' }, { id: 'h3' }],
    evidences: [
      { id: 'e1', hypothesis_id: 'h2' },
      { id: 'e2', hypothesis_id: 'h3' },
    ],
    comments: [{ id: 'c1', hypothesis_id: 'h1' }],
    incident_histories: [{ id: 'i1', evidence_id: 'e1' }],
  })
  await deleteWithReferences('hypotheses', 'h1', parts)
  expect(tables).toEqual({
    hypotheses: [{ id: 'h3' }],
    evidences: [{ id: 'e2', hypothesis_id: 'h3' }],
    comments: [],
    incident_histories: [],
  })
})

test('a reference from another resource stays, the error names it, and it is deleted too if wanted', async () => {
  const tables = startDatabase({
    evidences: [{ id: 'e1', hypothesis_id: 'h1' }],
    playbook_runs: [{ id: 'r1', evidence_id: 'e1' }],
  })
  await expect(deleteWithReferences('evidences', 'e1', parts)).rejects.toMatchObject({
    message: 'Not deleted: 1 playbook run still refers to it (evidence_id).',
    code: '23503',
    table: 'playbook_runs',
    noun: '1 playbook run',
  })
  expect(tables['evidences']).toHaveLength(1)
  await deleteWithReferences('evidences', 'e1', [...parts, 'playbook_runs'])
  expect(tables).toEqual({ evidences: [], playbook_runs: [] })
})
