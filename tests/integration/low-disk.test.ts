import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startBackend } from '#relay/backend/engine/backend.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'
import { openEmbedded } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { followLamps, lamp, lamps, openJournal } from '#tests/fixtures/journal.ts'
import { insertRow, oneValue } from '#tests/fixtures/rows.ts'

const hour = 3_600_000
const day = 24 * hour

const disk = () => {
  const listeners = new Set<() => void>()
  let share = 1
  const retentionShare: RetentionShare = {
    current: () => share,
    onTight: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const become = (next: number) => {
    share = next
    if (share < 1) for (const listener of listeners) listener()
  }
  return { retentionShare, become }
}

const setUp = async () => {
  const database = await openEmbedded()
  onTestFinished(() => database.close())
  return { database, ...disk() }
}

test('with low disk space, deletes old results, job rows and playbook output at once, and no run', async () => {
  const { database, retentionShare, become } = await setUp()
  const canary = await insertRow(database, 'canaries', { name: 'web', namespace: 'default', spec: {} })
  const check = await insertRow(database, 'checks', { canary_id: canary, type: 'http', name: 'home' })
  const playbook = await insertRow(database, 'playbooks', { name: 'p', title: 'p', spec: {}, source: 'UI' })
  const run = await insertRow(database, 'playbook_runs', {
    playbook_id: playbook,
    status: 'completed',
    spec: {},
    end_time: new Date(Date.now() - 10 * day),
  })
  const action = await insertRow(database, 'playbook_run_actions', {
    playbook_run_id: run,
    name: 'step',
    status: 'completed',
    end_time: new Date(Date.now() - 10 * day),
  })
  await database.query(
    `insert into relay.playbook_action_log_chunks (action_id, first_line, line_count, has_ansi, replaced_lines, long_lines, body)
     values ($1, 1, 1, false, 0, 0, '[]')`,
    [action],
  )
  for (const days of [0, 1, 3, 5])
    await database.query('insert into check_statuses (check_id, time, status, duration) values ($1, $2, true, 1)', [
      check,
      new Date(Date.now() - days * day),
    ])
  const dataDir = await mkdtemp(join(tmpdir(), 'low-disk-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const log = pino({ level: 'silent' })
  const backend = await startBackend({
    database,
    resourcesDir: join(dataDir, 'resources'),
    dataDir,
    log,
    retentionShare,
  })
  onTestFinished(() => backend.stop())
  const left = () =>
    oneValue(
      database,
      `select array[(select count(*) from check_statuses where check_id = $1),
         (select count(*) from relay.playbook_action_log_chunks), (select count(*) from playbook_runs)]`,
      [check],
    )
  expect(await left()).toEqual([4, 1, 1])
  become(0.25)
  await eventually(async () => expect(await left()).toEqual([2, 0, 1]))
})

test('with low disk space, the journal retains a quarter at once, and the usual amount after recovery', async () => {
  const { database, retentionShare, become } = await setUp()
  const start = Date.now() - 20 * hour
  let nowMs = start
  const journal = openJournal(database, { now: () => nowMs, retentionShare })
  onTestFinished(() => journal.close())
  const feed = await followLamps(journal)
  for (let n = 0; n <= 20; n += 1) {
    nowMs = start + n * hour
    feed.report(nowMs, { a: lamp('a', String(n)) })
    await journal.flush()
  }
  const oldest = async () => {
    const { entries } = await journal.page(lamps.key, { limit: 100 })
    return Date.parse(entries.at(-1)?.observedAt ?? '')
  }
  await journal.sweep()
  // Before the first change there is a keyframe.
  expect(await oldest()).toBe(start + hour)
  become(0.25)
  await eventually(async () => expect(await oldest()).toBe(start + 14 * hour))
  become(1)
  nowMs = start + 36 * hour
  await journal.sweep()
  expect(await oldest()).toBe(start + 14 * hour)
})
