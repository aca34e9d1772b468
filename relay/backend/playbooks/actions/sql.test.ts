import { afterEach, expect, test } from 'vitest'
import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import type { ActionContext } from '#relay/backend/playbooks/actions/action-context.ts'
import { fillAction } from '#relay/backend/playbooks/spec/fill-action.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { startMssql } from '#relay/testing/mssql-server.ts'
import type { TestServer } from '#relay/testing/servers.ts'
import { runSql } from './sql.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

test.each(['mssql', 'sqlserver'])('a step with driver %s passes values as parameters', async (driver) => {
  const queries: string[] = []
  const respond = (query: string) => {
    queries.push(query)
    return ['1', '2']
  }
  server = await startMssql('pass-of-sa', { respond })
  const url = `sqlserver://sa:pass-of-sa@127.0.0.1:${server.port}`
  const query = 'select one from t where a = $(params.a) and b = $(params.b)'
  const action: PlaybookAction = { name: 'rows', sql: { driver, url, query } }
  const params = { a: "x'; drop table t", b: 'second' }
  const declarations = { parameters: [{ name: 'a' }, { name: 'b' }], env: [] }
  const { value, values } = await fillAction(action, { params }, declarations)
  expect(value).toMatchObject({ query: 'select one from t where a = @p1 and b = @p2' })
  const context: Partial<ActionContext> = {
    values,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    mask: new Mask(),
    resolveSecret: async (source) => String(source),
  }
  const outcome = await runSql(value as NonNullable<PlaybookAction['sql']>, context as ActionContext)
  expect(outcome).toEqual({ result: { rows: [{ one: '1' }, { one: '2' }], count: 2 }, error: null })
  const [sent = ''] = queries
  expect(sent).toContain('a = @p1 and b = @p2')
  expect(sent).toContain("x'; drop table t")
})
