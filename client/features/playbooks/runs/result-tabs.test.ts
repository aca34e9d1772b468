import { expect, test } from 'vitest'
import { actionDetailSchema } from '#shared/playbooks/action-row.ts'
import { resultTabs } from './result-tabs.ts'

const artifact = {
  id: 'f1',
  filename: 'heap.json',
  size: 2,
  content_type: 'application/json',
  checksum: 'x',
  created_at: '2026-11-21T08:00:00Z',
}

test('each non-empty key is a tab: outputs first, then the script, then artifacts', () => {
  const result = { exitCode: 0, args: ['bash', '-c', 'roll'], extra: {}, stderr: 'e', path: '/bin/bash', stdout: 'o' }
  expect(resultTabs({ result, artifacts: [artifact] })).toEqual([
    { id: 'result-stdout', label: 'stdout', kind: 'text', text: 'o', stream: 1 },
    { id: 'result-stderr', label: 'stderr', kind: 'text', text: 'e', stream: 2 },
    { id: 'result-args', label: 'Script', kind: 'text', text: 'bash\n-c\nroll', stream: 1 },
    { id: 'result-path', label: 'Program', kind: 'text', text: '/bin/bash', stream: 1 },
    { id: 'artifact-f1', label: 'heap.json', kind: 'artifact', artifact },
  ])
})

test.each([
  ['http', { Code: 200, Headers: { a: 'b' }, Body: 'ok' }, ['Code', 'Headers', 'Body']],
  ['sql', { rows: [{ a: 1 }], count: 1 }, ['Rows', 'Count']],
  ['pod', { Logs: 'x' }, ['Logs']],
  ['ai', { json: '', markdown: '# well', slack: null }, ['Markdown']],
  ['notification', {}, []],
])('the tabs of %s are its keys in words', (_, result, labels) => {
  expect(resultTabs({ result, artifacts: [] }).map(({ label }) => label)).toEqual(labels)
})

const formatRows = (rows: readonly unknown[]) => {
  const [tab] = resultTabs({ result: { rows }, artifacts: [] })
  return tab?.kind === 'text' ? tab.text : undefined
}

test('rows of plain values are aligned columns; others are JSON', () => {
  expect(
    formatRows([
      { pod: 'a', value: 0.25 },
      { pod: 'checkout-7', value: null, zone: 'eu' },
    ]),
  ).toBe('pod         value  zone\na           0.25\ncheckout-7         eu')
  for (const rows of [[{ a: { b: 1 } }], [{ a: 'two\nlines' }], [1, { a: 1 }]])
    expect(formatRows(rows)).toBe(JSON.stringify(rows, null, 2))
})

test('an action without a result has no tabs', () => {
  expect(resultTabs({ result: null, artifacts: [] })).toEqual([])
})

test("keys that describe the backend's own process after a failed script are not tabs", () => {
  const error = { error: 'exit status 3', context: { stdout: 'out', connection: { envVars: ['TOKEN=t0k3n'] } } }
  const about = { id: 'a1', name: 'bad', status: 'failed', scheduled_time: '2026-11-22T21:20:09Z' }
  const { result, artifacts } = actionDetailSchema.parse({ ...about, result: { error, result: null, exitCode: 3 } })
  const tabs = resultTabs({ result, artifacts })
  expect(tabs.map(({ label }) => label)).toEqual(['stdout', 'Exit code'])
  expect(JSON.stringify(tabs)).not.toContain('TOKEN')
})
