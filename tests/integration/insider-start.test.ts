import { expect, test } from 'vitest'
import { canaryDocument, startTestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'

test('a backend removes results with invalid times', async () => {
  const database = await openServer()
  const resources = {
    'web.yaml': canaryDocument('web', '  http:\n    - name: home\n      url: http://127.0.0.1:9/', '@every 8760h'),
  }
  const first = await startTestBackend({ database, resources })
  await first.stop()
  await database.query(`
    insert into check_statuses (check_id, time, status, duration)
      select id, time, true, 1 from checks, unnest('{infinity,-infinity,200000-01-01}'::timestamptz[]) as time;
    insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
      select id, 'infinity', 1, 1, 1, 0 from checks;
    update checks set last_runtime = 'infinity', last_transition_time = '-infinity'`)
  const second = await startTestBackend({ database, resourcesDir: first.resourcesDir })
  expect((await second.row('home'))?.name).toBe('home')
  const { rows } = await database.query(
    `select (select count(*) from check_statuses where time > '9999-01-01') as results, count(*) as checks
       from checks where isfinite(coalesce(last_runtime, now()))`,
  )
  expect(rows).toEqual([{ results: 0, checks: 1 }])
  expect(second.log.some((line) => line.includes('removed results with invalid times'))).toBe(true)
  await second.close()
  await database.close()
})
