import { expect, test } from 'vitest'
import { headingId, parseDoc, parseIndex } from './parse-doc.ts'

test('headings and tables become blocks, and everything else stays Markdown', () => {
  const text = [
    '# Health',
    '',
    'Text.',
    '',
    '## Check types, and `test`',
    '| type | use |',
    '| --- | --- |',
    '| `tcp` | a \\| b |',
    '```yaml',
    '# a comment',
    '| not | a table |',
    '```',
  ].join('\n')
  expect(parseDoc('health', text)).toEqual({
    title: 'Health',
    blocks: [
      { kind: 'text', text: '\nText.\n' },
      { kind: 'heading', level: 2, text: 'Check types, and `test`', id: 'check-types-and-test' },
      { kind: 'table', head: ['type', 'use'], rows: [['`tcp`', 'a | b']] },
      { kind: 'text', text: '```yaml\n# a comment\n| not | a table |\n```' },
    ],
  })
})

test.each([
  ['[a](lists.md)', '[a](/docs/lists)'],
  ['[a](lists.md#wall-screens)', '[a](/docs/lists#wall-screens)'],
  ['[a](#retention)', '[a](/docs/health#retention)'],
  ['[a](README.md)', '[a](/docs)'],
  ['[a](https://example.com/x.md)', '[a](https://example.com/x.md)'],
  ['see [relay/live](../relay/live/README.md).', 'see relay/live.'],
  ['[a](javascript:alert)', 'a'],
])('the link %s becomes %s', (written, shown) => {
  expect(parseDoc('health', `# Health\n${written}`).blocks).toEqual([{ kind: 'text', text: shown }])
})

test('a heading has the anchor that GitHub gives it', () => {
  expect(headingId('Choices for safety, and the tests that hold them')).toBe(
    'choices-for-safety-and-the-tests-that-hold-them',
  )
  expect(headingId('The wire, protocol 27')).toBe('the-wire-protocol-27')
})

test('the index lists documents by group', () => {
  const text =
    '# Documentation\n\n## Areas\n\n- [Health checks](health.md): write checks\n\n## Operation\n\n- [A](b-c.md): d\n'
  expect(parseIndex(text)).toEqual([
    { title: 'Areas', entries: [{ name: 'health', title: 'Health checks', description: 'write checks' }] },
    { title: 'Operation', entries: [{ name: 'b-c', title: 'A', description: 'd' }] },
  ])
})
