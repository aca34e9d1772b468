import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from './database-unavailable.ts'
import type { RawResult, RunStatement } from './run-statement.ts'
import { watchServer } from './server-outage.ts'
import { SqlError } from './sql-error.ts'

const sqlError = (code: string, severity = 'ERROR') =>
  new SqlError({ code, message: 'as PostgreSQL says it', severity })
const withCode = (code: string) => Object.assign(new Error('as Node.js says it'), { code })
const done = (command: string): RawResult => ({ fields: [], rows: [], command, rowCount: 0 })

const setUp = () => {
  let nowMs = 1_000
  const onOutage = vi.fn<(reason: string) => void>()
  const server = watchServer(onOutage, () => (nowMs += 1))
  const fail = (error: Error, isOwn = true) => {
    const run: RunStatement = async () => {
      throw error
    }
    return server.watch(run, isOwn)('', [])
  }
  const succeed = (command: string, isOwn = true) => {
    const run: RunStatement = async () => done(command)
    return server.watch(run, isOwn)('', [])
  }
  return { server, onOutage, fail, succeed }
}

test.each([
  [sqlError('25006'), 'only allows reads: it is a standby or set to read-only', false],
  [sqlError('53100'), 'has no disk space left', false],
  [sqlError('53300', 'FATAL'), 'accepts no more connections', false],
  [sqlError('57P01', 'FATAL'), 'closed the connection', true],
  [sqlError('57P03', 'FATAL'), 'is unreachable', false],
  [withCode('ECONNREFUSED'), 'is unreachable', false],
  [withCode('ECONNRESET'), 'closed the connection', true],
  [new Error('timeout exceeded when trying to connect'), 'is unreachable', false],
  [new Error('Connection terminated unexpectedly'), 'closed the connection', true],
])('%s: the server %s; may have committed: %s', async (error, reason, mayHaveCommitted) => {
  const { server, fail } = setUp()
  const unavailable = {
    name: DatabaseUnavailable.name,
    mayHaveCommitted,
    cause: error,
    message: expect.stringContaining(reason),
  }
  await expect(fail(error)).rejects.toMatchObject(unavailable)
  expect(server.outage()).toEqual({ sinceMs: 1_001, reason })
})

test('errors of a statement are its own, also those of people who may not write', async () => {
  const { server, fail } = setUp()
  for (const error of [sqlError('23505'), sqlError('57014'), sqlError('53300'), new TypeError('a fault of ours')]) {
    await expect(fail(error)).rejects.toBe(error)
  }
  const readOnly = sqlError('25006')
  await expect(fail(readOnly, false)).rejects.toBe(readOnly)
  expect(server.outage()).toBeNull()
})

test('an outage begins once and lasts until the relay itself can change something again', async () => {
  const { server, onOutage, fail, succeed } = setUp()
  await expect(fail(sqlError('53100'))).rejects.toThrow('no disk space')
  await expect(fail(sqlError('53100'))).rejects.toThrow('no disk space')
  await succeed('SELECT')
  await succeed('INSERT', false)
  expect(server.outage()).toEqual({ sinceMs: 1_001, reason: 'has no disk space left' })
  expect(onOutage).toHaveBeenCalledOnce()
  await succeed('INSERT')
  expect(server.outage()).toBeNull()
})

test('a lost connection is over when any statement succeeds', async () => {
  const { server, fail, succeed } = setUp()
  await expect(fail(withCode('EPIPE'))).rejects.toThrow('closed the connection')
  await succeed('SELECT', false)
  expect(server.outage()).toBeNull()
})

test('a connection that cannot be opened is an outage too', async () => {
  const { server } = setUp()
  await expect(server.watchConnecting(Promise.reject(withCode('ENOTFOUND')))).rejects.toThrow(
    'The database server is unreachable. Nothing was changed.',
  )
  expect(server.outage()).toMatchObject({ reason: 'is unreachable' })
})
