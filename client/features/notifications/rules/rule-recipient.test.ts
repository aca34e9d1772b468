import { expect, test } from 'vitest'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { recipientIn, withoutRecipient, withRecipient } from './rule-recipient.ts'

const text = '# pages whoever is awake\nevents:\n  - check.failed\n'

test.each([
  ['connection', 'c1'],
  ['url', 'https://hooks.example.org/a'],
  ['person', 'ada@example.org'],
  ['team', 'web'],
  ['onCall', 'web'],
  ['playbook', 'default/restart'],
] as const)('stores a chosen %s as the recipient and removes it without residue', (kind, to) => {
  const next = withRecipient(text, readSpec(text).value, kind, to)
  expect(recipientIn(readSpec(next).value)).toEqual({ kind, to })
  expect(withoutRecipient(next, readSpec(next).value)).toBe(text)
})

test('changes the first of several services and keeps its other fields', () => {
  const several = `${text}custom_services:\n  - name: ops\n    connection: c1\n    filter: "true"\n  - url: https://b.example\n`
  expect(withRecipient(several, readSpec(several).value, 'connection', 'c2')).toBe(
    several.replace('connection: c1', 'connection: c2'),
  )
})
