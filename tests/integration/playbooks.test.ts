import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { playbookDocument, playbooksOf, withoutTime } from '#tests/fixtures/playbook-runs.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(kinds)('playbooks over the $kind database', ({ open }) => {
  let database: Database
  let backend: TestBackend | undefined
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate playbooks, canaries cascade')
  })
  afterEach(async () => {
    await backend?.close()
    backend = undefined
  })
  const started = (): TestBackend => {
    if (backend === undefined) throw new Error('no backend')
    return backend
  }
  const begin = async (specs: Readonly<Record<string, string>>) => {
    const resources = Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [`${name}.yaml`, playbookDocument(name, spec)]),
    )
    backend = await startTestBackend({ database, resources })
    return backend
  }
  const book = playbooksOf(started)

  test('a document with two steps is run, and its output is there line by line [PLAY-09,PLAY-10]', async () => {
    await begin({
      hello: `  actions:
    - name: first
      exec: { script: 'echo one; echo two >&2; printf three' }
    - name: second
      exec: { script: 'echo "{{getLastAction.result.stdout}}" | tr a-z A-Z' }
`,
    })
    const run = await book.start('hello')
    expect(await book.ended(run)).toMatchObject({ status: 'completed', error: null })
    const { body } = await started().app.inject(`/api/db/rpc/get_playbook_run_actions?run_id=${run}`)
    expect(JSON.parse(body)).toMatchObject([
      { name: 'first', status: 'completed', playbook_run_id: run, retry_count: 0 },
      { name: 'second', status: 'completed', playbook_run_id: run, retry_count: 0 },
    ])
    const [first, second] = await book.actions(run)
    expect(first?.result).toMatchObject({ stdout: 'one\nthree', stderr: 'two\n', exitCode: 0, path: 'bash' })
    const { range } = await book.log(first?.id ?? '')
    expect(range).toMatchObject({ total: 3, ended: true, ansi: false, notes: [] })
    expect(withoutTime(range.lines.filter(([, stream]) => stream === 2)).map(([, , ...line]) => line)).toEqual([
      ['two'],
    ])
    expect(withoutTime(range.lines.filter(([, stream]) => stream === 1)).map(([, , ...line]) => line)).toEqual([
      ['one'],
      ['three', 1],
    ])
    expect(range.lines.map(([no]) => no)).toEqual([1, 2, 3])
    expect((await book.log(second?.id ?? '')).range.lines.map(([, , , text]) => text)).toEqual(['ONE', 'THREE'])
  })

  test('a million lines are kept, exactly as they were printed', { timeout: 180_000 }, async () => {
    await begin({ much: `  actions:\n    - name: print\n      exec: { script: 'seq 1000000' }\n` })
    const run = await book.start('much')
    expect(await book.ended(run)).toMatchObject({ status: 'completed' })
    const [action] = await book.actions(run)
    const { body } = await started().app.inject(`/api/playbook/run/action/${action?.id}/log/text`)
    const printed = Array.from({ length: 1_000_000 }, (_, at) => `${at + 1}\n`).join('')
    expect(hash(body)).toBe(hash(printed))
  })
})
