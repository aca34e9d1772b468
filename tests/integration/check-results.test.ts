import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import { checkReportRoute } from '#shared/health/check-routes.ts'
import { ArtifactStore } from '#relay/backend/artifacts/artifact-store.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'
import { insertRow } from '#tests/fixtures/rows.ts'
import { startHttpTarget } from '#tests/fixtures/http-target.ts'

const { database, http, start, started, target, waitOptions } = checkingTests()

const measuredDocument = (value: string) =>
  canaryDocument(
    'rates',
    `  http:
    - name: home
      url: ${target().url}
      metrics:
        - name: home_code
          type: gauge
          value: ${value}
          labels:
            - { name: canary, valueExpr: canary.name }
      transform:
        expr: '[{"name": "part", "metrics": [{"name": "parts_total", "type": "counter", "value": 2}]}, {"name": "part"}]'
`,
  )

const runs = async () => (await started().row('home'))?.uptime?.passed ?? 0

test('exports metrics of checks, and reports repeated names and values that are no numbers', async () => {
  const registry = new Registry()
  const { series } = createCheckMetrics(registry)
  const backend = await start({ series, resources: { 'rates.yaml': measuredDocument('code') } })
  await vi.waitFor(async () => {
    expect(await registry.metrics()).toContain('\nhome_code{canary="rates"} 200\n')
    expect((await backend.row('home'))?.warnings).toEqual([
      'transform: more than one result is named "part"; the last one is used.',
    ])
  }, waitOptions)
  await backend.write('rates.yaml', measuredDocument(`'"ok"'`))
  await vi.waitFor(async () => {
    expect(await registry.metrics()).not.toContain('home_code')
    expect((await backend.row('home'))?.warnings?.[0]).toBe('Metric home_code: the value must be a number, got "ok".')
  }, waitOptions)
})

const transformed = (expr: string, retention: string) =>
  canaryDocument(
    'parts',
    http(
      'home',
      `      transformDeleteStrategy: MarkUnhealthy
      transformRetention: ${retention}
      transform:
        expr: '${expr}'
`,
    ),
  )
const parts = (type: string) =>
  `[{"name": "part", "type": "${type}"}, {"name": "part", "type": "${type}", "pass": true}]`

const stored = async () => {
  const sql = `select checks.id, checks.type, checks.status, count(check_statuses.*)::integer as results
                 from checks left join check_statuses on check_statuses.check_id = checks.id
                where checks.name = 'part' and checks.deleted_at is null group by checks.id`
  return (await database().query<{ id: string; type: string; status: string; results: number }>(sql)).rows
}

test('a transformed check keeps its id and one row over runs, is marked once when absent, and removed after its retention', async () => {
  const goOn = async () => {
    const before = await runs()
    await vi.waitFor(async () => expect(await runs()).toBeGreaterThan(before + 1), waitOptions)
  }
  const backend = await start({ resources: { 'parts.yaml': transformed(parts('pod'), '1h') } })
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ type: 'pod', status: 'healthy' }]), waitOptions)
  const [first] = await stored()
  await backend.write('parts.yaml', transformed(parts('job'), '1h'))
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ id: first?.id, type: 'job' }]), waitOptions)
  await goOn()
  expect((await stored()).map(({ id }) => id)).toEqual([first?.id])

  await backend.write('parts.yaml', transformed('[]', '1h'))
  await vi.waitFor(async () => expect(await stored()).toMatchObject([{ status: 'unhealthy' }]), waitOptions)
  const [marked] = await stored()
  await goOn()
  expect(await stored()).toEqual([marked])

  await backend.write('parts.yaml', transformed('[]', '1s'))
  await vi.waitFor(async () => expect(await stored()).toEqual([]), waitOptions)
})

test('a transformed check is not evaluated while the check that makes it fails', async () => {
  await start({ resources: { 'parts.yaml': transformed('[{"name": "part", "pass": true}]', '1h') } })
  await vi.waitFor(async () => expect(await states()).toContainEqual(['part', 'healthy', undefined]), waitOptions)
  target().state.status = 500
  await vi.waitFor(async () => expect(await states()).toContainEqual(['part', 'unknown', 'home']), waitOptions)
  target().state.status = 200
  await vi.waitFor(async () => expect(await states()).toContainEqual(['part', 'healthy', undefined]), waitOptions)
})

const withParent = (child: string) =>
  canaryDocument(
    'shop',
    `  http:
    - name: db
      url: ${target().url}
    - name: page
      url: ${child}
      dependsOn: [db]
`,
  )
const states = async () =>
  (await started().rows())
    .map(({ name, status, not_evaluated: blocker }) => [name, status, blocker?.name])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
test('a check is not evaluated while one that it depends on fails, and does not turn', async () => {
  const page = await startHttpTarget()
  try {
    let backend = await start({ resources: { 'shop.yaml': withParent(page.url) } })
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([
          ['db', 'healthy', undefined],
          ['page', 'healthy', undefined],
        ]),
      waitOptions,
    )
    target().state.status = 500
    page.state.status = 500
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([
          ['db', 'unhealthy', undefined],
          ['page', 'unknown', 'db'],
        ]),
      waitOptions,
    )
    const id = (await backend.row('page'))?.id ?? ''
    const run = await backend.app.inject({ method: 'POST', url: `/api/canary/run/check/${id}` })
    expect([run.statusCode, run.json()]).toEqual([
      409,
      { error: 'Not evaluated: it depends on db, which is failing. Run that check.' },
    ])
    const { requests } = page.state
    target().state.status = 200
    page.state.status = 200
    await vi.waitFor(
      async () =>
        expect(await states()).toEqual([
          ['db', 'healthy', undefined],
          ['page', 'healthy', undefined],
        ]),
      waitOptions,
    )
    expect(page.state.requests).toBeGreaterThan(requests)
    const { rows } = await database().query(`select status from check_statuses where check_id = $1 and not status`, [
      id,
    ])
    expect(rows).toEqual([])
  } finally {
    await page.close()
  }
})

const home = async () => started().row('home')

test('a check with a confirmation turns after its failures, also over a restart', async () => {
  const confirmed = canaryDocument('web', http('home', '      confirmation: { failures: 4, of: 6 }\n'))
  const backend = await start({ resources: { 'web.yaml': confirmed } })
  await vi.waitFor(async () => expect((await home())?.status).toBe('healthy'), waitOptions)
  target().state.status = 500
  await vi.waitFor(async () => {
    expect(await home()).toMatchObject({ status: 'healthy', confirming: { kind: 'failures', needed: 4, of: 6 } })
  }, waitOptions)
  await backend.stop()
  await start({ resourcesDir: backend.resourcesDir })
  await vi.waitFor(async () => expect((await home())?.status).toBe('unhealthy'), waitOptions)
  await vi.waitFor(async () => {
    const { rows } = await database().query<{ failures: number }>(
      `select count(*)::int as failures from check_statuses join checks on checks.id = check_id
       where checks.name = 'home' and not check_statuses.status`,
    )
    expect(rows[0]?.failures).toBeGreaterThanOrEqual(4)
  }, waitOptions)
})

const report = async () => {
  const id = (await started().row('home'))?.id ?? ''
  const { body } = await started().app.inject(`/api/canary/api/report/${id}`)
  return checkReportRoute.response.parse(JSON.parse(body)).report
}

test('the report of a check explains its last result without secrets', async () => {
  const backend = await start({
    resources: {
      'web.yaml': canaryDocument(
        'web',
        http('home', '      headers: [{ name: authorization, value: Bearer abcdefgh }]\n      responseCodes: [200]\n'),
      ),
    },
  })
  target().state.status = 503
  await vi.waitFor(async () => {
    expect(await report()).toMatchObject({
      pass: false,
      assertion: { expected: 'code 200', actual: '503' },
      request: {
        method: 'GET',
        url: target().url,
        headers: [
          ['user-agent', 'quarterdeck'],
          ['authorization', '***'],
        ],
      },
      response: { code: 503 },
      timings: { connect: expect.any(Number), firstByte: expect.any(Number), transfer: expect.any(Number) },
    })
  }, waitOptions)
  await target().close()
  await vi.waitFor(async () => {
    const last = await report()
    expect([last?.response, last?.request?.url]).toEqual([undefined, target().url])
  }, waitOptions)
  const unknown = await backend.app.inject('/api/canary/api/report/0195c0de-0000-7000-8000-00000000ffff')
  expect(unknown.json()).toEqual({ report: null })
})

const reporting = (more = '') =>
  canaryDocument(
    'reports',
    `  exec:
    - name: report
      script: |
        mkdir out; echo "key $KEY" > out/a.txt; head -c 17000000 /dev/zero > out/large.bin; echo done
      env: [{ name: KEY, valueFrom: { secretKeyRef: { name: shop, key: key } } }]
      artifacts: [{ path: out/*.txt }, { path: out/large.bin }, { path: none.log }, { path: /dev/stdout }]
${more}`,
  )

test('the files of a script are artifacts of its result, without secrets, and downloads need the right to read the check', async () => {
  const resourcesDir = await mkdtemp(join(tmpdir(), 'reports-'))
  await mkdir(join(resourcesDir, '.secrets/shop'), { recursive: true })
  await writeFile(join(resourcesDir, '.secrets/shop/key'), 'secret-key-1')
  const grants: Grant[] = []
  const backend = await start({ resourcesDir, roles: ['viewer'], grants, resources: { 'reports.yaml': reporting() } })
  const listed = async () => {
    const sql = `select checks.id as check, checks.status, results.time, results.artifacts
                   from checks join checks_status_artifacts as results on results.check_id = checks.id
                  where checks.name = 'report' order by results.time desc limit 1`
    return (await database().query<{ check: string; time: string; artifacts: ArtifactRow[] | null }>(sql)).rows[0]
  }
  await vi.waitFor(async () => expect((await listed())?.artifacts).toHaveLength(2), waitOptions)
  const result = await listed()
  const [file, output] = (result?.artifacts ?? []).toSorted((a, b) => a.filename.localeCompare(b.filename))
  expect([file, output]).toMatchObject([
    { filename: 'a.txt', size: 8, content_type: 'text/plain' },
    { filename: 'stdout', size: 5 },
  ])
  const warnings = [
    'Failed to store the artifact large.bin: it is larger than 16 MB.',
    'No file matches the artifact none.log.',
  ]
  // The summary follows the stored result.
  await vi.waitFor(async () => expect((await backend.row('report'))?.warnings).toEqual(warnings), waitOptions)
  const ask = (path: string) => fetch(`${backend.url}/api/artifacts/${path}`)
  const download = await ask(`download/${file?.id}`)
  expect([download.headers.get('content-disposition'), await download.text()]).toEqual([
    "attachment; filename*=UTF-8''a.txt",
    'key ***\n',
  ])
  const time = encodeURIComponent(new Date(result?.time ?? '').toISOString())
  const list = await ask(`list/check/${result?.check}/${time}`)
  expect(((await list.json()) as ArtifactRow[]).map(({ filename }) => filename).sort()).toEqual(['a.txt', 'stdout'])
  const { rows: canaries } = await database().query<{ id: string }>('select id from canaries')
  const person = '01890a5d-0000-7000-8000-000000000001'
  const denied = { subject: person, subject_type: 'person', action: 'read', canary_id: canaries[0]?.id, deny: true }
  grants.push(grantSchema.parse({ id: 'g1', ...denied }))
  expect((await ask(`download/${file?.id}`)).status).toBe(404)
  expect((await ask(`list/check/${result?.check}/${time}`)).status).toBe(404)
})

test('a check keeps the artifacts of its newest 20 results up to a size, and none of results that were removed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'artifacts-'))
  const store = new ArtifactStore(database(), dataDir)
  const canary = await insertRow(database(), 'canaries', { name: 'reports', namespace: 'default', spec: {} })
  const checkId = await insertRow(database(), 'checks', { canary_id: canary, type: 'exec', name: 'report' })
  const newest = Date.now()
  const keep = (time: number) => {
    const path = join(dataDir, 'file')
    return store.keep({ checkId, time }, { path, filename: `${newest - time}.txt` }, new Mask())
  }
  await writeFile(join(dataDir, 'file'), 'text')
  for (let hour = 0; hour < 22; hour += 1) await keep(newest - hour * 3_600_000 - 60_000)
  await store.removeOlder(checkId)
  const count = async () => {
    const sql = 'select count(*)::integer as stored from artifacts where check_id = $1'
    const { rows } = await database().query<{ stored: number }>(sql, [checkId])
    return [rows[0]?.stored, (await readdir(join(dataDir, 'artifacts'))).length]
  }
  expect(await count()).toEqual([20, 20])
  expect(await store.removeOfResults(5)).toBe(15)
  expect(await count()).toEqual([5, 5])
  await database().query('update artifacts set size = 30 * 1024 * 1024 where check_id = $1', [checkId])
  await store.removeOlder(checkId)
  expect(await count()).toEqual([2, 2])
  await database().query('update artifacts set size = 80 * 1024 * 1024 where check_id = $1', [checkId])
  await store.removeOlder(checkId)
  expect(await count()).toEqual([1, 1])
})
