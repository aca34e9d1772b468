import { expect, test } from 'vitest'
import { matching, mentionAt, writeMentions, type Mentionable } from './mentions.ts'

const known: readonly Mentionable[] = [
  { kind: 'person', id: 'p1', name: 'Mara' },
  { kind: 'person', id: 'p2', name: 'Mara Lindqvist' },
  { kind: 'team', id: 't1', name: 'payments (eu)' },
]

test('a name after an @ is stored as a link to its target, the longest name first', () => {
  expect(writeMentions('@Mara Lindqvist and @Mara, ask (@payments (eu))', known)).toBe(
    '[@Mara Lindqvist](person:p2) and [@Mara](person:p1), ask ([@payments (eu)](team:t1))',
  )
})

test('addresses, longer words and unknown names stay as they are', () => {
  const text = 'mail x@Mara or @Marabel, @nobody; @@Mara'
  expect(writeMentions(text, known)).toBe(text)
  expect(writeMentions('@Mara', [])).toBe('@Mara')
})

test('text after an @ matches the start of any word of a name', () => {
  expect(mentionAt('ask @lin', 8)).toEqual({ from: 4, search: 'lin' })
  expect(mentionAt('mail a@b', 8)).toBeNull()
  expect(mentionAt('ask @lin now', 3)).toBeNull()
  expect(matching(known, 'lin', 5).map(({ id }) => id)).toEqual(['p2'])
  expect(matching(known, '', 2)).toHaveLength(2)
})
