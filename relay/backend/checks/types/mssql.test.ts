import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatEndpoint, runCheckType } from './testing/run-check-type.ts'
import { startMssql, type MssqlAnswers } from '#relay/testing/mssql-server.ts'
import { closedPort, type TestServer } from '#relay/testing/servers.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const start = async (answers: MssqlAnswers = {}): Promise<TestServer> => {
  server = await startMssql('hun@ter"22', answers)
  return server
}

describe('SQL Server check', () => {
  const login = { username: { value: 'sa' }, password: { value: 'hun@ter"22' } }

  test('authenticates, runs its query and returns the rows', async () => {
    const { port, connections } = await start()
    const rows = [{ one: '1' }, { one: '2' }]
    const spec = { url: `sqlserver://127.0.0.1:${port}?database=shop`, ...login, query: 'select one from t' }
    expect(await runCheckType('mssql', { ...spec, results: 2 })).toMatchObject({
      pass: true,
      details: { rows, count: 2, results: { rows, count: 2 } },
    })
    expect(await runCheckType('mssql', { ...spec, results: 3 })).toMatchObject({
      pass: false,
      message: 'Expected 3 rows, got 2.',
    })
    await vi.waitFor(() => expect(connections()).toBe(0))
  })

  test.each([
    [`Server=127.0.0.1,PORT;User Id=sa;Password='hun@ter"22';Database=shop;Encrypt=false`],
    ['jdbc:sqlserver://127.0.0.1:PORT;databaseName=shop;user=sa;password=hun@ter"22'],
    ['sqlserver://sa:hun%40ter%2222@127.0.0.1:PORT/shop'],
  ])('accepts %s and shows no password of it', async (text) => {
    const { port } = await start()
    const url = text.replace('PORT', String(port))
    expect(await runCheckType('mssql', { url })).toMatchObject({ pass: true })
    expect(formatEndpoint('mssql', { url })).toMatch(new RegExp(`127\\.0\\.0\\.1:${port}/shop$`))
    const denied = await runCheckType('mssql', { url: url.replace('ter', 'tre') })
    expect(denied).toMatchObject({ pass: false, message: "Login failed for user 'sa'." })
    const unreachable = await runCheckType('mssql', { url: url.replace(String(port), String(await closedPort())) })
    expect(unreachable).toMatchObject({ pass: false, message: expect.stringMatching(/Connection refused/) as string })
    expect(JSON.stringify([denied, unreachable])).not.toMatch(/hun|%22/)
  })

  test('reports an error of the server', async () => {
    const { port } = await start()
    const spec = { url: `sqlserver://127.0.0.1:${port}`, ...login, query: 'select * from nowhere' }
    expect(await runCheckType('mssql', spec)).toMatchObject({
      pass: false,
      message: "Invalid object name 'nowhere'.",
    })
  })

  test('leaves no connection at its timeout', async () => {
    const { port, connections } = await start({ respond: () => undefined })
    const spec = { url: `sqlserver://127.0.0.1:${port}`, ...login }
    expect(await runCheckType('mssql', spec, { timeoutMs: 500 })).toEqual({
      pass: false,
      message: 'No response within 500 ms.',
    })
    await vi.waitFor(() => expect(connections()).toBe(0))
  })

  test('requires TLS when the address does', async () => {
    const { port } = await start()
    const spec = { url: `sqlserver://127.0.0.1:${port}?encrypt=strict`, ...login }
    expect(await runCheckType('mssql', spec, { timeoutMs: 2_000 })).toMatchObject({ pass: false })
  })
})
