import { describe, expect, test, vi } from 'vitest'
import { readMergedMigrations } from '#relay/database/schema-files.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { checkingTests } from '#tests/fixtures/checking.ts'

const { database, http, start, started, waitOptions } = checkingTests()
const labelled = (labels: string, checks: string) =>
  canaryDocument('web', checks, '@every 1h').replace('metadata:', `metadata:\n  labels: ${labels}`)

describe('labels of a canary', () => {
  test('labels of a canary reach its checks, which override them', async () => {
    const stored = async () =>
      (
        await database().query<{ name: string; labels: unknown }>(
          'select name, labels from checks where deleted_at is null order by name',
        )
      ).rows.map(({ name, labels }) => [name, labels])
    const parts = `      labels: { tier: back }
      transform:
        expr: '[{"name": "part", "pass": true, "labels": {"team": "parts"}}]'
`
    const backend = await start({
      resources: { 'web.yaml': labelled('{ team: web, tier: front }', http('home', parts)) },
    })
    await vi.waitFor(
      async () =>
        expect(await stored()).toEqual([
          ['home', { team: 'web', tier: 'back' }],
          ['part', { team: 'parts', tier: 'back' }],
        ]),
      waitOptions,
    )
    await backend.write('web.yaml', labelled('{ stage: test }', http('home', parts)))
    await vi.waitFor(
      async () =>
        expect(await stored()).toEqual([
          ['home', { stage: 'test', tier: 'back' }],
          ['part', { stage: 'test', team: 'parts', tier: 'back' }],
        ]),
      waitOptions,
    )
    const rejected = http('home', '      labels: { tier: side }\n      mthod: GET\n')
    await backend.write('web.yaml', labelled('{ stage: live }', rejected))
    await vi.waitFor(
      async () =>
        expect(await stored()).toEqual([
          ['home', { stage: 'live', tier: 'back' }],
          ['part', { stage: 'live', team: 'parts', tier: 'back' }],
        ]),
      waitOptions,
    )
    expect((await backend.row('home'))?.labels).toEqual({ stage: 'live', tier: 'back' })
    const { rows } = await database().query('select key, value from check_labels order by key, value')
    expect(rows).toEqual([
      { key: 'stage', value: 'live' },
      { key: 'team', value: 'parts' },
      { key: 'tier', value: 'back' },
    ])
  })

  test('labels of a row that are numbers and booleans are text', async () => {
    await database().query(
      `insert into canaries (name, namespace, labels, spec)
       values ('row', 'default', '{"version": 1.5, "live": true, "zone": null}', $1)`,
      [JSON.stringify({ schedule: '@every 1h', http: [{ name: 'home', url: 'http://127.0.0.1:1' }] })],
    )
    await start()
    await vi.waitFor(async () => {
      const { rows } = await database().query('select labels from checks where deleted_at is null')
      expect(rows).toEqual([{ labels: { version: '1.5', live: 'true', zone: '' } }])
    }, waitOptions)
  })

  test('a migration adds the labels of canaries to checks that exist', async () => {
    await database().query(
      `with canary as (
         insert into canaries (name, namespace, labels, spec) values ('old', 'default', '{"team":"web","tier":"front"}', '{}')
         returning id
       )
       insert into checks (canary_id, type, name, labels, spec, transformed)
       select id, 'http', 'home', null::jsonb, '{}'::jsonb, false from canary
       union all select id, 'http', 'part', '{"tier":"back"}', '{"transformedFrom":"x"}', true from canary`,
    )
    const migration = (await readMergedMigrations()).find(({ name }) => name === '0173-check-labels.sql')
    for (let run = 0; run < 2; run += 1) await database().query(migration?.sql ?? '')
    const { rows } = await database().query('select name, labels, spec from checks order by name')
    expect(rows).toEqual([
      { name: 'home', labels: { team: 'web', tier: 'front' }, spec: {} },
      {
        name: 'part',
        labels: { team: 'web', tier: 'back' },
        spec: { transformedFrom: 'x', labels: { tier: 'back' } },
      },
    ])
  })

  test('keeps a label with special characters unchanged', async () => {
    const odd = `!@#$%^&*()_+-=[]{}|;':",./<>?\\\`~ \t \u00e4\u{1f600}\u2028`
    const backend = await start({
      resources: {
        'web.yaml': canaryDocument(
          'web',
          http('home', `      labels: ${JSON.stringify({ [odd]: odd, nul: 'a\0b' })}\n`),
        ),
      },
    })
    await vi.waitFor(async () => expect((await started().row('home'))?.status).toBe('healthy'), waitOptions)
    expect((await backend.row('home'))?.labels?.[odd]).toBe(odd)
    const { rows } = await database().query<{ labels: Record<string, string> }>('select labels from checks')
    expect(rows[0]?.labels[odd]).toBe(odd)
  })
})
