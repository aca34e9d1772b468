import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { JobRows, writeJobRuns, type JobRun } from '#relay/backend/jobs/job-history.ts'
import type { Database } from '#relay/database/database.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { hostname } from 'node:os'

const waitOptions = { timeout: 20_000, interval: 50 }

const startSlowTarget = async () => {
  const held: ServerResponse[] = []
  const server = createServer((_request, response) => held.push(response))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}/`,
    respond: () => {
      for (const response of held.splice(0)) response.end('at last')
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Row {
  readonly id: string
  readonly status: string
  readonly passed: number
  readonly ended: boolean
  readonly errors: string[] | null
}

const run = (startedAt: number, change: Partial<JobRun> = {}): JobRun => ({
  name: 'Canary',
  resourceType: 'canary',
  resourceId: 'k',
  startedAt,
  endedAt: startedAt + 5,
  succeeded: 1,
  failed: 0,
  errors: [],
  ...change,
})

describe.each(kinds)('the job history over the $kind database', ({ kind, open }) => {
  let database: Database
  let target: Awaited<ReturnType<typeof startSlowTarget>>
  let backend: TestBackend | undefined
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate canaries, checks, job_history cascade')
    target = await startSlowTarget()
  })
  afterEach(async () => {
    await target.close()
    await backend?.close()
    backend = undefined
  })
  const rows = async (): Promise<Row[]> =>
    (
      await database.query<Row>(
        `select id, status, success_count as passed, duration_millis is not null and time_end is not null as ended,
                details->'errors' as errors
           from job_history where resource_type = 'canary' order by time_start`,
      )
    ).rows
  const statuses = async () => (await rows()).map(({ status }) => status)
  const start = async () => {
    const check = `  http:\n    - { name: slow, url: '${target.url}', timeout: 1m }\n`
    backend = await startTestBackend({ database, resources: { 'web.yaml': canaryDocument('web', check, '@every 1h') } })
    return backend
  }
  const running = () => vi.waitFor(async () => expect(await statuses()).toEqual(['RUNNING']), waitOptions)

  test('a long run has a row while it is running, which later stores its end', async () => {
    await start()
    await running()
    const [begun] = await rows()
    expect(begun).toMatchObject({ ended: false, passed: 0, errors: null })
    target.respond()
    await vi.waitFor(
      async () => expect(await rows()).toEqual([{ ...begun, status: 'SUCCESS', ended: true, passed: 1 }]),
      waitOptions,
    )
  })

  test('a run is stopped with a reason when the relay stops, and when its canary is deleted', async () => {
    const first = await start()
    await running()
    await first.stop()
    const [stopped] = await rows()
    expect(stopped).toMatchObject({ status: 'STOPPED', ended: true })
    expect(stopped?.errors).toContain('The relay stopped during this run.')
    await database.query('truncate job_history')
    const second = await start()
    await running()
    await second.remove('web.yaml')
    await vi.waitFor(async () => {
      const [removed] = await rows()
      expect(removed).toMatchObject({ status: 'STOPPED', ended: true })
      expect(removed?.errors).toContain('The canary was deleted or no longer has a schedule.')
    }, waitOptions)
  })

  test('stops runs of a killed relay with a reason at the next start', async () => {
    await writeJobRuns(database, [new JobRows().assignRow(run(1, { state: 'running' }))], randomUUID())
    expect(await statuses()).toEqual(['RUNNING'])
    await start()
    expect((await rows())[0]).toMatchObject({
      status: 'STOPPED',
      errors: ['The relay stopped during this run. Its result is unknown.'],
    })
  })

  test('keeps runs of another relay on the database, and deletes unknown rows of good runs', async () => {
    const other = randomUUID()
    await database.query('insert into relay.instances (id, host, pid) values ($1, $2, $3)', [
      other,
      hostname(),
      process.pid,
    ])
    await writeJobRuns(database, [new JobRows().assignRow(run(9, { state: 'running' }))], other)
    for (let at = 1; at <= 5; at += 1) await writeJobRuns(database, [{ id: randomUUID(), run: run(at) }], randomUUID())
    backend = await startTestBackend({ database })
    // Only one process can use an embedded database.
    const under = kind === 'server' ? 'RUNNING' : 'STOPPED'
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', under])
    await database.query('delete from relay.instances')
  })

  test('keeps the newest three good runs, including those stored while running', async () => {
    const job = new JobRows()
    const listRetained = async () =>
      (
        await database.query<{ at: number }>(
          'select (extract(epoch from time_start) * 1000)::integer as at from job_history',
        )
      ).rows
        .map(({ at }) => at)
        .sort((a, b) => a - b)
    const slow = (at: number) => [run(at, { state: 'running' }), run(at)]
    const all = [run(1), run(2), ...slow(3), run(4), ...slow(5), ...slow(6), run(7)].map((one) => job.assignRow(one))
    await writeJobRuns(database, all, randomUUID())
    expect(await listRetained()).toEqual([5, 6, 7])
    await database.query('truncate job_history')
    const again = new JobRows()
    for (const one of [run(1), ...slow(2), run(3), run(4, { failed: 1 }), ...slow(5), run(6)])
      await writeJobRuns(database, [again.assignRow(one)], randomUUID())
    expect(await listRetained()).toEqual([3, 4, 5, 6])
  })
})
