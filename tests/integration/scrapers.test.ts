import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { kinds } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

describe.each(kinds)('on the $kind database', ({ open }) => {
  const { scrapers, started, start, put, at } = scrapingTests(open)
  const write = (payload: object) =>
    started().app.inject({ method: 'POST', url: '/api/db/config_scrapers', payload: { source: 'UI', ...payload } })
  const search = async (labelSelector: string) => {
    const payload = { configs: [{ labelSelector, types: ['App::*'] }] }
    const response = await started().app.inject({ method: 'POST', url: '/api/resources/search', payload })
    const { configs = [] } = z
      .object({ configs: z.array(z.looseObject({ name: z.string() })).optional() })
      .parse(response.json())
    return configs.map(({ name }) => name)
  }
  const fromFiles = (more = '') =>
    scraperDocument(
      'files',
      `  file:\n    - paths: ['${at()}/**']\n      type: $.kind\n      id: $.id\n      name: $.name\n${more}`,
    )

  test('files become items with the data of their documents [CAT-01,CAT-02,CAT-18]', async () => {
    await put('web.json', { kind: 'App::Service', id: 'web', name: 'Web', state: 'Running', ok: true, env: 'prod' })
    await put(
      'more.yaml',
      'kind: App::Job\nid: nightly\nname: Nightly\n---\nkind: App::Job\nid: hourly\nname: Hourly\n',
    )
    const fields = `      class: Service
      status: $.state
      health: { expr: "has(config.ok) && config.ok ? 'healthy' : 'unknown'" }
      labels: { team: core }
      tags: [{ name: env, jsonpath: $.env }, { name: team, label: team }]
`
    await start({ 'files.yaml': fromFiles(fields) })
    expect(await scrapers.run('files')).toMatchObject({ status: 'SUCCESS', errors: [] })
    expect(await scrapers.items()).toMatchObject([
      { name: 'Hourly', type: 'App::Job', external_id: ['hourly'], health: 'unknown', tags: { team: 'core' } },
      { name: 'Nightly', type: 'App::Job', external_id: ['nightly'] },
      {
        name: 'Web',
        type: 'App::Service',
        config_class: 'Service',
        external_id: ['web'],
        status: 'Running',
        health: 'healthy',
        labels: { team: 'core' },
        tags: { env: 'prod', team: 'core' },
        config: { kind: 'App::Service', id: 'web', name: 'Web', state: 'Running', ok: true, env: 'prod' },
      },
    ])
    expect(await search('team=core,env=prod')).toEqual(['Web'])
    expect((await search('team,env!=prod')).toSorted((a, b) => a.localeCompare(b))).toEqual(['Hourly', 'Nightly'])
    expect(await search('!env,team=core,name')).toEqual([])
    expect(await scrapers.read('config_scrapers?select=name,source,namespace')).toEqual([
      { name: 'files', source: 'ConfigFile', namespace: 'default' },
    ])
  })

  test('an item claimed by two scrapers stays with the first, and the other reports it', async () => {
    await put('web.json', { kind: 'App', id: 'web', name: 'Web' })
    const other = `  file:\n    - paths: ['${at()}/**']\n      type: $.kind\n      id: $.id\n      name: Taken\n`
    await start({ 'files.yaml': fromFiles() })
    await scrapers.run('files')
    await started().write('others.yaml', scraperDocument('others', other))
    await eventually(async () => expect(await scrapers.findId('others')).not.toBe(''))
    expect((await scrapers.run('others')).errors).toEqual([
      'App "web" already belongs to the scraper files and was left unchanged.',
    ])
    expect(await scrapers.items()).toMatchObject([{ name: 'Web' }])
  })

  test('an edited file is one diff with a patch, a removed one a deleted item, and both are notified [CAT-03,CAT-05]', async () => {
    await put('web.json', { kind: 'App', id: 'web', name: 'Web', spec: { replicas: 1, image: 'a' } })
    await put('db.json', { kind: 'App', id: 'db', name: 'Database' })
    await start({ 'files.yaml': fromFiles() })
    await scrapers.run('files')
    const web = await scrapers.item('Web')
    await put('web.json', { kind: 'App', id: 'web', name: 'Web', spec: { replicas: 2, image: 'a' } })
    await rm(at('db.json'))

    expect((await scrapers.run('files')).summary).toEqual({
      added: 0,
      updated: 1,
      unchanged: 0,
      deleted: 1,
      changes: 1,
      errors: 0,
    })
    expect(await scrapers.item('Web')).toMatchObject({ id: web?.id, config: { spec: { replicas: 2 } } })
    expect(await scrapers.changes(web?.id ?? '')).toMatchObject([
      {
        change_type: 'diff',
        severity: 'info',
        source: 'diff',
        summary: 'spec.replicas',
        patches: { spec: { replicas: 2 } },
        diff: expect.stringContaining('\n-    "replicas": 1\n+    "replicas": 2\n'),
        count: 1,
      },
    ])
    expect(await scrapers.items()).toMatchObject([{ name: 'Web' }])
    expect(await scrapers.item('Database')).toMatchObject({ delete_reason: 'STALE', deleted_at: expect.any(String) })
    const notified = started().changes.filter(({ relation }) => relation.startsWith('config_'))
    expect(
      notified.find(({ relation, ids }) => relation === 'config_items' && ids?.includes(web?.id ?? '')),
    ).toBeDefined()
    expect(notified.some(({ relation }) => relation === 'config_changes')).toBe(true)

    await put('db.json', { kind: 'App', id: 'db', name: 'Database' })
    const deleted = await scrapers.item('Database')
    await scrapers.run('files')
    expect(await scrapers.item('Database')).toMatchObject({ id: deleted?.id, deleted_at: null, delete_reason: null })
  })

  test('each run is one row of the job history with its results', async () => {
    await put('web.json', { kind: 'App', id: 'web', name: 'Web' })
    await start({ 'files.yaml': fromFiles() })
    await scrapers.run('files')
    expect((await scrapers.run('files')).summary).toMatchObject({ added: 0, updated: 0, unchanged: 1, changes: 0 })
    const asRow = {
      name: 'ConfigScraper',
      resource_type: 'config_scraper',
      resource_name: 'files',
      status: 'SUCCESS',
      success_count: 1,
      error_count: 0,
      details: { scrape_summary: { App: { added: 0, updated: 0, unchanged: 1, deleted: 0 } } },
    }
    await eventually(async () => expect(await scrapers.lastRun('files')).toMatchObject(asRow))
    expect(await scrapers.read('config_scrapers_with_status?select=name,job_status')).toEqual([
      { name: 'files', job_status: 'SUCCESS' },
    ])
  })

  test('an unreadable file is an error with its position, and known items stay', async () => {
    await put('web.json', { kind: 'App', id: 'web', name: 'Web' })
    await put('db.json', { kind: 'App', id: 'db', name: 'Database' })
    await start({ 'files.yaml': fromFiles() })
    await scrapers.run('files')
    await put('web.json', '{ "kind": "App", ')
    await rm(at('db.json'))
    const run = await scrapers.run('files')
    expect(run).toMatchObject({ status: 'FAILED', summary: { deleted: 0, errors: 1 } })
    expect(run.errors).toEqual([expect.stringMatching(/web\.json: .*JSON/)])
    expect((await scrapers.items()).map(({ name }) => name)).toEqual(['Database', 'Web'])
    await eventually(async () => expect((await scrapers.lastRun('files')).details.errors).toEqual(run.errors))
  })

  test('documents are watched, rows work too, and a deleted scraper deletes its items [CAT-25]', async () => {
    await put('web.json', { kind: 'App', id: 'web', name: 'Web' })
    await start({ 'files.yaml': fromFiles() })
    await eventually(async () => expect(await scrapers.items()).toMatchObject([{ name: 'Web' }]))
    await started().write('files.yaml', fromFiles('      class: Site\n'))
    await eventually(async () => expect(await scrapers.items()).toMatchObject([{ config_class: 'Site' }]))
    await started().write('files.yaml', fromFiles('      clas: Site\n'))
    const unknownField = /files\.yaml:12:\d+: file\[0\]\.clas: unknown field\./
    await eventually(() => expect(started().log.some((line) => unknownField.test(line))).toBe(true))
    expect(await scrapers.items()).toMatchObject([{ config_class: 'Site' }])
    await started().remove('files.yaml')
    await eventually(async () => expect(await scrapers.items()).toEqual([]))

    const spec = { file: [{ paths: [`${at()}/*.json`], type: 'App', id: '$.id', name: '$.name' }] }
    expect((await write({ name: 'rows', spec })).statusCode).toBe(201)
    await eventually(async () => expect(await scrapers.items()).toMatchObject([{ name: 'Web', type: 'App' }]))
    const bad = await write({ name: 'bad', spec: { file: [{ id: '$.id' }] } })
    expect([bad.statusCode, JSON.parse(bad.body)]).toMatchObject([400, { message: 'file[0].paths: required.' }])
  })
})
