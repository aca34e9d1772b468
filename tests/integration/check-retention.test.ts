import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyRetention, retentionDefaults } from '#relay/backend/checks/store/retention.ts'
import { rollUp } from '#relay/backend/checks/store/roll-up.ts'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'

const check = '0195c0de-0000-7000-8000-0000000000a1'
const hour = 3_600_000

describe.each(kinds)('on a $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate canaries, checks, job_history cascade')
    await database.query(
      `with canary as (insert into canaries (name, namespace, spec) values ('web', 'default', '{}') returning id)
       insert into checks (id, canary_id, type, name) select $1, id, 'http', 'home' from canary`,
      [check],
    )
  })
  const add = (time: string | Date, pass: boolean, duration: number) =>
    database.query('insert into check_statuses (check_id, time, status, duration) values ($1, $2, $3, $4)', [
      check,
      time,
      pass,
      duration,
    ])
  const rollUps = async (table: string) => {
    const { rows } = await database.query(
      `select to_char(created_at at time zone 'UTC', 'MM-DD HH24:MI') as at, duration, total, passed, failed
         from ${table} order by created_at`,
    )
    return rows.map((row) => Object.values(row).join(' '))
  }

  test('rolls results up into hours and days, and updates the current ones as they grow', async () => {
    await add('2026-01-01T22:10:00Z', true, 10)
    await add('2026-01-01T22:50:00Z', false, 30)
    await add('2026-01-01T23:59:59.999Z', true, 5)
    await add('2026-01-02T00:00:00Z', true, 7)
    await rollUp(database)
    expect(await rollUps('check_statuses_1h')).toEqual([
      '01-01 22:00 40 2 1 1',
      '01-01 23:00 5 1 1 0',
      '01-02 00:00 7 1 1 0',
    ])
    expect(await rollUps('check_statuses_1d')).toEqual(['01-01 00:00 45 3 2 1', '01-02 00:00 7 1 1 0'])
    await add('2026-01-02T00:30:00Z', false, 3)
    await rollUp(database)
    expect((await rollUps('check_statuses_1h')).at(-1)).toBe('01-02 00:00 10 2 1 1')
    expect((await rollUps('check_statuses_1d')).at(-1)).toBe('01-02 00:00 10 2 1 1')
  })

  test('deletes what is older than the settings allow, and limits the number of results', async () => {
    const now = Date.now()
    for (let index = 0; index < 10; index++) await add(new Date(now - index * 30 * hour), true, 1)
    for (const [status, days] of [
      ['SUCCESS', 60],
      ['FAILED', 60],
      ['WARNING', 60],
      ['FAILED', 1],
    ] as const) {
      await database.query('insert into job_history (name, status, time_start) values ($1, $2, $3)', [
        'Canary',
        status,
        new Date(now - days * 24 * hour),
      ])
    }
    const settings: Record<string, number> = { 'check.status.retention.days': 10, 'check.status.retention.rows': 4 }
    const deleted = await applyRetention(database, async (name) => settings[name] ?? retentionDefaults[name])
    expect(deleted).toEqual({ check_statuses: 6, check_statuses_1h: 0, check_statuses_1d: 0, job_history: 2 })
    const { rows } = await database.query<{ status: string }>('select status from job_history order by time_start')
    expect(rows.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED'])
    settings['check.status.retention.days'] = 2
    expect((await applyRetention(database, async (name) => settings[name] ?? 1_000))['check_statuses']).toBe(2)
  })
})
