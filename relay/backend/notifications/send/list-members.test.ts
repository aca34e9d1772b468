import { expect, test } from 'vitest'
import { listMembers } from './list-members.ts'

const send = { payload: { title: 'c0 fails', message: 'HTTP 503', recipient: 'Ada' } }
const members = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `c${index}` }))

test('leaves a message about one resource unchanged', () => {
  expect(listMembers(send, members(1), 1)).toBe(send)
  expect(listMembers(send, [], 0)).toBe(send)
})

test('lists the other members by name, without the first', () => {
  expect(listMembers(send, members(3), 3).payload).toEqual({
    title: 'c0 fails and 2 more',
    message: 'HTTP 503\n\nOthers:\n- c1\n- c2',
    recipient: 'Ada',
  })
})

test.each([
  [21, 21, 20, undefined],
  [22, 22, 20, '- and 1 more'],
  [100, 250, 20, '- and 229 more'],
  [2, 5, 1, '- and 3 more'],
])('of %d stored members and a count of %d, %d are listed', (stored, count, listed, more) => {
  const { title, message } = listMembers(send, members(stored), count).payload
  const lines = message.split('\n').slice(3)
  expect(title).toBe(`c0 fails and ${count - 1} more`)
  expect(lines.filter((line) => /^- c\d+$/.test(line))).toHaveLength(listed)
  expect(lines.find((line) => line.startsWith('- and'))).toBe(more)
})
