import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { createServerDatabase } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const exec = (name: string, rest: string) => `    - name: ${name}\n      script: echo 42\n${rest}`

/** Any reader of a list can have these evaluated; they must not block others. */
const hostile: readonly (readonly [string, string])[] = [
  [
    'runs long',
    ['a', 'b', 'c', 'd'].reduce(
      (inner, name) => `lists.range(300).all(${name}, ${inner})`,
      "check.name != 'nobody' && check.name.matches('^(a+)+$') == false",
    ),
  ],
  ['calls one thing that takes long', "size('x'.repeat(700).replaceAll('x', 'y'.repeat(700000)).split('')) > 0"],
]

describe('an expression that', () => {
  let backend: TestBackend
  let checkId = ''
  beforeAll(async () => {
    const resources = { 'web.yaml': canaryDocument('web', `  exec:\n${exec('up', '')}`, '@daily') }
    backend = await startTestBackend({ resources })
    checkId = await eventually(async () => {
      const row = await backend.row('up')
      if (row === undefined) throw new Error('not yet')
      return row.id
    })
  })
  afterAll(() => backend.close())

  const answeredMeanwhile = async (work: Promise<unknown>): Promise<number> => {
    const over = new AbortController()
    const end = () => over.abort()
    work.then(end, end)
    let count = 0
    for (; !over.signal.aborted; count += 1) {
      await backend.app.inject('/healthz')
      await turn()
    }
    return count
  }

  test.each(hostile)('%s does not block others', async (name, filter) => {
    const spec = { checks: [{}], filters: [filter], actions: [{ name: 'a', exec: { script: 'exit 0' } }] }
    const written = await backend.app.inject({
      method: 'POST',
      url: '/api/db/playbooks',
      payload: { name, namespace: 'default', source: 'UI', spec },
    })
    expect([written.statusCode, written.body]).toEqual([201, ''])
    const list = backend.app.inject(`/api/playbook/list?check_id=${checkId}`)
    expect(await answeredMeanwhile(list)).toBeGreaterThan(100)
    expect(JSON.parse((await list).body)).toEqual([])
  })
})

test('the built relay evaluates expressions of every language', { timeout: 300_000 }, async () => {
  const checks = [
    exec('cel', `      test: { expr: 'exitCode == 0' }\n      display: { expr: '"cel " + stdout' }\n`),
    exec('go', `      display: { template: 'go {{ .stdout }}' }\n`),
    exec('path', `      display: { jsonPath: '$.stdout' }\n`),
    exec('script', `      display: { javascript: '"script " + (Number(stdout) + 1)' }\n`),
  ]
  const relay = await startRelay({
    env: { DATABASE_URL: await createServerDatabase() },
    resources: { 'a.yaml': canaryDocument('a', `  exec:\n${checks.join('')}`) },
  })
  try {
    await eventually(async () => {
      const response = await fetch(`${relay.url}/api/canary/api/summary`)
      const { checks_summary: rows } = (await response.json()) as {
        checks_summary: { name: string; message: string }[]
      }
      const messages = Object.fromEntries(rows.map(({ name, message }) => [name, message]))
      expect(messages).toEqual({ cel: 'cel 42', go: 'go 42', path: '42', script: 'script 43' })
    })
  } finally {
    await relay.stop()
  }
})
