import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { createServerDatabase, openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate playbooks, canaries cascade')
})
const { start, started } = createBackendSlot()
const book = createPlaybookHelpers(started)
const begin = async (name: string, spec: string, more: Readonly<Record<string, string>> = {}) => {
  await start({ database, resources: { [`${name}.yaml`]: playbookDocument(name, spec), ...more } })
}
const loadResult = async (run: string) => {
  await book.ended(run)
  const [action] = await book.actions(run)
  return { error: action?.error, ...action?.result }
}

const hostile = [
  'x; echo INJECTED',
  '$(echo INJECTED)',
  '`echo INJECTED`',
  "'; echo INJECTED #",
  '"; echo INJECTED #',
  'a\necho INJECTED',
]

const script = `      exec:
        script: |
          # $(VALUE)
          printf '<%s>' $(VALUE) "{{VALUE}}" '{{VALUE}}'
          cat <<EOF
          <{{VALUE}}>
          EOF
`
const stepWith = (value: string) => `  actions:\n    - name: drain\n${script.replaceAll('VALUE', value)}`
const formatPrinted = (value: string) => `<${value}>`.repeat(4)

test('passes a parameter to a script unchanged, and the run page shows the executed script', async () => {
  await begin('drain', `  parameters: [{ name: node, required: true }]\n${stepWith('.params.node')}`)
  for (const node of hostile) {
    const result = await loadResult(await book.start('drain', { params: { node } }))
    expect(result).toMatchObject({ error: null, stdout: formatPrinted(node) })
    expect(result).toMatchObject({
      args: [
        expect.stringMatching(/^# \$\{QD_PARAMS_NODE\}\nprintf '<%s>' "\$\{QD_PARAMS_NODE\}" /),
        `QD_PARAMS_NODE=${node}`,
      ],
    })
  }
})

test('passes headers, query and body of an unauthenticated webhook to a script unchanged', async () => {
  const fields = ['(index .request.headers "x-node")', '.request.query.node', '.request.content.node']
  await begin(
    'hook',
    `  on: { webhook: { path: hook } }\n  actions:\n    - name: show\n      exec:\n        script: |\n${fields
      .map((field) => `          printf '<%s>' {{${field}}} "{{${field}}}" # {{${field}}}\n`)
      .join('')}`,
  )
  for (const node of hostile) {
    const response = await started().app.inject({
      method: 'POST',
      url: `/api/playbook/webhook/hook?node=${encodeURIComponent(node)}`,
      headers: { 'x-node': node.replaceAll('\n', ' ') },
      payload: { node },
    })
    const { run_id: run } = JSON.parse(response.body) as { run_id: string }
    const header = node.replaceAll('\n', ' ')
    expect(await loadResult(run)).toMatchObject({
      error: null,
      stdout: `<${header}><${header}><${node}><${node}><${node}><${node}>`,
    })
  }
})

test('passes the name of a check to a script unchanged', async () => {
  const name = 'x\'; echo INJECTED; $(echo INJECTED) "`echo INJECTED`'
  const canary = `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: { name: c }\nspec:\n  tcp: [{ name: ${JSON.stringify(name)}, endpoint: '127.0.0.1:1' }]\n`
  await begin('of-check', `  checks: [{}]\n${stepWith('.check.name')}`, { 'canary.yaml': canary })
  const { rows } = await database.query<{ id: string }>('select id from checks where name = $1', [name])
  const run = await book.start('of-check', { check_id: rows[0]?.id })
  expect(await loadResult(run)).toMatchObject({ error: null, stdout: formatPrinted(name) })
})

test('runs a query with its values as parameters', async () => {
  const url = await createServerDatabase({ migrated: false })
  await begin(
    'ask',
    `  parameters: [{ name: q }]
  actions:
    - name: ask
      sql: { driver: postgres, url: '${url}', query: "select '{{.params.q}}' as value, length({{.params.q}})" }
`,
  )
  const q = "x' union select rolname, 1 from pg_roles --"
  expect(await loadResult(await book.start('ask', { params: { q } }))).toMatchObject({
    error: null,
    rows: [{ value: q, length: q.length }],
  })
})

test('rejects a playbook whose script would parse a value, with file, line and a fix', async () => {
  await begin('good', `  actions: [{ name: a, exec: { script: 'true' } }]`, {
    'bad.yaml': playbookDocument(
      'bad',
      `  parameters: [{ name: node }]\n  actions:\n    - name: a\n      exec:\n        script: |\n          true\n          sh -c "echo {{.params.node}}"\n`,
    ),
  })
  await expect.poll(() => started().log.join('\n')).toContain('sh reads it as a program')
  const logLine = started().log.find((line) => line.includes('sh reads it as a program')) ?? ''
  expect(logLine).toContain('bad.yaml')
  expect(logLine).toContain("env: [{name: NODE, value: '{{.params.node}}'}]")
  const response = await started().app.inject({
    method: 'POST',
    url: '/api/db/playbooks',
    payload: {
      name: 'row',
      source: 'UI',
      spec: { actions: [{ name: 'a', exec: { script: 'eval {{.params.x | raw}}' } }], parameters: [{ name: 'x' }] },
    },
  })
  expect([response.statusCode, response.body]).toEqual([
    400,
    expect.stringContaining('raw is only for text of the author, and this is user input as x'),
  ])
})

test('rejects a header with a line break and a branch that looks like an option', async () => {
  await begin(
    'other',
    `  parameters: [{ name: value }]
  actions:
    - { name: http, http: { url: 'http://127.0.0.1:1/', headers: [{ name: x-a, value: '{{.params.value}}' }] } }
    - { name: url, if: always(), http: { url: 'http://127.0.0.1:1/{{.params.value}}' } }
    - { name: git, if: always(), gitops: { repo: { url: /nowhere, base: '-{{.params.value}}' }, commit: { message: x } } }
`,
  )
  const run = await book.start('other', { params: { value: 'a\r\nx-admin: 1' } })
  await book.ended(run)
  expect((await book.actions(run)).map(({ error }) => error)).toEqual([
    'The header "x-a" of the step contains a line break.',
    'The address or method of the step contains a line break.',
    expect.stringMatching(/is not a valid branch name/),
  ])
})
